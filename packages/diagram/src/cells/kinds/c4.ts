/** C4 diagrams as graphs: shapes with what they are, boundaries as groups, relations as edges. */
import { labelText, parseLabel } from "../label.js";
import { fitGraph } from "../graph/fit.js";
import {
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
  PLAIN_EDGE,
  PLAIN_PAINT,
  type Row,
  type Shape,
} from "../graph/model.js";
import { toRgb } from "../palette.js";
import type { Line, Span } from "../rich-text.js";
import type { Painter } from "./scene.js";

/** A named argument where a text is asked for, such as `$sprite="users"`, is an object in its place. */
interface C4Text {
  readonly text?: string | object;
}

const textOf = (part: C4Text | undefined): string | undefined =>
  typeof part?.text === "string" ? part.text : undefined;

interface C4Db {
  getC4ShapeArray(): readonly {
    readonly alias: string;
    readonly label?: C4Text;
    readonly descr?: C4Text;
    readonly techn?: C4Text;
    readonly type?: C4Text;
    readonly typeC4Shape?: C4Text;
    readonly parentBoundary?: string;
    readonly bgColor?: string;
    readonly fontColor?: string;
    readonly borderColor?: string;
  }[];
  getBoundaries(): readonly {
    readonly alias: string;
    readonly label?: C4Text;
    readonly type?: C4Text;
    readonly descr?: C4Text;
    readonly parentBoundary?: string;
  }[];
  getRels(): readonly {
    readonly type?: string;
    readonly from: string;
    readonly to: string;
    readonly label?: C4Text;
    readonly techn?: C4Text;
    readonly descr?: C4Text;
    readonly lineColor?: string;
  }[];
  getTitle?(): string;
  getC4Type?(): string;
}

const OUTSIDE = "global";
const centred = (line: Line): Row => ({ kind: "text", line, align: "center" });
const bold = (line: Line): Line => line.map((span): Span => ({ ...span, bold: true }));
const parentOf = (boundary: string | undefined): string | null =>
  !boundary || boundary === OUTSIDE ? null : boundary;

export const paintC4: Painter = (db, scene) => {
  const c4 = db as C4Db;
  const nodes = c4.getC4ShapeArray().map((shape): GraphNode => {
    const type = textOf(shape.typeC4Shape) ?? "";
    const techn = labelText(textOf(shape.techn));
    const rows: Row[] = [
      ...parseLabel(textOf(shape.label)).map(bold).map(centred),
      centred([{ text: `[${stereotype(type)}${techn ? `: ${techn}` : ""}]`, italic: true }]),
      ...parseLabel(textOf(shape.descr)).map(centred),
    ];
    const paint = {
      ...PLAIN_PAINT,
      fill: toRgb(shape.bgColor),
      ink: toRgb(shape.fontColor),
      stroke: toRgb(shape.borderColor),
    };
    return { id: shape.alias, parent: parentOf(shape.parentBoundary), shape: shapeOf(type), rows, paint };
  });
  const groups = c4
    .getBoundaries()
    .filter((boundary) => boundary.alias !== OUTSIDE)
    .map((boundary): GraphGroup => {
      const type = labelText(textOf(boundary.type));
      const title = [
        labelText(textOf(boundary.label)),
        type ? `[${type}]` : "",
        labelText(textOf(boundary.descr)),
      ]
        .filter(Boolean)
        .join(" ");
      return {
        id: boundary.alias,
        parent: parentOf(boundary.parentBoundary),
        title: title ? [[{ text: title }]] : [],
        direction: null,
        dash: true,
        paint: PLAIN_PAINT,
      };
    });
  const isNumbered = c4.getC4Type?.() === "C4Dynamic";
  const edges = c4.getRels().map((relation, index): GraphEdge => {
    const techn = labelText(textOf(relation.techn));
    const label = textOf(relation.label);
    return {
      ...PLAIN_EDGE,
      from: relation.from,
      to: relation.to,
      label: [
        ...parseLabel(isNumbered ? `${index + 1}: ${label ?? ""}` : label),
        ...(techn ? [[{ text: `[${techn}]`, italic: true }]] : []),
        ...parseLabel(textOf(relation.descr)),
      ],
      start: /birel/i.test(relation.type ?? "") ? "arrow" : "none",
      color: toRgb(relation.lineColor),
    };
  });
  const graph = { direction: "TB" as const, nodes, groups, edges };
  return { canvas: fitGraph(graph, scene.columns, scene.background).canvas, title: c4.getTitle?.() ?? "" };
};

const STEREOTYPES: Readonly<Record<string, string>> = {
  person: "Person",
  system: "Software System",
  container: "Container",
  component: "Component",
};

/** What a shape is, in words. */
function stereotype(type: string): string {
  const name = STEREOTYPES[type.replace(/^external_|_(?:db|queue)$/g, "")] ?? type;
  return type.startsWith("external_") ? `External ${name}` : name;
}

const shapeOf = (type: string): Shape =>
  /db/.test(type) ? "cylinder" : /queue/.test(type) ? "stadium" : /person/.test(type) ? "round" : "rect";
