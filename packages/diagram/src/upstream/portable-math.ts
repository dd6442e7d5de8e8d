/**
 * The functions of Math whose last digit the language leaves open, with the same result in every version of Node. Layouts by
 * force (mindmap, architecture) turn the last digit into pixels. Everything is computed in pairs of numbers (106 bits), from an
 * approximation that may be anybody's, and rounded once: newer engines and Chromium, which round nearly as well, agree.
 */

/** The unevaluated sum of a number and a much smaller one. */
type Pair = readonly [high: number, low: number];

const SPLITTER = 2 ** 27 + 1;
const PI_HALF: readonly number[] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
const LN2: Pair = [0.6931471805599453, 2.3190468138462996e-17];
const HALF_PI: Pair = [1.5707963267948966, 6.123233995736766e-17];
/** Beyond this the reduction of angles would need more digits; no layout comes near. */
const LARGEST_ANGLE = 1e6;

const sum = (a: number, b: number): Pair => {
  const high = a + b;
  const part = high - a;
  return [high, a - (high - part) + (b - part)];
};

const product = (a: number, b: number): Pair => {
  const high = a * b;
  const [aBig, bBig] = [SPLITTER * a, SPLITTER * b];
  const [aHigh, bHigh] = [aBig - (aBig - a), bBig - (bBig - b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [high, aLow * bLow - (high - aHigh * bHigh - aLow * bHigh - aHigh * bLow)];
};

const add = (a: Pair, b: Pair): Pair => {
  const [high, low] = sum(a[0], b[0]);
  return sum(high, low + a[1] + b[1]);
};

const times = (a: Pair, b: Pair): Pair => {
  const [high, low] = product(a[0], b[0]);
  return sum(high, low + a[0] * b[1] + a[1] * b[0]);
};

const divide = (a: Pair, b: Pair): Pair => {
  const first = a[0] / b[0];
  const rest = add(a, times([-first, 0], b));
  return sum(first, rest[0] / b[0]);
};

const negative = ([high, low]: Pair): Pair => [-high, -low];
const rounded = ([high, low]: Pair): number => high + low;

/** 1/n! for n from 0: the first few as pairs, for the later terms are so small that a number is exact enough. */
const FACTORIALS = Array.from({ length: 22 }, (_, n) =>
  Array.from({ length: n }, (__, i) => i + 1).reduce((all, i) => all * i, 1),
);
const INVERSE = FACTORIALS.map((factorial) => divide([1, 0], [factorial, 0]));
const EXACT_TERMS = 8;

/** The terms from `first` on of a series with every `step`th power, by number; the first EXACT_TERMS before them by pair. */
function series(x: Pair, square: Pair, first: number, step: number, sign: number): Pair {
  const last = first + step * Math.floor((FACTORIALS.length - 1 - first) / step);
  let tail = 0;
  let n = last;
  for (; n >= EXACT_TERMS; n -= step) tail = tail * sign * square[0] + (INVERSE[n]?.[0] ?? 0);
  let total: Pair = [tail, 0];
  for (; n >= first; n -= step) {
    const scaled = times(total, square);
    total = add(sign < 0 ? negative(scaled) : scaled, INVERSE[n] ?? [0, 0]);
  }
  return first === 1 && step === 2 ? times(total, x) : total;
}

interface SineAndCosine {
  readonly sine: Pair;
  readonly cosine: Pair;
}

function sineAndCosine(x: Pair): SineAndCosine {
  const turns = Math.round(x[0] / HALF_PI[0]);
  let angle = x;
  for (const part of PI_HALF) angle = add(angle, negative(product(turns, part)));
  const square = times(angle, angle);
  const sine = series(angle, square, 1, 2, -1);
  const cosine = series(angle, square, 0, 2, -1);
  switch (((turns % 4) + 4) % 4) {
    case 1:
      return { sine: cosine, cosine: negative(sine) };
    case 2:
      return { sine: negative(sine), cosine: negative(cosine) };
    case 3:
      return { sine: negative(cosine), cosine: sine };
    default:
      return { sine, cosine };
  }
}

function exponential(x: Pair): Pair {
  const doublings = Math.round(x[0] / LN2[0]);
  const rest = add(x, negative(times([doublings, 0], LN2)));
  const total = series(rest, rest, 0, 1, 1);
  const half = Math.trunc(doublings / 2);
  const scale = (value: number): number => value * 2 ** half * 2 ** (doublings - half);
  return [scale(total[0]), scale(total[1])];
}

/** Round shapes ask for both of the same few angles, one after the other and shape for shape. */
const ANGLES_KEPT = 500;
const keptAngles = new Map<number, SineAndCosine>();

function ofAngle(angle: number): SineAndCosine {
  let known = keptAngles.get(angle);
  if (!known) {
    if (keptAngles.size >= ANGLES_KEPT) keptAngles.clear();
    known = sineAndCosine([angle, 0]);
    keptAngles.set(angle, known);
  }
  return known;
}

const logarithm = (x: number, guess: number): Pair =>
  add([guess, 0], add(times([x, 0], exponential([-guess, 0])), [-1, 0]));

function arcTangent(x: Pair, guess: number): Pair {
  const { sine, cosine } = sineAndCosine([guess, 0]);
  const correction = divide(add(times(x, cosine), negative(sine)), add(cosine, times(x, sine)));
  return add([guess, 0], correction);
}

const isOrdinary = (x: number): boolean => x !== 0 && Math.abs(x) > 1e-290 && Math.abs(x) < 1e290;
const isAngle = (x: number): boolean => isOrdinary(x) && Math.abs(x) < LARGEST_ANGLE;

type OfOne = (this: void, x: number) => number;
type OfTwo = (this: void, x: number, y: number) => number;

/** The functions that are made portable. */
export interface MathFunctions {
  readonly sin: OfOne;
  readonly cos: OfOne;
  readonly tan: OfOne;
  readonly exp: OfOne;
  readonly log: OfOne;
  readonly pow: OfTwo;
  readonly atan: OfOne;
  readonly atan2: OfTwo;
}

/** The functions by name, made from those of the engine. */
export function portableMath({ sin, cos, tan, exp, log, pow, atan, atan2 }: MathFunctions): MathFunctions {
  const power = (base: number, exponent: number): number => {
    if (exponent === 2) return base * base;
    if (exponent === 0.5 && base >= 0) return Math.sqrt(base);
    const result = pow(base, exponent);
    if (!isOrdinary(result) || !isOrdinary(base) || !isOrdinary(exponent) || result === 1) return result;
    const size = rounded(exponential(times([exponent, 0], logarithm(Math.abs(base), log(Math.abs(base))))));
    return result < 0 ? -size : size;
  };
  return {
    sin: (x) => (isAngle(x) ? rounded(ofAngle(x).sine) : sin(x)),
    cos: (x) => (isAngle(x) ? rounded(ofAngle(x).cosine) : cos(x)),
    tan: (x) => {
      if (!isAngle(x)) return tan(x);
      const { sine, cosine } = ofAngle(x);
      return rounded(divide(sine, cosine));
    },
    exp: (x) => (isOrdinary(x) && Math.abs(x) < 600 ? rounded(exponential([x, 0])) : exp(x)),
    log: (x) => (isOrdinary(x) && x > 0 && x !== 1 ? rounded(logarithm(x, log(x))) : log(x)),
    pow: power,
    atan: (x) => (isOrdinary(x) ? rounded(arcTangent([x, 0], atan(x))) : atan(x)),
    atan2: (y, x) => {
      const guess = atan2(y, x);
      if (!isOrdinary(y) || !isOrdinary(x) || Math.abs(y / x) > 1e8 || Math.abs(y / x) < 1e-8) return guess;
      const { sine, cosine } = sineAndCosine([guess, 0]);
      const across = add(times([y, 0], cosine), negative(times([x, 0], sine)));
      const along = add(times([x, 0], cosine), times([y, 0], sine));
      return rounded(add([guess, 0], divide(across, along)));
    },
  };
}
