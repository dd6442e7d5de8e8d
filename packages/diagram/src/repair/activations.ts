/** Participants of a sequence diagram that end what they never began, which Mermaid refuses. */
import { detectKind } from "../kinds.js";

const MESSAGE = /^(\s*)(\S+?)(\s*(?:<<)?-{1,2}(?:>>|>|x|\)))([+-]?)(\s*)([^\s:]+)/;

/** Without a `deactivate`, or the minus of a message, for who is not active then. */
export function dropIdleEnds(source: string): string {
  if (detectKind(source) !== "sequence") return source;
  const active = new Map<string, number>();
  const count = (name: string, change: number): number => {
    const now = (active.get(name) ?? 0) + change;
    active.set(name, Math.max(0, now));
    return now;
  };
  const kept: string[] = [];
  for (const line of source.split("\n")) {
    const [, verb = "", name = ""] = /^\s*(activate|deactivate)\s+(.+?)\s*;?\s*$/i.exec(line) ?? [];
    if (verb && count(name, /^a/i.test(verb) ? 1 : -1) < 0) continue;
    const [, , from = "", , sign = "", , to = ""] = MESSAGE.exec(line) ?? [];
    if (sign === "+") count(to, 1);
    const isIdle = sign === "-" && count(from, -1) < 0;
    kept.push(isIdle ? line.replace(MESSAGE, "$1$2$3$5$6") : line);
  }
  return kept.join("\n");
}
