// Formats an answer with a table and coloured code for a terminal.
import { createPipeline } from "@framework/shared/format";

const ANSWER = "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1;\n```\n";
const terminal = {
  graphics: null,
  graphicsIsExplicit: false,
  color: "ansi256",
  isTerminal: true,
  columns: 60,
  warnings: [],
};

export async function format() {
  let output = "";
  const pipeline = createPipeline({ terminal, env: {}, output: (text) => (output += text) });
  for (const piece of ANSWER.match(/.{1,7}/gs)) pipeline.write(piece);
  await pipeline.flush();
  return { output };
}
