/** What the demo model has ready: diagrams of what was asked for, a table, code, a diff. */
import { drawDiagram, kindNames } from "./diagrams.js";
import { readSubject } from "./subject.js";

const TABLE = `Here is a table:

| backend | listens on | window from |
|---|---|---|
| selfhost | your GPU | \`max_model_len\` |
| localdesk | your desk | the live instance |
| gateway | the network | the catalog |

That is all.`;

const CODE = `Here is some code:

\`\`\`ts
for await (const event of client.stream(messages)) {
  if (event.type === "text-delta") process.stdout.write(event.text);
}
\`\`\`

It prints the answer as it comes.`;

const DIFF = `Here is a change:

\`\`\`diff
--- a/greeting.ts
+++ b/greeting.ts
@@ -1,2 +1,2 @@
-export const greeting = "Hello";
+export const greeting = "Hello, world";
 export default greeting;
\`\`\``;

const HELP = `I am a small demo model without a mind of my own. Ask me to:

- draw a diagram: ${kindNames.join(", ")}; for example
  "draw a sequence diagram of a login", "show a pie chart of cats 40, dogs 35 and birds 25"
- show a table, show code, show a diff
- "read README.md", "run ls" or "use tool NAME {…}", when tools are on

Anything else I repeat.`;

const SHOWN: Readonly<Record<string, string>> = { table: TABLE, code: CODE, diff: DIFF };

/** An answer with the thoughts that led to it. */
export interface DemoAnswer {
  readonly text: string;
  readonly reasoning?: string;
}

/** The ready answer to a question that asks to see something; undefined for any other. */
export function demoAnswer(asked: string): DemoAnswer | undefined {
  if (/^\s*(help\b|$)/i.test(asked)) return { text: HELP };
  if (/\b(diagram|mermaid|draw|(pie|quadrant|gantt|flow) ?chart|mind ?map|time ?line)\b/i.test(asked))
    return diagram(asked);
  const [, thing] = /\bshow (?:me )?(?:a |some )?(table|code|diff)\b/i.exec(asked) ?? [];
  const text = thing === undefined ? undefined : SHOWN[thing.toLowerCase()];
  return text === undefined ? undefined : { text };
}

function diagram(asked: string): DemoAnswer {
  const subject = readSubject(asked);
  const { name, source } = drawDiagram(asked, subject);
  const about = subject.topic === "" ? "" : ` of ${subject.topic}`;
  const parts =
    subject.items.length > 0
      ? `It names ${subject.items.length} parts, so those are drawn.`
      : "It names no parts, so I make some up.";
  return {
    reasoning: `The request is for a ${name}${about}. ${parts}`,
    text: `Here is a ${name}${about}:\n\n\`\`\`mermaid\n${source}\n\`\`\`\n\nAsk for another kind if you like.`,
  };
}
