// Finds what a command runs: its bundle, or in a checkout where something was compiled since, the compiled modules themselves.
import { statSync } from "node:fs";

const madeAt = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The module of a command. */
export function newest(name) {
  const bundle = `../dist/bundle/${name}.js`;
  const compiledAt = Math.max(madeAt("../dist/.tsbuildinfo"), madeAt("../../shared/dist/.tsbuildinfo"));
  return import(madeAt(bundle) > compiledAt ? bundle : `../dist/commands/${name}.js`);
}
