/** Colours of CSS. */
import { NAMED_COLORS } from "../dom/named-colors.js";
import { splitTopLevel } from "../dom/split.js";

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const percentOr = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number.parseFloat(text) / 100) * whole : Number.parseFloat(text);

const MOST_KEPT = 1_000;
const LONGEST_KEPT = 100;
const kept = new Map<string, Color | null>();

/** Parses a CSS colour; null when it is none. The last ones are kept: most of a picture is in a few colours. */
export function parseColor(source: string): Color | null {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const color = readColor(source);
  if (kept.size >= MOST_KEPT) kept.clear();
  if (source.length <= LONGEST_KEPT) kept.set(source, color);
  return color;
}

function readColor(source: string): Color | null {
  const text = source.trim().toLowerCase();
  if (text === "transparent") return [0, 0, 0, 0];
  const named = NAMED_COLORS.get(text);
  if (named) return parseHex(named);
  if (text.startsWith("#")) return parseHex(text.slice(1));
  const call = /^(rgb|hsl)a?\((.*)\)$/.exec(text);
  if (call) return parseFunction(call[1] === "rgb", call[2] ?? "");
  const mix = /^color-mix\(\s*in\s+[\w-]+(?:\s+\w+ hue)?\s*,(.+)\)$/.exec(text);
  return mix ? mixColors(mix[1] ?? "") : null;
}

function parseHex(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const full = digits.length <= 4 ? digits.replace(/./g, "$&$&") : digits;
  const byte = (at: number): number => Number.parseInt(full.slice(at, at + 2), 16);
  return [byte(0), byte(2), byte(4), full.length === 8 ? byte(6) / 255 : 1];
}

function parseFunction(isRgb: boolean, body: string): Color | null {
  const [first, second, third, fourth = "1"] = body.split(/[\s,/]+/).filter(Boolean);
  if (first === undefined || second === undefined || third === undefined) return null;
  const alpha = clamp(percentOr(fourth, 1), 0, 1);
  const color: Color = isRgb
    ? [channel(first), channel(second), channel(third), alpha]
    : [...hslToRgb(Number.parseFloat(first), fraction(second), fraction(third)), alpha];
  return color.every(Number.isFinite) ? color : null;
}

const channel = (text: string): number => clamp(percentOr(text, 255), 0, 255);
const fraction = (text: string): number => clamp(Number.parseFloat(text) / 100, 0, 1);

function hslToRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const sector = (((hue % 360) + 360) % 360) / 60;
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const second = chroma * (1 - Math.abs((sector % 2) - 1));
  const [red, green, blue] =
    sector < 1
      ? [chroma, second, 0]
      : sector < 2
        ? [second, chroma, 0]
        : sector < 3
          ? [0, chroma, second]
          : sector < 4
            ? [0, second, chroma]
            : sector < 5
              ? [second, 0, chroma]
              : [chroma, 0, second];
  const base = lightness - chroma / 2;
  return [(red + base) * 255, (green + base) * 255, (blue + base) * 255];
}

function mixColors(body: string): Color | null {
  const [left = "", right = ""] = splitTopLevel(body, ",");
  const share = /\s([\d.]+)%\s*$/;
  const leftColor = parseColor(left.replace(share, ""));
  const rightColor = parseColor(right.replace(share, ""));
  if (!leftColor || !rightColor) return leftColor ?? rightColor;
  const leftShare = share.exec(left)?.[1];
  const rightShare = share.exec(right)?.[1];
  const weight = leftShare ? Number(leftShare) / 100 : rightShare ? 1 - Number(rightShare) / 100 : 0.5;
  const alpha = weight * leftColor[3] + (1 - weight) * rightColor[3];
  const blend = (index: 0 | 1 | 2): number =>
    (leftColor[index] * leftColor[3] * weight + rightColor[index] * rightColor[3] * (1 - weight)) /
    (alpha || 1);
  return [blend(0), blend(1), blend(2), alpha];
}

/** A colour in a form that every SVG viewer reads. */
export function formatColor([red, green, blue, alpha]: Color): string {
  const bytes = [red, green, blue].map(Math.round);
  if (alpha < 1) return `rgba(${bytes.join(",")},${Number(alpha.toFixed(3))})`;
  return hexColor([red, green, blue, 1]);
}

/** A colour in digits, with two of them for the alpha where there is one. */
export function hexColor([red, green, blue, alpha]: Color): string {
  const bytes = [red, green, blue, ...(alpha < 1 ? [alpha * 255] : [])];
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, "0")).join("")}`;
}
