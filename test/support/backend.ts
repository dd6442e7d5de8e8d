/** An emulator that ends with the test that started it. */
import { type Backend, type BackendName, type BackendOptions, startBackend } from "@framework/backends";
import { onTestFinished } from "vitest";

export async function started<Name extends BackendName>(
  name: Name,
  options?: BackendOptions[Name],
): Promise<Backend> {
  const backend = await startBackend(name, options);
  onTestFinished(() => backend.close());
  return backend;
}
