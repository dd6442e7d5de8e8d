/** What a call would do, shown on stderr where standard output is not for a person. */
import type { ApprovalQuestion } from "@framework/shared";
import { capabilitiesFromEnvironment, createStyle } from "@framework/shared/terminal";
import { approvalView } from "./approval-view.js";

/** Shows all of it or what fits; true when there is more to see. */
export function showAside(question: ApprovalQuestion, all: boolean): boolean {
  const { isTTY } = process.stderr;
  const [columns, rows] = isTTY ? process.stderr.getWindowSize() : [80, 24];
  const style = createStyle(
    isTTY ? capabilitiesFromEnvironment(process.env, { isTerminal: true }).capabilities.color : "none",
  );
  const { text, isCut } = approvalView(question, { columns, rows, style }, all);
  process.stderr.write(text);
  return isCut;
}
