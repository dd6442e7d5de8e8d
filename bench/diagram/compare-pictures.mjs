// Compares pictures and lays them out side by side, inside the browser that is there anyway.
const compareSize = 600;

/**
 * Structural similarity (mean SSIM over 8x8 blocks of grey) of two PNG files. Both are trimmed to what is drawn (mmdc leaves
 * a margin and shrinks the drawing by as much; those of one size are trimmed alike), scaled to one size and slightly blurred: a line that falls half a pixel
 * beside the other is the same line.
 */
export async function similarity(page, first, second) {
  return page.evaluate(
    async (sources, limit) => {
      const trimmed = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const scale = Math.min(1, (3 * limit) / Math.max(image.naturalWidth, image.naturalHeight));
          const [width, height] = [image.naturalWidth, image.naturalHeight].map((side) =>
            Math.ceil(side * scale),
          );
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext("2d");
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, width, height);
          const { data } = context.getImageData(0, 0, width, height);
          const box = { left: width, top: height, right: 0, bottom: 0 };
          for (let at = 0; at < width * height; at++) {
            if (data[at * 4] > 240 && data[at * 4 + 1] > 240 && data[at * 4 + 2] > 240) continue;
            const [x, y] = [at % width, Math.floor(at / width)];
            box.left = Math.min(box.left, x);
            box.right = Math.max(box.right, x + 1);
            box.top = Math.min(box.top, y);
            box.bottom = Math.max(box.bottom, y + 1);
          }
          return { canvas, ...box, width: box.right - box.left, height: box.bottom - box.top };
        }),
      );
      const [one, other] = trimmed;
      if (one.canvas.width === other.canvas.width && one.canvas.height === other.canvas.height) {
        // Pictures of one size are trimmed alike: a pale edge may be seen in one and not in the other.
        const box = {
          left: Math.min(one.left, other.left),
          top: Math.min(one.top, other.top),
          right: Math.max(one.right, other.right),
          bottom: Math.max(one.bottom, other.bottom),
        };
        const [width, height] = [box.right - box.left, box.bottom - box.top];
        for (const picture of trimmed) Object.assign(picture, box, { width, height });
      }
      const scale = Math.min(1, limit / Math.max(trimmed[0].width, trimmed[0].height));
      const width = Math.max(8, Math.round(trimmed[0].width * scale));
      const height = Math.max(8, Math.round(trimmed[0].height * scale));
      const greys = trimmed.map((box) => {
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.imageSmoothingQuality = "high";
        context.fillStyle = "white";
        context.fillRect(0, 0, width, height);
        context.filter = "blur(1.5px)";
        context.drawImage(box.canvas, box.left, box.top, box.width, box.height, 0, 0, width, height);
        const { data } = context.getImageData(0, 0, width, height);
        return Float64Array.from(
          { length: width * height },
          (_, at) => 0.299 * data[at * 4] + 0.587 * data[at * 4 + 1] + 0.114 * data[at * 4 + 2],
        );
      });
      let sum = 0;
      let blocks = 0;
      for (let top = 0; top + 8 <= height; top += 4) {
        for (let left = 0; left + 8 <= width; left += 4) {
          let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
          for (let y = top; y < top + 8; y++) {
            for (let x = left; x < left + 8; x++) {
              const [p, q] = [greys[0][y * width + x], greys[1][y * width + x]];
              a += p;
              b += q;
              aa += p * p;
              bb += q * q;
              ab += p * q;
            }
          }
          const [ma, mb] = [a / 64, b / 64];
          const [va, vb, cov] = [aa / 64 - ma * ma, bb / 64 - mb * mb, ab / 64 - ma * mb];
          sum +=
            ((2 * ma * mb + 6.5025) * (2 * cov + 58.5225)) /
            ((ma * ma + mb * mb + 6.5025) * (va + vb + 58.5225));
          blocks++;
        }
      }
      return sum / blocks;
    },
    [first, second].map((data) => Buffer.from(data).toString("base64")),
    compareSize,
  );
}

const picture = (data) => `<img src="data:image/png;base64,${Buffer.from(data).toString("base64")}">`;
const cell = ({ name, browser, ours, note }) =>
  `<figure><figcaption>${name} <small>${note}</small></figcaption><div>${picture(browser)}${picture(ours)}</div></figure>`;

/** A PNG that shows every pair: the browser's picture at the left, ours at the right. */
export async function contactSheet(page, pairs) {
  await page.setViewport({ width: 1640, height: 800, deviceScaleFactor: 1 });
  await page.setContent(`<style>
    body { font: 13px sans-serif; margin: 10px; display: grid; grid-template-columns: repeat(4, 1fr); gap: 10px; background: #ccc }
    figure { margin: 0; background: white; padding: 4px } figcaption { white-space: nowrap; overflow: hidden }
    div { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; height: 170px; margin-top: 4px }
    img { width: 100%; height: 170px; object-fit: contain; border: 1px solid #eee; box-sizing: border-box }
  </style><p style="grid-column: 1/-1; margin: 0">Left: mermaid-cli in Chromium. Right: @framework/diagram.</p>${pairs.map(cell).join("")}`);
  return page.screenshot({ fullPage: true });
}
