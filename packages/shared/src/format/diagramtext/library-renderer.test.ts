import { expect, test } from "vitest";
import { pngSize } from "../../terminal/image/png.js";
import { createLibraryRenderer } from "./library-renderer.js";
import type { RenderRequest } from "./renderer.js";

const renderer = createLibraryRenderer();
const request = (source: string): RenderRequest => ({
  source,
  format: "png",
  theme: "default",
  colorScheme: "light",
  scale: 2,
  background: "white",
});

test.runIf(renderer.isAvailable())("draws with the diagram package", async () => {
  const { width, height } = pngSize(await renderer.render(request("graph TD\nA --> B --> C\n")));
  expect(width).toBeGreaterThan(50);
  expect(height).toBeGreaterThan(width);
});

test.runIf(renderer.isAvailable())("tells a syntax error and its line", async () => {
  await expect(renderer.render(request("graph TD\nA --> B\nA --> \n"))).rejects.toMatchObject({
    name: "DiagramSyntaxError",
    line: expect.any(Number),
  });
});

test.skipIf(renderer.isAvailable())("without the package there is nothing to draw with", async () => {
  await expect(renderer.render(request("graph TD"))).rejects.toThrow("@framework/diagram");
});
