/** The two tools with which a model brings work to its end. */
import type { SessionTool } from "../tool-run.js";
import type { Deliverable, DeliverableAnswer } from "./deliverable.js";
import { closedObject } from "../../plugins/tools/arguments.js";

export const SIGNAL_COMPLETION = "signal_completion";

/** `onChange` is called after each change of the payload. */
export function deliverableTools(deliverable: Deliverable, onChange: () => void): SessionTool[] {
  const { required: _required, ...fields } = deliverable.schema;
  const answered = (answer: DeliverableAnswer) => {
    const ok = answer.status === "prepared" || answer.status === "completed";
    if (ok) onChange();
    return { ok, content: JSON.stringify(answer) };
  };
  return [
    {
      name: "prepare_completion",
      description:
        "Set one field of the completion payload. Fields may be set in any order and again; the answer says what is missing.",
      changes: false,
      lifecycle: true,
      parameters: closedObject(["field_path", "value"], {
        field_path: { type: "string", description: "Names separated by dots, such as author.name." },
        value: { description: "The field's value, of the type the payload needs." },
      }),
      run: async ({ field_path: path, value }) => {
        if (typeof path !== "string" || value === undefined) {
          return answered({
            status: "validation_failed",
            errors: ["field_path (text) and value are needed"],
          });
        }
        return answered(await deliverable.prepare(path, value));
      },
    },
    {
      name: SIGNAL_COMPLETION,
      description:
        "Say that the work is done. The fields given here are added to what prepare_completion has set; together they must fit the schema.",
      changes: false,
      lifecycle: true,
      parameters: { ...fields, type: "object" },
      run: async (given) => answered(await deliverable.signal(given)),
    },
  ];
}
