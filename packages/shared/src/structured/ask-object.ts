/** An answer that fits a schema: asked for, checked, and asked for once more where it does not fit. */
import type { Turn } from "../provider/events.js";
import { DEEPEST, isDeeperThan } from "../provider/json-depth.js";
import { parseAnswer } from "./json-text.js";
import { issueLines, type ReadSchema, type SchemaIssue } from "./read-schema.js";
import { SchemaMismatchError } from "./schema-mismatch.js";

/** An answer that fits, as text and as what the schema made of it. */
export interface Fitting<Value> {
  object: Value;
  /** The JSON without anything around it. */
  json: string;
}

export interface ObjectQuestion<Value, Answer extends Turn> {
  schema: ReadSchema<Value>;
  /** Asks; the second time with what to tell the model, and with its first answer. */
  ask: (again?: { complaint: string; answer: Answer }) => Promise<Answer>;
  /** Who answers, for the error. */
  identity: () => { provider: string; model: string };
  /** Told before it is asked for again. */
  onRepair?: ((reason: string) => void) | undefined;
}

type Judged<Value> = Fitting<Value> | { issues: SchemaIssue[] };

/** All answers, the last one first, and what it says; nothing of that where the call was cancelled. */
export interface Asked<Value, Answer extends Turn> {
  answers: [last: Answer, ...before: Answer[]];
  fitting?: Fitting<Value>;
}

export async function askForObject<Value, Answer extends Turn>(
  question: ObjectQuestion<Value, Answer>,
): Promise<Asked<Value, Answer>> {
  const { schema, ask, identity, onRepair } = question;
  let again: Parameters<typeof ask>[0];
  for (;;) {
    const answer = await ask(again);
    const answers: [Answer, ...Answer[]] = again ? [answer, again.answer] : [answer];
    if (answer.finishReason === "cancelled") return { answers };
    const judged = await judge(answer, schema);
    if ("object" in judged) return { answers, fitting: judged };
    const { issues } = judged;
    const note = HOPELESS[answer.finishReason] ?? (again && ", also after it was asked for again.");
    if (note !== undefined) throw new SchemaMismatchError({ ...identity(), text: answer.text, issues, note });
    const problem = issueLines(issues).join("\n");
    onRepair?.(problem);
    const complaint = `That answer does not fit the schema.\n${problem}\nAnswer again, with JSON alone that fits it.`;
    again = { complaint, answer };
  }
}

/** Ends after which the same question would end the same way. */
const HOPELESS: Readonly<Record<string, string>> = {
  length: ": it was cut at its token limit. Allow more with maxTokens, or ask for less.",
  content_filter: ": the backend's filter cut it.",
};

async function judge<Value>({ text }: Turn, schema: ReadSchema<Value>): Promise<Judged<Value>> {
  const parsed = parseAnswer(text);
  if ("reason" in parsed) return { issues: [{ path: [], message: `It is no JSON: ${parsed.reason}` }] };
  if (isDeeperThan(parsed.value)) {
    return { issues: [{ path: [], message: `It nests deeper than ${DEEPEST} levels.` }] };
  }
  const checked = await schema.check(parsed.value);
  return checked.issues ? { issues: checked.issues } : { object: checked.value, json: parsed.json };
}
