/** Mermaid's names of shapes, and the outlines that stand for them. */
import type { Shape } from "./model.js";

const NAMES: Readonly<Record<Exclude<Shape, "dot">, string>> = {
  rect: "",
  round:
    "roundedRect rounded event rectWithTitle roundedWithTitle divided-rectangle mindmapCircle bang cloud card notch-rect notched-rectangle delay half-rounded-rectangle curv-trap display kanbanItem person usecaseActor",
  stadium: "stadium pill terminal circle circ ellipse usecaseEllipse usecaseCircle",
  subroutine:
    "subroutine subprocess subproc framed-rectangle fr-rect lin-rect lin-proc lined-rectangle shaded-process st-rect procs processes stacked-rectangle",
  cylinder:
    "cylinder cyl database db datastore data-store lin-cyl disk lined-cylinder h-cyl das horizontal-cylinder tilted-cylinder bow-rect stored-data",
  double: "doublecircle dbl-circ double-circle",
  diamond: "diamond question diam decision",
  hexagon: "hexagon hex prepare",
  "lean-right": "lean_right lean-r lean-right in-out sl-rect manual-input sloped-rectangle paper-tape flag",
  "lean-left": "lean_left lean-l lean-left out-in",
  trapezoid: "trapezoid trap-b trapezoid-bottom priority tri extract triangle",
  "inverted-trapezoid":
    "inv_trapezoid trap-t trapezoid-top manual inv-trapezoid flip-tri manual-file flipped-triangle",
  flag: "odd rect_left_inv_arrow asymmetric rect-left-inv-arrow",
  note: "note doc document lin-doc lined-document docs documents st-doc stacked-document tag-doc tagged-document",
  bar: "fork join forkJoin",
  bare: "text labelRect comment brace brace-l brace-r braces anchor noteText",
};

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(NAMES).flatMap(([shape, names]) =>
    names.split(" ").map((name) => [name, shape as Shape] as const),
  ),
);

const DOTS: ReadonlyMap<string, string> = new Map([
  ["stateStart", "●"],
  ["stateEnd", "◉"],
  ["choice", "◇"],
  ["start", "●"],
  ["sm-circ", "●"],
  ["small-circle", "●"],
  ["f-circ", "●"],
  ["filled-circle", "●"],
  ["junction", "●"],
  ["fr-circ", "◉"],
  ["framed-circle", "◉"],
  ["stop", "◉"],
  ["cross-circ", "✕"],
  ["crossed-circle", "✕"],
  ["summary", "✕"],
  ["hourglass", "⊕"],
  ["collate", "⊕"],
  ["bolt", "◆"],
  ["com-link", "◆"],
  ["lightning-bolt", "◆"],
]);
/** Their label is their name and is not shown. */
const NAMELESS = new Set(["stateStart", "stateEnd", "choice", "fork", "join", "forkJoin"]);

/** The outline for a name of Mermaid's. */
export const shapeNamed = (name: string): Shape => SHAPES.get(name) ?? "rect";

/** The sign for a shape that is a mere point; null for others. */
export const dotNamed = (name: string): string | null => DOTS.get(name) ?? null;

/** Whether a shape never shows its label. */
export const isNameless = (name: string): boolean => NAMELESS.has(name);
