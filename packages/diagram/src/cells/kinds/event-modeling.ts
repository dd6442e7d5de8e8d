/** Event models as graphs: every frame says what it is, and leads to what comes of it. */
import { fitGraph } from "../graph/fit.js";
import { type GraphEdge, type GraphNode, PLAIN_EDGE, PLAIN_PAINT, type Row } from "../graph/model.js";
import { labelText, parseLabel } from "../label.js";
import { toRgb } from "../palette.js";
import type { Painter } from "./scene.js";

interface FrameBox {
  readonly index: number;
  readonly text?: string;
  readonly swimlane?: { readonly label?: string };
  readonly visual?: { readonly fill?: string; readonly stroke?: string };
}

interface EventModelDb {
  getState(): {
    readonly boxes: readonly FrameBox[];
    readonly relations: readonly { readonly sourceBox: FrameBox; readonly targetBox: FrameBox }[];
  };
}

export const paintEventModeling: Painter = (db, scene) => {
  const { boxes, relations } = (db as EventModelDb).getState();
  const nodes = boxes.map((box): GraphNode => {
    const lane = labelText(box.swimlane?.label);
    const rows: Row[] = [
      ...(lane ? [{ kind: "text", line: [{ text: `<<${lane}>>` }], align: "center" } as const] : []),
      ...parseLabel(box.text, false).map((line): Row => ({ kind: "text", line, align: "center" })),
    ];
    return {
      id: String(box.index),
      parent: null,
      shape: "rect",
      rows,
      paint: { ...PLAIN_PAINT, stroke: toRgb(box.visual?.stroke) },
    };
  });
  const edges = relations.map(({ sourceBox, targetBox }): GraphEdge => ({
    ...PLAIN_EDGE,
    from: String(sourceBox.index),
    to: String(targetBox.index),
  }));
  const graph = { direction: "LR" as const, nodes, groups: [], edges };
  return { canvas: fitGraph(graph, scene.columns, scene.background).canvas };
};
