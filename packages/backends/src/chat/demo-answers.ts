/** Diagrams by a word that asks for them; the first one is drawn when no kind is named. */
const diagrams: readonly (readonly [RegExp, string])[] = [
  [
    /flow|graph/i,
    `graph TD
  A[Prompt] --> B{Needs a tool?}
  B -->|yes| C[Run the tool]
  C --> B
  B -->|no| D[Answer]`,
  ],
  [
    /sequence/i,
    `sequenceDiagram
  participant U as User
  participant C as Client
  participant S as Server
  U->>C: question
  C->>S: POST /v1/chat/completions
  loop every token
    S-->>C: chunk
    C-->>U: text
  end
  S-->>C: [DONE]`,
  ],
  [
    /class/i,
    `classDiagram
  class Provider {
    +connect(model)
    +listModels(prefix)
    +stream(messages)
  }
  Provider <|-- Gateway
  Provider <|-- SelfHost`,
  ],
  [
    /state/i,
    `stateDiagram-v2
  [*] --> Connecting
  Connecting --> Streaming: first chunk
  Streaming --> Done: finish reason
  Streaming --> Broken: cut off
  Broken --> Connecting: retry
  Done --> [*]`,
  ],
  [
    /\ber\b|entity/i,
    `erDiagram
  SESSION ||--o{ MESSAGE : has
  MESSAGE ||--o{ TOOL_CALL : makes
  TOOL_CALL ||--|| RESULT : gets`,
  ],
  [
    /gantt/i,
    `gantt
  title A load
  dateFormat s
  axisFormat %S s
  section Server
  Read weights :a, 0, 4s
  Fill cache :b, after a, 2s
  section Client
  Wait :0, 6s`,
  ],
  [
    /pie/i,
    `pie title Tokens
  "Prompt" : 62
  "Cached" : 25
  "Answer" : 13`,
  ],
  [
    /mind/i,
    `mindmap
  root((Backends))
    Local
      localdesk
      gpusrv
      selfhost
    Hosted
      gateway
      serverless
      eucloud
      hubmodels`,
  ],
];

const table = `Here is a table:

| backend | listens on | window from |
|---|---|---|
| selfhost | your GPU | \`max_model_len\` |
| localdesk | your desk | the live instance |
| gateway | the network | the catalog |

That is all.`;

const code = `Here is some code:

\`\`\`ts
for await (const event of client.stream(messages)) {
  if (event.type === "text-delta") process.stdout.write(event.text);
}
\`\`\`

It prints the answer as it comes.`;

const diff = `Here is a change:

\`\`\`diff
--- a/greeting.ts
+++ b/greeting.ts
@@ -1,2 +1,2 @@
-export const greeting = "Hello";
+export const greeting = "Hello, world";
 export default greeting;
\`\`\``;

const help = `I am a small demo model without a mind of my own. Ask me to:

- draw a diagram (flow, sequence, class, state, er, gantt, pie, mind map)
- show a table, show code, show a diff
- use tool NAME {"with": "arguments"}, when tools are on

Anything else I repeat.`;

const shown: Readonly<Record<string, string>> = { table, code, diff };

/** The ready answer to a question that asks to see something; undefined for any other. */
export function demoAnswer(asked: string): string | undefined {
  if (/^\s*(help\b|$)/i.test(asked)) return help;
  if (/\b(diagram|mermaid|draw)/i.test(asked)) {
    const [, source] = diagrams.find(([kind]) => kind.test(asked)) ?? diagrams[0] ?? [];
    return `Here is a diagram:\n\n\`\`\`mermaid\n${source}\n\`\`\`\n\nAsk for another kind if you like.`;
  }
  const [, thing] = /\bshow (?:me )?(?:a |some )?(table|code|diff)\b/i.exec(asked) ?? [];
  return thing === undefined ? undefined : shown[thing.toLowerCase()];
}
