/**
 * The functions of Math whose last digit the language leaves open, with the same result in every version of Node. Layouts by
 * force (mindmap, architecture) turn the last digit into pixels. Everything is computed in pairs of numbers (106 bits), from an
 * approximation that may be anybody's, and rounded once: newer engines and Chromium, which round nearly as well, agree.
 */

const SPLITTER = 2 ** 27 + 1;
const PI_HALF: readonly number[] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
const LN2 = { high: 0.6931471805599453, low: 2.3190468138462996e-17 };
const HALF_PI = 1.5707963267948966;
/** Beyond this the reduction of angles would need more digits; no layout comes near. */
const LARGEST_ANGLE = 1e6;

/**
 * What the last operation came to: the unevaluated sum of a number and a much smaller one. They all leave it here, for a
 * pair made anew by each was a quarter of the garbage of a pie chart.
 */
const out = { high: 0.5, low: 0.5 };

function sum(a: number, b: number): void {
  const high = a + b;
  const part = high - a;
  out.high = high;
  out.low = a - (high - part) + (b - part);
}

function product(a: number, b: number): void {
  const high = a * b;
  const aBig = SPLITTER * a;
  const bBig = SPLITTER * b;
  const aHigh = aBig - (aBig - a);
  const bHigh = bBig - (bBig - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  out.high = high;
  out.low = aLow * bLow - (high - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function add(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  sum(aHigh, bHigh);
  sum(out.high, out.low + aLow + bLow);
}

function times(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  product(aHigh, bHigh);
  sum(out.high, out.low + aHigh * bLow + aLow * bHigh);
}

function divide(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const first = aHigh / bHigh;
  times(-first, 0, bHigh, bLow);
  add(aHigh, aLow, out.high, out.low);
  sum(first, out.high / bHigh);
}

const rounded = (): number => out.high + out.low;

/** 1/n! for n from 0: the first few as pairs, for the later terms are so small that a number is exact enough. */
const FACTORIALS = Array.from({ length: 22 }, (_, n) =>
  Array.from({ length: n }, (__, i) => i + 1).reduce((all, i) => all * i, 1),
);
const INVERSE = FACTORIALS.map((factorial) => {
  divide(1, 0, factorial, 0);
  return { ...out };
});
const NO_TERM = { high: 0, low: 0 };
const EXACT_TERMS = 8;

/** The terms from `first` on of a series with every `step`th power, by number; the first EXACT_TERMS before them by pair. */
function series(squareHigh: number, squareLow: number, first: number, step: number, sign: number): void {
  let n = first + step * Math.floor((FACTORIALS.length - 1 - first) / step);
  let tail = 0;
  for (; n >= EXACT_TERMS; n -= step) tail = tail * sign * squareHigh + (INVERSE[n] ?? NO_TERM).high;
  out.high = tail;
  out.low = 0;
  for (; n >= first; n -= step) {
    times(out.high, out.low, squareHigh, squareLow);
    const term = INVERSE[n] ?? NO_TERM;
    if (sign < 0) add(-out.high, -out.low, term.high, term.low);
    else add(out.high, out.low, term.high, term.low);
  }
}

/** The sine and the cosine of the last angle: who asks for one mostly asks for the other one next. */
const last = { angle: Number.NaN, turns: 0, sineHigh: 0.5, sineLow: 0.5, cosineHigh: 0.5, cosineLow: 0.5 };

function findSineAndCosine(x: number): void {
  if (x === last.angle) return;
  last.angle = x;
  const turns = Math.round(x / HALF_PI);
  let high = x;
  let low = 0;
  for (const part of PI_HALF) {
    product(turns, part);
    add(high, low, -out.high, -out.low);
    ({ high, low } = out);
  }
  times(high, low, high, low);
  const { high: squareHigh, low: squareLow } = out;
  series(squareHigh, squareLow, 1, 2, -1);
  times(out.high, out.low, high, low);
  last.sineHigh = out.high;
  last.sineLow = out.low;
  series(squareHigh, squareLow, 0, 2, -1);
  last.cosineHigh = out.high;
  last.cosineLow = out.low;
  last.turns = ((turns % 4) + 4) % 4;
}

/** Leaves the sine of an angle, or its cosine as that of an angle a quarter turn on. */
function sineOf(x: number, quarterTurns: 0 | 1): void {
  findSineAndCosine(x);
  const quarter = (last.turns + quarterTurns) % 4;
  const sign = quarter < 2 ? 1 : -1;
  out.high = sign * (quarter % 2 === 0 ? last.sineHigh : last.cosineHigh);
  out.low = sign * (quarter % 2 === 0 ? last.sineLow : last.cosineLow);
}

function exponential(high: number, low: number): void {
  const doublings = Math.round(high / LN2.high);
  times(doublings, 0, LN2.high, LN2.low);
  add(high, low, -out.high, -out.low);
  series(out.high, out.low, 0, 1, 1);
  const half = Math.trunc(doublings / 2);
  out.high = out.high * 2 ** half * 2 ** (doublings - half);
  out.low = out.low * 2 ** half * 2 ** (doublings - half);
}

function logarithm(x: number, guess: number): void {
  exponential(-guess, 0);
  times(x, 0, out.high, out.low);
  add(out.high, out.low, -1, 0);
  add(guess, 0, out.high, out.low);
}

/** The angle of the point (x, y), which is nearly `guess`. */
function angleOf(y: number, x: number, guess: number): void {
  sineOf(guess, 0);
  const { high: sineHigh, low: sineLow } = out;
  sineOf(guess, 1);
  const { high: cosineHigh, low: cosineLow } = out;
  times(y, 0, cosineHigh, cosineLow);
  const { high: riseHigh, low: riseLow } = out;
  times(x, 0, sineHigh, sineLow);
  add(riseHigh, riseLow, -out.high, -out.low);
  const { high: acrossHigh, low: acrossLow } = out;
  times(x, 0, cosineHigh, cosineLow);
  const { high: runHigh, low: runLow } = out;
  times(y, 0, sineHigh, sineLow);
  add(runHigh, runLow, out.high, out.low);
  divide(acrossHigh, acrossLow, out.high, out.low);
  add(guess, 0, out.high, out.low);
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
    logarithm(Math.abs(base), log(Math.abs(base)));
    times(exponent, 0, out.high, out.low);
    exponential(out.high, out.low);
    return result < 0 ? -rounded() : rounded();
  };
  return {
    sin: (x) => {
      if (!isAngle(x)) return sin(x);
      sineOf(x, 0);
      return rounded();
    },
    cos: (x) => {
      if (!isAngle(x)) return cos(x);
      sineOf(x, 1);
      return rounded();
    },
    tan: (x) => {
      if (!isAngle(x)) return tan(x);
      sineOf(x, 0);
      const { high, low } = out;
      sineOf(x, 1);
      divide(high, low, out.high, out.low);
      return rounded();
    },
    exp: (x) => {
      if (!isOrdinary(x) || Math.abs(x) >= 600) return exp(x);
      exponential(x, 0);
      return rounded();
    },
    log: (x) => {
      if (!isOrdinary(x) || x <= 0 || x === 1) return log(x);
      logarithm(x, log(x));
      return rounded();
    },
    pow: power,
    atan: (x) => {
      if (!isOrdinary(x)) return atan(x);
      angleOf(x, 1, atan(x));
      return rounded();
    },
    atan2: (y, x) => {
      const guess = atan2(y, x);
      if (!isOrdinary(y) || !isOrdinary(x) || Math.abs(y / x) > 1e8 || Math.abs(y / x) < 1e-8) return guess;
      angleOf(y, x, guess);
      return rounded();
    },
  };
}
