/** Affine transforms. */

/** The affine transform `[a b c d e f]` of SVG. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The transform that changes nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Moves by `x` and `y`. */
export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  if (outer === IDENTITY) return inner;
  if (inner === IDENTITY) return outer;
  // By number: taking arrays apart goes through their iterators.
  const a = outer[0];
  const b = outer[1];
  const c = outer[2];
  const d = outer[3];
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + outer[4],
    b * inner[4] + d * inner[5] + outer[5],
  ];
}

function radians(source: string): number {
  const value = Number.parseFloat(source);
  if (source.endsWith("turn")) return value * 2 * Math.PI;
  return source.endsWith("rad") ? value : (value * Math.PI) / 180;
}

function oneTransform(name: string, written: readonly string[]): Matrix {
  const [first = 0, second, third] = written.map((one) => Number.parseFloat(one));
  const angle = radians(written[0] ?? "0");
  switch (name) {
    case "translate":
      return translation(first, second ?? 0);
    case "translateX":
      return translation(first, 0);
    case "translateY":
      return translation(0, first);
    case "scale":
      return [first, 0, 0, second ?? first, 0, 0];
    case "scaleX":
      return [first, 0, 0, 1, 0, 0];
    case "scaleY":
      return [1, 0, 0, first, 0, 0];
    case "rotate": {
      const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
      if (second === undefined || third === undefined) return turn;
      return about(turn, second, third);
    }
    case "skewX":
      return [1, 0, Math.tan(angle), 1, 0, 0];
    case "skewY":
      return [1, Math.tan(angle), 0, 1, 0, 0];
    case "matrix": {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = written.map((one) => Number.parseFloat(one));
      return [a, b, c, d, e, f];
    }
    default:
      return IDENTITY;
  }
}

/** A transform taken about a point instead of the origin. */
export function about(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(multiply(translation(x, y), matrix), translation(-x, -y));
}

const PLAIN_TRANSLATION = /^translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)\s*\)$/;

/** Parses a transform list of an attribute or of CSS; unreadable parts are left out. */
export function parseTransform(source: string): Matrix {
  // Most are of this form, and need not be taken apart; 0 is added because that makes 0 of -0, as below.
  const plain = PLAIN_TRANSLATION.exec(source);
  const shift = plain ? translation(Number(plain[1]) + 0, Number(plain[2]) + 0) : null;
  if (shift?.every(Number.isFinite)) return shift;
  let matrix = IDENTITY;
  for (const [, name = "", body = ""] of source.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const step = oneTransform(name, body.trim().split(/[\s,]+/));
    if (step.every(Number.isFinite)) matrix = multiply(matrix, step);
  }
  return matrix;
}
