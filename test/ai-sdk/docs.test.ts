/** The example of docs/ai-sdk.md, as a program of its own over the built package. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startBackend } from "@framework/backends";
import { expect, it } from "vitest";
import { cleanEnv } from "../support/command.js";

it("the documented program runs, and ends by itself", async () => {
  const page = await readFile(new URL("../../docs/ai-sdk.md", import.meta.url), "utf8");
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const backend = await startBackend("selfhost", { models: [{ id: "qwen3-32b", contextLength: 4096 }] });
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", program.replace("http://gpu-box:8000", backend.url)],
      { cwd: fileURLToPath(new URL("../..", import.meta.url)), env: cleanEnv() },
    );
    expect(stdout).toContain("Why is the sea salty?");
  } finally {
    await backend.close();
  }
});
