/** What a diagram of nodes and edges says, apart from where anything stands. */
import type { Rgb } from "../palette.js";
import type { Line } from "../rich-text.js";

export type Direction = "TB" | "BT" | "LR" | "RL";

/** Outlines that can be told apart in characters. */
export type Shape =
  | "rect"
  | "round"
  | "stadium"
  | "subroutine"
  | "cylinder"
  | "double"
  | "diamond"
  | "hexagon"
  | "lean-right"
  | "lean-left"
  | "trapezoid"
  | "inverted-trapezoid"
  | "flag"
  | "note"
  | "bar"
  | "bare"
  | "dot";

/** What stands at an end of an edge. */
export type Marker =
  | "none"
  | "arrow"
  | "circle"
  | "cross"
  | "extension"
  | "composition"
  | "aggregation"
  | "contains"
  | "one"
  | "zero-one"
  | "one-many"
  | "zero-many";

/** One row of what stands in a node. */
export type Row =
  | { readonly kind: "text"; readonly line: Line; readonly align: "center" | "left" }
  | { readonly kind: "rule" }
  | { readonly kind: "cells"; readonly cells: readonly Line[] };

/** Colours and lines that the author asked for. */
export interface Paint {
  readonly fill: Rgb | null;
  readonly stroke: Rgb | null;
  readonly ink: Rgb | null;
  readonly heavy: boolean;
  readonly dash: boolean;
}

export const PLAIN_PAINT: Paint = { fill: null, stroke: null, ink: null, heavy: false, dash: false };

export interface GraphNode {
  readonly id: string;
  /** The group it stands in. */
  readonly parent: string | null;
  readonly shape: Shape;
  readonly rows: readonly Row[];
  /** The sign of a "dot". */
  readonly sign?: string;
  readonly paint: Paint;
}

export interface GraphGroup {
  readonly id: string;
  readonly parent: string | null;
  readonly title: readonly Line[];
  readonly direction: Direction | null;
  readonly dash: boolean;
  readonly paint: Paint;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: readonly Line[];
  readonly start: Marker;
  readonly end: Marker;
  /** What is written at the ends, such as "0..*". */
  readonly startText: string;
  readonly endText: string;
  readonly stroke: "light" | "heavy" | "dashed" | "invisible";
  readonly color: Rgb | null;
  /** How many ranks it spans at least. */
  readonly length: number;
}

/** An arrow without any words. */
export const PLAIN_EDGE: Omit<GraphEdge, "from" | "to"> = {
  label: [],
  start: "none",
  end: "arrow",
  startText: "",
  endText: "",
  stroke: "light",
  color: null,
  length: 1,
};

export interface Graph {
  readonly direction: Direction;
  readonly nodes: readonly GraphNode[];
  readonly groups: readonly GraphGroup[];
  readonly edges: readonly GraphEdge[];
}

/** A place in cells. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Whether two rectangles have a cell in common. */
export const overlaps = (one: Rect, other: Rect): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

export const isHorizontal = (direction: Direction): boolean => direction === "LR" || direction === "RL";

const TURNED: Readonly<Record<Direction, Direction>> = { TB: "LR", BT: "RL", LR: "TB", RL: "BT" };

/** The same flow turned by a quarter. */
export const turned = (direction: Direction): Direction => TURNED[direction];
