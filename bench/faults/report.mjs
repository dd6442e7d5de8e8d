// The fault matrix as Markdown. No times, no ports: two runs of the same code give the same text.
import { hasNoCall, isReadable } from "./judge.mjs";

const yes = (value) => (value ? "yes" : "no");
const cell = (text) => text.replaceAll("|", "\\|");
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

const words = {
  complete: "the whole answer",
  refused: "a good call called invalid",
  silent: "**silent success**",
  "wrong-call": "**wrong call**",
  hang: "**hang**",
  crash: "**process died**",
};

function kept({ text, keptOnError }) {
  if (!text) return "-";
  return keptOnError ? "yes, also on the error" : "yes";
}

/** What the user of a peer sees, in a few words. */
function seen({ fault, verdict, error, typed, retryable, text, finishReason, calls }) {
  const end = `\`${finishReason ?? "no finish reason"}\``;
  if (verdict === "complete") return hasNoCall(fault) ? `no call (${end})` : `${words.complete} (${end})`;
  if (verdict === "wrong-call") return `${words[verdict]}: ${calls.length} (${end})`;
  if (verdict === "silent") {
    const what = fault.startsWith("tool-") ? "no call" : text ? "text" : "no text";
    return `${words.silent}: ${what} (${end})`;
  }
  if (verdict !== "error") return words[verdict];
  return `\`${error}\`${typed ? "" : " (untyped)"}${retryable ? ", retried" : ""}${text ? ", text kept" : ""}`;
}

/** `Name` where all providers agree, else which provider throws which. */
function classes(rows) {
  const byName = new Map();
  for (const row of rows) byName.set(row.error, [...(byName.get(row.error) ?? []), row]);
  if (byName.size === 1) return `\`${rows[0].error}\``;
  return [...byName]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, group]) => `\`${name}\` (${group.map(({ provider }) => provider).join(", ")})`)
    .join("; ");
}

function ourRow(fault, rows) {
  const verdicts = [...new Set(rows.map(({ verdict }) => verdict))];
  if (verdicts.length > 1 || verdicts[0] !== "error") {
    const text = verdicts.map((verdict) => words[verdict] ?? verdict).join(" / ");
    return [`\`${fault}\``, hasNoCall(fault) ? "the call is marked invalid and not run" : text, "-", "-"];
  }
  const retryable = [...new Set(rows.map((row) => yes(row.retryable)))].join(" / ");
  return [`\`${fault}\``, classes(rows), retryable, [...new Set(rows.map(kept))].join(" / ")];
}

const count = (rows, verdict) => String(rows.filter((row) => row.verdict === verdict).length);

const summary = (title, rows) => [
  title,
  String(rows.length),
  count(rows, "silent"),
  count(rows, "wrong-call"),
  count(rows, "hang"),
  count(rows, "crash"),
  String(rows.filter(({ verdict, typed }) => verdict === "error" && !typed).length),
  count(rows, "complete"),
];

/** Rows in which a peer reads an answer, or a call, that ours does not: none is the aim. */
export function readByPeersOnly({ ours, peers }) {
  const whole = (rows, fault) => rows.find((row) => row.fault === fault)?.verdict === "complete";
  return ours["selfhost"]
    .filter(({ fault, verdict }) => verdict !== "complete" && isReadable(fault))
    .flatMap(({ fault }) =>
      peers.filter(({ rows }) => whole(rows, fault)).map(({ title }) => `${fault}: read by ${title}`),
    );
}

/** `ours`: `{ provider: rows }`; `peers`: `[{ title, version, rows }]`. */
export function report({ ours, peers }) {
  const faults = [...new Set(Object.values(ours).flatMap((rows) => rows.map(({ fault }) => fault)))];
  const tagged = Object.entries(ours).flatMap(([provider, rows]) =>
    rows.map((row) => ({ provider, ...row })),
  );
  const ofFault = (rows, fault) => rows.find((row) => row.fault === fault);
  return [
    table(
      [
        "",
        "faults",
        "silent successes",
        "wrong calls",
        "hangs",
        "processes that died",
        "untyped errors",
        "whole answers",
      ],
      [
        ...Object.entries(ours).map(([provider, rows]) => summary(`**${provider}**`, rows)),
        ...peers.map(({ title, version, rows }) => summary(`${title} ${version}`, rows)),
      ],
    ),
    "## Ours, over every provider",
    table(
      ["fault", "what the user sees", "retryable", "text kept"],
      faults.map((fault) =>
        ourRow(
          fault,
          tagged.filter((row) => row.fault === fault),
        ),
      ),
    ),
    "## Beside the peers, on the selfhost emulator",
    table(
      ["fault", "**selfhost**", ...peers.map(({ title }) => title)],
      faults
        .filter((fault) => ofFault(ours["selfhost"], fault))
        .map((fault) => [
          `\`${fault}\``,
          seen(ofFault(ours["selfhost"], fault)).replace(", retried", ", retryable"),
          ...peers.map(({ rows }) => seen(ofFault(rows, fault))),
        ]),
    ),
  ].join("\n\n");
}
