/** What stands in a node of each kind: a label, or the compartments of a class, an entity, a requirement, a state. */
import { labelText, parseLabel } from "../label.js";
import type { Line, Span } from "../rich-text.js";
import { isMarkdown, type MermaidMember, type MermaidNode } from "./mermaid-data.js";
import type { Row } from "./model.js";

const RULE: Row = { kind: "rule" };
const centred = (line: Line): Row => ({ kind: "text", line, align: "center" });
const left = (line: Line): Row => ({ kind: "text", line, align: "left" });
const bold = (line: Line): Line => line.map((span): Span => ({ ...span, bold: true }));

/** The rows of a node. */
export function rowsOf(node: MermaidNode): Row[] {
  switch (node.shape) {
    case "classBox":
      return classRows(node);
    case "erBox":
      return entityRows(node);
    case "requirementBox":
      return requirementRows(node);
    default:
      return labelRows(node);
  }
}

function labelRows(node: MermaidNode): Row[] {
  const label = typeof node.label === "string" ? node.label : (node.label ?? []).join("\n");
  const title = parseLabel(label || (node.icon ? (node.icon.split(":").at(-1) ?? "") : ""), isMarkdown(node));
  const descriptions = typeof node.description === "string" ? [node.description] : (node.description ?? []);
  const details = descriptions.flatMap((one) => parseLabel(one, isMarkdown(node)));
  const stereotype = parseLabel(node.stereotype);
  if (node.stereotype !== undefined) return [...title.map(bold), ...stereotype, ...details].map(centred);
  if (details.length === 0) return title.map(centred);
  return [...title.map(bold).map(centred), RULE, ...details.map(left)];
}

/** Parts with a rule between any two that say something. */
function compartments(...parts: readonly (readonly Row[])[]): Row[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index > 0 ? [RULE, ...part] : part));
}

function classRows({ text, label, annotations = [], members = [], methods = [] }: MermaidNode): Row[] {
  const name = parseLabel(text ?? (typeof label === "string" ? label : ""));
  const head = [...annotations.map((one): Line => [{ text: `<<${labelText(one)}>>` }]), ...name.map(bold)];
  return compartments(head.map(centred), members.map(member), methods.map(member));
}

function member({ text, classifier }: MermaidMember): Row {
  const [line = []] = parseLabel(text.replace(/^\\/, ""));
  // Abstract members are slanted; a static one is underlined elsewhere and has the sign of its source here.
  if (classifier === "*") return left(line.map((span): Span => ({ ...span, italic: true })));
  return left(classifier === "$" ? [...line, { text: " $" }] : line);
}

function entityRows({ label, alias, attributes = [] }: MermaidNode): Row[] {
  const name = parseLabel(alias || (typeof label === "string" ? label : "")).map((line) =>
    centred(bold(line)),
  );
  const table = attributes.map(({ type, name: attribute, keys = [], comment = "" }) => [
    type,
    attribute,
    keys.join(", "),
    comment,
  ]);
  const used = [0, 1, 2, 3].filter((column) => table.some((row) => row[column]));
  const rows = table.map((row): Row => {
    const cells = used.map((column): Line => parseLabel(row[column]).flat());
    return { kind: "cells", cells };
  });
  return compartments(name, rows);
}

function requirementRows(node: MermaidNode): Row[] {
  const isElement = node.requirementId === undefined && node.verifyMethod === undefined;
  const kind = isElement ? "Element" : String(node.type ?? "");
  const head: Line[] = [[{ text: `<<${labelText(kind)}>>` }], ...parseLabel(node.name ?? node.id).map(bold)];
  const facts: readonly (readonly [string, string | number | undefined])[] = isElement
    ? [
        ["Type", node.type],
        ["Doc Ref", node.docRef],
      ]
    : [
        ["ID", node.requirementId],
        ["Text", node.text],
        ["Risk", node.risk],
        ["Verification", node.verifyMethod],
      ];
  const rows = facts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => left([{ text: `${name}: ${labelText(String(value))}` }]));
  return compartments(head.map(centred), rows);
}
