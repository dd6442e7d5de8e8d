/** Filters that come to shadows or to other colours. */
import { Box } from "../layout/box.js";
import { shared } from "./boxes.js";
import type { Recolor } from "./gradients.js";
import { rgb } from "./operators.js";
import { numberOf, type Outline } from "./outlines.js";

/** A copy of what is drawn, in one colour, beside it and below it. */
export interface Shadow {
  readonly dx: number;
  readonly dy: number;
  readonly color: string;
  readonly opacity: number;
  /** How far its edges are blurred. */
  readonly blur: number;
}

/** The only step of a filter, when that is such a one and changes what is drawn. */
function onlyStep({ attributes, children }: Outline, name: string): Outline | null {
  const [step, ...others] = children;
  const isIt = step?.name === name && others.length === 0 && step.attributes.get("in") === "SourceGraphic";
  return isIt && !attributes.has("primitiveUnits") ? step : null;
}

const STEPS = "feGaussianBlur feOffset feFlood feComposite feMerge";

/** Where a shadow says what it is like: in one step, or in several as shadow-filters.ts writes them. */
function stepsOfShadow(filter: Outline): Record<"blurring" | "moving" | "flood", Outline | undefined> | null {
  const step = onlyStep(filter, "feDropShadow");
  if (step) return { blurring: step, moving: step, flood: step };
  const [blurring, moving, flood] = filter.children;
  const isShadow =
    filter.children.map(({ name }) => name).join(" ") === STEPS &&
    blurring?.attributes.get("in") === "SourceAlpha";
  return isShadow ? { blurring, moving, flood } : null;
}

/** The shadow that a filter makes; null when it does anything else. */
export function shadowOf(filter: Outline): Shadow | null {
  const { blurring, moving, flood } = stepsOfShadow(filter) ?? {};
  if (!blurring || !moving || !flood) return null;
  const [blur = 0, other = blur] = (blurring.attributes.get("stdDeviation") ?? "0").split(" ").map(Number);
  if (blur !== other) return null;
  return {
    dx: numberOf(moving, "dx", 0),
    dy: numberOf(moving, "dy", 0),
    color: flood.attributes.get("flood-color") ?? "#000000",
    opacity: numberOf(flood, "flood-opacity", 1),
    blur,
  };
}

/** How many times its blur a shadow can be seen beyond its edge. */
const SEEN = 3;

/** Where a blurred shadow is seen of what is painted in `box`, within the region of its filter. */
export function shadowBox({ left, top, right, bottom }: Box, region: Box, { dx, dy, blur }: Shadow): Box {
  const seen = new Box();
  const reach = SEEN * blur;
  seen.addPoint(left + dx - reach, top + dy - reach);
  seen.addPoint(right + dx + reach, bottom + dy + reach);
  return shared(seen, region);
}

/** Markup that draws the blurred shadow of other markup, and not that itself. */
export function shadowMarkup(markup: string, box: Box, { dx, dy, color, opacity, blur }: Shadow): string {
  const { left, top, right, bottom } = box;
  const region = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`;
  const steps = `<feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/><feOffset dx="${dx}" dy="${dy}" result="shadow"/><feFlood flood-color="${color}" flood-opacity="${opacity}"/><feComposite operator="in" in2="shadow"/>`;
  return `<filter id="shadow" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB" ${region}>${steps}</filter><g filter="url(#shadow)">${markup}</g>`;
}

/** How a filter changes every colour, as brightness does; null when it does anything else. */
export function recoloringOf(filter: Outline): Recolor {
  const step = onlyStep(filter, "feComponentTransfer");
  if (!step || step.attributes.get("color-interpolation-filters") !== "sRGB") return null;
  const [red, green, blue, alpha] = ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].map((name) =>
    linear(step.children.find((child) => child.name === name)),
  );
  if (!red || !green || !blue || alpha !== same) return null;
  return ([r, g, b]) => [red(r), green(g), blue(b)];
}

const same = (value: number): number => value;

function linear(transfer: Outline | undefined): ((value: number) => number) | null {
  const type = transfer?.attributes.get("type") ?? "identity";
  if (!transfer || type === "identity") return same;
  if (type !== "linear") return null;
  const [slope, intercept] = [numberOf(transfer, "slope", 1), numberOf(transfer, "intercept", 0)];
  return (value) => Math.min(1, Math.max(0, value * slope + intercept));
}

/** The change of colours that makes a shadow. */
export const shadowRecolor =
  ({ color }: Shadow): NonNullable<Recolor> =>
  () =>
    rgb(color);
