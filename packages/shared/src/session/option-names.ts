/** The names of options, checked: a mistyped one, or one in the spelling of another library, would be left out in silence. */
import { ConfigurationError } from "../provider/errors.js";
import { closest } from "../provider/suggest.js";
import type { CompleteCallOptions } from "./call-input.js";
import type { ObjectOptions } from "./object-types.js";

type Names<Options> = Readonly<Record<keyof Options, true>>;

/** Every option of a call there is; the compiler sees to it that none is missing. */
const CALL_OPTIONS: Names<CompleteCallOptions> = {
  tools: true,
  toolChoice: true,
  signal: true,
  maxTokens: true,
  temperature: true,
  topP: true,
  seed: true,
  stop: true,
  reasoning: true,
  presencePenalty: true,
  frequencyPenalty: true,
  responseFormat: true,
  retries: true,
  deadlineMs: true,
  restarts: true,
  stream: true,
  onOutput: true,
};

const OBJECT_OPTIONS: Names<ObjectOptions> = { ...CALL_OPTIONS, schema: true, name: true, description: true };

/** Refuses an option that is none but looks like one: `max_tokens` for `maxTokens`. What looks like nothing is let be. */
function checkNames(options: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const meant = closest(name, Object.keys(known));
    if (meant !== undefined)
      throw new ConfigurationError(`A call has no option "${name}" (did you mean "${meant}"?).`);
  }
}

export const checkCallOptions = (options: object): void => checkNames(options, CALL_OPTIONS);

export const checkObjectOptions = (options: object): void => checkNames(options, OBJECT_OPTIONS);
