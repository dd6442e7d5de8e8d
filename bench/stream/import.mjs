// CPU of importing one provider, beside what Node itself needs; the median of several fresh processes.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const peers = createRequire(new URL("../peers/package.json", import.meta.url));
const modules = {
  "@framework/shared/plugins/model_provider/selfhost": new URL(
    "../../packages/shared/dist/plugins/model_provider/selfhost/index.js",
    import.meta.url,
  ).href,
  "@framework/shared": new URL("../../packages/shared/dist/index.js", import.meta.url).href,
  openai: pathToFileURL(peers.resolve("openai")).href,
  ai: pathToFileURL(peers.resolve("ai")).href,
};
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const code = (target) =>
  `const a = process.cpuUsage(); await import(${JSON.stringify(target)}); const b = process.cpuUsage(a); process.stdout.write(String((b.user + b.system) / 1000))`;

for (const [name, target] of Object.entries(modules)) {
  const runs = Array.from({ length: 9 }, () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "-e", code(target)], { encoding: "utf8" })),
  );
  console.log(`${name.padEnd(52)} ${median(runs).toFixed(1).padStart(7)} ms CPU`);
}
