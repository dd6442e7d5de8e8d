/** Pixels made fewer, laid on a background, cut and padded. */
import type { Rgb } from "./picture.js";
import type { Pixels } from "./pixels.js";

/** For one axis: which source samples make up each target sample, and the share of the first and the last. */
interface Span {
  first: number;
  last: number;
  firstShare: number;
  lastShare: number;
}

function spans(source: number, target: number): Span[] {
  const step = source / target;
  return Array.from({ length: target }, (_, index) => {
    const start = index * step;
    const end = Math.min(source, (index + 1) * step);
    const first = Math.floor(start);
    const last = Math.min(source - 1, Math.max(first, Math.ceil(end) - 1));
    return first === last
      ? { first, last, firstShare: end - start, lastShare: 0 }
      : { first, last, firstShare: first + 1 - start, lastShare: end - last };
  });
}

/**
 * Shrinks by area averaging: every target pixel is the mean of exactly the source area it covers, weighted by
 * alpha so that transparent pixels lend no colour. Never called to enlarge.
 */
export function shrink(pixels: Pixels, width: number, height: number): Pixels {
  if (width === pixels.width && height === pixels.height) return pixels;
  const columns = spans(pixels.width, width);
  const rows = spans(pixels.height, height);
  const opaque = isOpaque(pixels.data);
  const data = new Uint8Array(width * height * 4);
  const sums = new Float64Array(width * 4);
  const area = (pixels.width / width) * (pixels.height / height);
  for (let y = 0; y < height; y += 1) {
    const row = rows[y]!;
    sums.fill(0);
    for (let sourceY = row.first; sourceY <= row.last; sourceY += 1) {
      const share = sourceY === row.first ? row.firstShare : sourceY === row.last ? row.lastShare : 1;
      const offset = sourceY * pixels.width * 4;
      if (opaque) addOpaqueRow(pixels.data, offset, columns, share, sums);
      else addRow(pixels.data, offset, columns, share, sums);
    }
    writeRow(sums, data, y * width * 4, area, opaque);
  }
  return { width, height, data };
}

function isOpaque(data: Uint8Array): boolean {
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false;
  return true;
}

function addOpaqueRow(data: Uint8Array, offset: number, columns: Span[], share: number, sums: Float64Array) {
  for (let x = 0; x < columns.length; x += 1) {
    const { first, last, firstShare, lastShare } = columns[x]!;
    let position = offset + first * 4;
    let red = data[position]! * firstShare;
    let green = data[position + 1]! * firstShare;
    let blue = data[position + 2]! * firstShare;
    for (let inner = first + 1; inner < last; inner += 1) {
      position += 4;
      red += data[position]!;
      green += data[position + 1]!;
      blue += data[position + 2]!;
    }
    if (last > first) {
      position = offset + last * 4;
      red += data[position]! * lastShare;
      green += data[position + 1]! * lastShare;
      blue += data[position + 2]! * lastShare;
    }
    const target = x * 4;
    sums[target] = sums[target]! + red * share;
    sums[target + 1] = sums[target + 1]! + green * share;
    sums[target + 2] = sums[target + 2]! + blue * share;
  }
}

function addRow(data: Uint8Array, offset: number, columns: Span[], share: number, sums: Float64Array) {
  for (let x = 0; x < columns.length; x += 1) {
    const { first, last, firstShare, lastShare } = columns[x]!;
    const target = x * 4;
    for (let inner = first; inner <= last; inner += 1) {
      const position = offset + inner * 4;
      const part = share * (inner === first ? firstShare : inner === last ? lastShare : 1);
      const weight = data[position + 3]! * part;
      if (weight === 0) continue;
      sums[target] = sums[target]! + data[position]! * weight;
      sums[target + 1] = sums[target + 1]! + data[position + 1]! * weight;
      sums[target + 2] = sums[target + 2]! + data[position + 2]! * weight;
      sums[target + 3] = sums[target + 3]! + weight;
    }
  }
}

function writeRow(sums: Float64Array, data: Uint8Array, offset: number, area: number, opaque: boolean) {
  for (let index = 0; index < sums.length; index += 4) {
    const weight = opaque ? area : sums[index + 3]!;
    if (weight === 0) continue;
    const target = offset + index;
    data[target] = sums[index]! / weight + 0.5;
    data[target + 1] = sums[index + 1]! / weight + 0.5;
    data[target + 2] = sums[index + 2]! / weight + 0.5;
    data[target + 3] = opaque ? 255 : weight / area + 0.5;
  }
}

/** Lays half-transparent pixels over a colour. Pixels with no alpha at all stay transparent. */
export function flatten(pixels: Pixels, [red, green, blue]: Rgb): Pixels {
  if (isOpaque(pixels.data)) return pixels;
  const data = new Uint8Array(pixels.data);
  for (let index = 0; index < data.length; index += 4) {
    const alpha = data[index + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    data[index] = mix(data[index]!, red, alpha);
    data[index + 1] = mix(data[index + 1]!, green, alpha);
    data[index + 2] = mix(data[index + 2]!, blue, alpha);
    data[index + 3] = 255;
  }
  return { width: pixels.width, height: pixels.height, data };
}

const mix = (over: number, under: number, alpha: number) =>
  Math.round((over * alpha + under * (255 - alpha)) / 255);

/** Cuts rows `top` to `top + height` out of a picture. */
export function cropRows(pixels: Pixels, top: number, height: number): Pixels {
  const stride = pixels.width * 4;
  return { width: pixels.width, height, data: pixels.data.subarray(top * stride, (top + height) * stride) };
}

/** Adds transparent pixels to the right and below. */
export function pad(pixels: Pixels, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  const stride = pixels.width * 4;
  for (let row = 0; row < pixels.height; row += 1) {
    data.set(pixels.data.subarray(row * stride, (row + 1) * stride), row * width * 4);
  }
  return { width, height, data };
}
