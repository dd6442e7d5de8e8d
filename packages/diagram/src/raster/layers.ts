/** How much memory a picture needs while it is made. */

/** What the rasteriser may hold at one time; 24 million pixels in ten layers are as much. */
const MAX_BYTES = 1_000_000_000;
const BYTES_PER_PIXEL = 4;

const TAG = /<(\/?)(\w[\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const LAYER =
  /(?:^|[\s;"'])(?:(?:filter|mask|clip-path)\s*[:=]\s*["']?url|opacity\s*[:=]\s*["']?(?:0|\.)|mix-blend-mode|isolation)/;

/** How many pictures are open inside each other at most: each of these elements is drawn on one of its own. */
export function layersOf(svg: string): number {
  const open: boolean[] = [];
  let layers = 0;
  let most = 0;
  for (const [, end, , attributes = "", isEmpty] of svg.matchAll(TAG)) {
    if (end) {
      if (open.pop()) layers -= 1;
      continue;
    }
    const isLayer = LAYER.test(attributes);
    if (isLayer) most = Math.max(most, layers + 1);
    if (isEmpty) continue;
    open.push(isLayer);
    if (isLayer) layers += 1;
  }
  return most;
}

/** Throws when a picture of so many pixels would need more memory than there should be for one. */
export function checkMemory(svg: string, pixels: number): void {
  const layers = layersOf(svg);
  if ((1 + layers) * pixels * BYTES_PER_PIXEL > MAX_BYTES)
    throw new Error(
      `${Math.round(pixels / 1e6)} million pixels in ${layers} layers need more than ${MAX_BYTES / 1e6} MB; choose a smaller scale`,
    );
}
