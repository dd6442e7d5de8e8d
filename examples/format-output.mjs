// Runs another program and formats what it writes, as it writes it: diagrams, tables, code, diffs.
//   node examples/format-output.mjs llm "Explain TCP with a mermaid diagram"
import { spawn } from "node:child_process";
import { createPipeline } from "@framework/shared/format";
import { detectTerminal } from "@framework/shared/terminal";

const [program = "cat", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["inherit", "pipe", "inherit"] });
const pipeline = createPipeline({
  terminal: await detectTerminal(),
  output: (text) => process.stdout.write(text),
});
for await (const chunk of child.stdout.setEncoding("utf8")) pipeline.write(chunk);
await pipeline.flush();
