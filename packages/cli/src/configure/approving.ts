/** Shows what a call would do and asks whether it may. No answer is a no. */
import type { Approval, ApprovalQuestion, Approve, Grant } from "@framework/shared";
import type { Asker } from "../input/prompter.js";
import { oneLine } from "../output/one-line.js";
import type { Output } from "../output/output.js";

export function approving(output: Output, asker: Asker): Approve {
  return async (_call, tool, question) => {
    await output.pause();
    const { withoutStatus } = await import("../output/screen.js");
    const approval = await withoutStatus(() => ask(oneLine(tool.name), question, output, asker));
    output.resume();
    return approval;
  };
}

async function ask(
  name: string,
  question: ApprovalQuestion,
  output: Output,
  asker: Asker,
): Promise<Approval> {
  const { grants, signal } = question;
  for (let isCut = await output.approval(question, false); ;) {
    const words = [
      "yes" as const,
      "no" as const,
      ...(isCut ? ["view" as const] : []),
      ...(grants.length > 0 ? ["always" as const] : []),
    ];
    const labels = words.map((word) => LABELS[word]);
    const answer = await asker.choose(`Run ${name}? ${labels.join(", ")}: `, words, signal);
    if (answer === "view") isCut = await output.approval(question, true);
    else if (answer === "always") {
      const grant = await askGrant(grants, asker, signal);
      if (grant) return { always: grant };
      if (signal.aborted) return "no";
    } else return answer ?? "no";
  }
}

const LABELS = { yes: "[y]es", no: "[n]o", view: "[v]iew all of it", always: "[a]lways in this chat" };

/** Says what "always" would stand for, and takes it only with Enter. */
async function askGrant(
  grants: readonly Grant[],
  asker: Asker,
  signal: AbortSignal,
): Promise<Grant | undefined> {
  const list = grants.map(({ words }, index) => `  ${index + 1}  ${words}\n`).join("");
  const question = `Always, until this chat ends, for:\n${list}Number and Enter (Enter alone: 1, anything else: back): `;
  const line = (await asker.line(question, signal))?.trim();
  if (line === undefined) return undefined;
  return line === "" ? grants[0] : grants[Number(line) - 1];
}
