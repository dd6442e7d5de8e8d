/** Whether a model ever sees its tools: llama.cpp puts them into the prompt by the model's template, and some templates drop them. */
import { valuesAt } from "../../../provider/untrusted.js";

/** By the answer of `GET /props`: false where they are dropped, undefined where nobody says so. */
export const templateTakesTools = (props: unknown): false | undefined =>
  valuesAt(props, "chat_template_caps.supports_tools")[0] === false ? false : undefined;

/** What the user is told before such a request goes out. */
export const toolsDropped = (model: string): string =>
  `The chat template of "${model}" drops tools, so the model never sees them: start llama.cpp with a template that takes them (--jinja --chat-template-file).`;
