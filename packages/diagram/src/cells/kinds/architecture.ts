/** Architecture diagrams as graphs: services and junctions, in their groups. */
import { fitGraph } from "../graph/fit.js";
import {
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
  PLAIN_EDGE,
  PLAIN_PAINT,
  type Shape,
} from "../graph/model.js";
import { parseLabel } from "../label.js";
import type { Painter } from "./scene.js";

interface ArchitectureDb {
  getServices(): readonly {
    readonly id: string;
    readonly title?: string;
    readonly icon?: string;
    readonly iconText?: string;
    readonly in?: string;
  }[];
  getJunctions(): readonly { readonly id: string; readonly in?: string }[];
  getGroups(): readonly { readonly id: string; readonly title?: string; readonly in?: string }[];
  getEdges(): readonly {
    readonly lhsId: string;
    readonly lhsDir?: string;
    readonly lhsInto?: boolean;
    readonly lhsGroup?: boolean;
    readonly rhsId: string;
    readonly rhsDir?: string;
    readonly rhsInto?: boolean;
    readonly rhsGroup?: boolean;
    readonly title?: string;
  }[];
}

const SHAPES: Readonly<Record<string, Shape>> = {
  database: "cylinder",
  disk: "cylinder",
  cloud: "round",
  internet: "stadium",
};

export const paintArchitecture: Painter = (db, scene) => {
  const architecture = db as ArchitectureDb;
  const services = architecture.getServices();
  const nodes: GraphNode[] = [
    ...services.map((service): GraphNode => {
      const label = [...parseLabel(service.iconText), ...parseLabel(service.title)];
      return {
        id: service.id,
        parent: service.in ?? null,
        shape: SHAPES[service.icon ?? ""] ?? "rect",
        rows: label.map((line) => ({ kind: "text", line, align: "center" })),
        paint: PLAIN_PAINT,
      };
    }),
    ...architecture.getJunctions().map((junction): GraphNode => ({
      id: junction.id,
      parent: junction.in ?? null,
      shape: "dot",
      sign: "●",
      rows: [],
      paint: PLAIN_PAINT,
    })),
  ];
  const groups = architecture.getGroups().map((group): GraphGroup => ({
    id: group.id,
    parent: group.in ?? null,
    title: parseLabel(group.title).slice(0, 2),
    direction: null,
    dash: false,
    paint: PLAIN_PAINT,
  }));
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const edges = architecture.getEdges().map((edge): GraphEdge => {
    // An edge that leaves to the left or upward leads to what stands before.
    const isBackward = edge.lhsDir === "L" || edge.lhsDir === "T";
    const ends = [
      { id: edge.lhsGroup ? (parents.get(edge.lhsId) ?? edge.lhsId) : edge.lhsId, into: edge.lhsInto },
      { id: edge.rhsGroup ? (parents.get(edge.rhsId) ?? edge.rhsId) : edge.rhsId, into: edge.rhsInto },
    ];
    const [from, to] = isBackward ? ends.toReversed() : ends;
    return {
      ...PLAIN_EDGE,
      from: from?.id ?? "",
      to: to?.id ?? "",
      label: parseLabel(edge.title),
      start: from?.into ? "arrow" : "none",
      end: to?.into ? "arrow" : "none",
    };
  });
  const isUpright =
    architecture.getEdges().filter((edge) => /[TB]/.test(edge.lhsDir ?? "")).length > edges.length / 2;
  const graph = { direction: isUpright ? ("TB" as const) : ("LR" as const), nodes, groups, edges };
  return { canvas: fitGraph(graph, scene.columns, scene.background).canvas };
};
