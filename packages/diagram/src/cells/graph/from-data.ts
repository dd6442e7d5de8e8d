/** The graph of a diagram that gives Mermaid's common data of nodes and edges: flowcharts, states, classes, entities, ... */
import { labelText, parseLabel } from "../label.js";
import { toRgb } from "../palette.js";
import type { Line } from "../rich-text.js";
import { isMarkdown, type MermaidEdge, type MermaidGraph, type MermaidNode } from "./mermaid-data.js";
import {
  type Direction,
  type Graph,
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
  type Marker,
  type Paint,
  PLAIN_PAINT,
} from "./model.js";
import { rowsOf } from "./node-rows.js";
import { dotNamed, isNameless, shapeNamed } from "./shape-names.js";

/** Groups that only keep a note and its state together. */
const UNSEEN_GROUPS = new Set(["noteGroup"]);

const MARKERS: readonly (readonly [RegExp, Marker])[] = [
  [/^(?:none|arrow_open|)$/, "none"],
  [/circle|lollipop/, "circle"],
  [/cross/, "cross"],
  [/extension/, "extension"],
  [/composition/, "composition"],
  [/aggregation/, "aggregation"],
  [/contains/, "contains"],
  [/only_one/, "one"],
  [/zero_or_one/, "zero-one"],
  [/one_or_more/, "one-many"],
  [/zero_or_more|md_parent/, "zero-many"],
];

/** Reads Mermaid's data. */
export function graphFromData(data: MermaidGraph, direction: string | undefined): Graph {
  const byId = new Map(data.nodes.map((node) => [node.id, node]));
  const parentOf = (node: MermaidNode): string | null => {
    let parent = node.parentId ? byId.get(node.parentId) : undefined;
    for (let depth = 0; parent && UNSEEN_GROUPS.has(parent.shape ?? "") && depth < 20; depth += 1)
      parent = parent.parentId ? byId.get(parent.parentId) : undefined;
    return parent?.isGroup ? parent.id : null;
  };
  const seen = new Set<string>();
  const unique = data.nodes.filter((node) => !seen.has(node.id) && seen.add(node.id));
  const groups = unique.filter((node) => node.isGroup && !UNSEEN_GROUPS.has(node.shape ?? ""));
  const nodes = unique.filter((node) => !node.isGroup && node.isEdgeLabel !== true);
  return {
    direction: toDirection(direction ?? data.direction) ?? "TB",
    groups: groups.map((node) => toGroup(node, parentOf(node))),
    nodes: nodes.map((node) => toNode(node, parentOf(node))),
    edges: data.edges.filter((edge) => edge.isLayoutOnly !== true).map(edgeFromData),
  };
}

function toDirection(source: string | undefined): Direction | null {
  const name = source === "TD" ? "TB" : source;
  return name === "TB" || name === "BT" || name === "LR" || name === "RL" ? name : null;
}

function toGroup(node: MermaidNode, parent: string | null): GraphGroup {
  const isRegion = node.shape === "divider";
  return {
    id: node.id,
    parent,
    title: isRegion ? [] : parseLabel(textOf(node.label), isMarkdown(node)).slice(0, 4),
    direction: toDirection(node.dir),
    dash: isRegion,
    paint: paintOf(node),
  };
}

function toNode(node: MermaidNode, parent: string | null): GraphNode {
  const name = node.shape ?? "rect";
  const rows = isNameless(name) ? [] : rowsOf(node);
  const sign = dotNamed(name);
  const isState = name === "rect" && (node.rx ?? 0) > 0;
  const shape = sign !== null && rows.length === 0 ? "dot" : isState ? "round" : shapeNamed(name);
  return { id: node.id, parent, shape, rows, paint: paintOf(node), ...(sign !== null && { sign }) };
}

/** One edge of Mermaid's. */
export function edgeFromData(edge: MermaidEdge): GraphEdge {
  const styles = [...(edge.cssCompiledStyles ?? []), ...stylesOf(edge.style)];
  const value = styleReader(styles);
  const isDashed =
    /dotted|dashed/.test(`${edge.pattern ?? ""}${edge.thickness ?? ""}`) ||
    /^\s*[1-9]/.test(value("stroke-dasharray") ?? "");
  const isHeavy = edge.thickness === "thick" || Number.parseFloat(value("stroke-width") ?? "1") >= 3;
  return {
    from: edge.start ?? "",
    to: edge.end ?? "",
    label: edgeLabel(edge),
    start: markerOf(edge.arrowTypeStart),
    end: edge.arrowhead === "none" && !edge.arrowTypeEnd ? "none" : markerOf(edge.arrowTypeEnd),
    startText: endText(edge.startLabelRight),
    endText: endText(edge.endLabelLeft),
    stroke: edge.thickness === "invisible" ? "invisible" : isDashed ? "dashed" : isHeavy ? "heavy" : "light",
    color: toRgb(value("stroke")),
    length: Math.min(8, Math.max(1, edge.minlen ?? edge.length ?? 1)),
  };
}

function edgeLabel(edge: MermaidEdge): Line[] {
  const label = parseLabel(textOf(edge.label), isMarkdown(edge));
  return edge.showStepNumber === true && edge.step !== undefined
    ? [[{ text: `(${edge.step})` }], ...label]
    : label;
}

const endText = (text: string | undefined): string => (!text || text === "none" ? "" : labelText(text));

function markerOf(name: string | undefined): Marker {
  const found = MARKERS.find(([pattern]) => pattern.test(name ?? ""));
  return found ? found[1] : "arrow";
}

const textOf = (label: string | readonly string[] | undefined): string =>
  typeof label === "string" ? label : (label ?? []).join("\n");

const stylesOf = (style: readonly string[] | string | undefined): readonly string[] =>
  typeof style === "string" ? style.split(";") : (style ?? []);

/** The last value of a property in a list of declarations. */
function styleReader(styles: readonly string[]): (name: string) => string | undefined {
  const values = new Map<string, string>();
  for (const style of styles)
    for (const one of style.split(";")) {
      const colon = one.indexOf(":");
      if (colon > 0) values.set(one.slice(0, colon).trim().toLowerCase(), one.slice(colon + 1).trim());
    }
  return (name) => values.get(name);
}

/** Colours and lines out of CSS declarations. */
export function paintFrom(styles: readonly string[]): Paint {
  if (styles.length === 0) return PLAIN_PAINT;
  const value = styleReader(styles);
  return {
    fill: toRgb(value("fill") ?? value("background")),
    stroke: toRgb(value("stroke")),
    ink: toRgb(value("color")),
    heavy: Number.parseFloat(value("stroke-width") ?? "1") >= 3,
    dash: /^\s*[1-9]/.test(value("stroke-dasharray") ?? ""),
  };
}

const paintOf = (node: MermaidNode): Paint =>
  paintFrom([...(node.cssCompiledStyles ?? []), ...stylesOf(node.cssStyles), ...stylesOf(node.styles)]);
