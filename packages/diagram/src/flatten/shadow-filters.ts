/** Shadows of groups as filters that resvg draws in their own colour: those that are written as functions it draws too pale. */
import { formatColor } from "../css/color.js";
import { type PlainShadow, writtenShadow } from "./drop-shadow.js";
import { formatNumber } from "./markup.js";
import type { PaintedStyle } from "./painted-style.js";

export class ShadowFilters {
  /** Where each function stands. */
  readonly #places = new Map<string, string>();
  definitions = "";

  /** A style with a reference to a filter in the place of the function. */
  inPixels(painted: PaintedStyle): PaintedStyle {
    const written = painted.properties.get("filter");
    const place = written && this.#place(written);
    if (!place) return painted;
    return { ...painted, attribute: painted.attribute.replace(`filter:${written}`, `filter:url(#${place})`) };
  }

  #place(written: string): string | undefined {
    const known = this.#places.get(written);
    const shadow = known === undefined ? writtenShadow(written) : null;
    if (!shadow) return known;
    const place = `drop-shadow-${this.#places.size}`;
    this.#places.set(written, place);
    this.definitions += definition(place, shadow);
    return place;
  }
}

/** Step by step, and not in linear light, which takes dark colours for others when each has eight bits. */
function definition(place: string, shadow: PlainShadow): string {
  const [dx, dy, blur] = [shadow.dx, shadow.dy, shadow.blur].map(formatNumber);
  const [red, green, blue, alpha] = shadow.color;
  const flood = `flood-color="${formatColor([red, green, blue, 1])}" flood-opacity="${formatNumber(alpha)}"`;
  return (
    `<filter id="${place}" color-interpolation-filters="sRGB" x="-50%" y="-50%" width="200%" height="200%">` +
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/><feOffset dx="${dx}" dy="${dy}" result="shadow"/>` +
    `<feFlood ${flood}/><feComposite operator="in" in2="shadow"/>` +
    '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
  );
}
