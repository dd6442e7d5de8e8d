/** What a style comes to in the drawing: worked out once for all elements that share it. */
import type { Cascaded } from "../css/cascade.js";
import { GEOMETRY_PROPERTIES } from "./allowed.js";
import { styleAttribute, styleText } from "./markup.js";
import { type PaintContext, paintStyle } from "./paint-style.js";

/** What a style comes to. */
export interface PaintedStyle {
  /** What it stands in, and what stands inside of it does. */
  readonly outer: PaintContext;
  readonly inner: PaintContext;
  readonly properties: ReadonlyMap<string, string>;
  /** The properties as an attribute. */
  readonly attribute: string;
  /** The same without the filter; null when there is none. */
  readonly withoutFilter: string | null;
  /** Whether it is drawn as a picture of its own and then laid over what is below. */
  readonly makesLayer: boolean;
  /** The sides and places that are set by CSS. */
  readonly lengths: readonly string[];
}

/** What a style comes to in a context; `startMarker` says what is put where a line begins. */
export function paintedStyle(
  own: Cascaded,
  outer: PaintContext,
  hasId: (id: string) => boolean,
  startMarker: (written: string) => string,
): PaintedStyle {
  const { properties, context } = paintStyle(own, outer, hasId);
  const marker = properties.get("marker-start");
  if (marker) properties.set("marker-start", startMarker(marker));
  return {
    outer,
    inner: context,
    properties,
    attribute: styleAttribute(styleText(properties)),
    withoutFilter: properties.has("filter") ? styleWithoutFilter(properties) : null,
    makesLayer: makesLayer(properties),
    lengths: lengthsIn(own),
  };
}

function lengthsIn(own: Cascaded): readonly string[] {
  const lengths: string[] = [];
  for (const name of GEOMETRY_PROPERTIES) {
    const said = own.get(name);
    if (said && said.value !== "auto") lengths.push(name);
  }
  return lengths;
}

function styleWithoutFilter(properties: ReadonlyMap<string, string>): string {
  const others = new Map(properties);
  others.delete("filter");
  return styleAttribute(styleText(others));
}

function makesLayer(properties: ReadonlyMap<string, string>): boolean {
  const opacity = properties.get("opacity");
  const blend = properties.get("mix-blend-mode");
  return (
    (opacity !== undefined && Number.parseFloat(opacity) < 1) ||
    properties.has("filter") ||
    properties.has("mask") ||
    properties.has("clip-path") ||
    (blend !== undefined && blend !== "normal") ||
    properties.get("isolation") === "isolate"
  );
}
