/** What one renderer refuses and another can mend. */
import { expect, it } from "vitest";
import { DiagramSyntaxError, type DiagramRenderer, RendererChain, type RenderRequest } from "./renderer.js";

const PICTURE = new TextEncoder().encode("<svg/>");
const refusal = new DiagramSyntaxError("Parse error on line 2", { line: 2 });
const cli: DiagramRenderer = {
  name: "cli",
  isAvailable: () => true,
  render: () => Promise.reject(refusal),
};
const library = (mends: boolean): DiagramRenderer => ({
  name: "library",
  isAvailable: () => true,
  render({ onRepair }) {
    if (!mends || !onRepair) return Promise.reject(new DiagramSyntaxError("another message"));
    onRepair(["put a label in quotation marks"]);
    return Promise.resolve(PICTURE);
  },
});
const request = (onRepair?: RenderRequest["onRepair"]): RenderRequest => ({
  source: "graph TD\n A[a (b)]",
  format: "svg",
  scale: 1,
  background: "white",
  colorScheme: "light",
  onRepair,
});

it("is mended by the library although mmdc comes first", async () => {
  const repairs: string[] = [];
  const chain = new RendererChain([cli, library(true)]);
  expect(await chain.render(request((list) => repairs.push(...list)))).toBe(PICTURE);
  expect(repairs).toEqual(["put a label in quotation marks"]);
});

it.each([
  ["the library cannot mend it", [cli, library(false)], () => {}],
  ["nobody wants it mended", [cli, library(true)], undefined],
  ["there is no library", [cli], () => {}],
])("is refused in the words of the first when %s", async (_, renderers, onRepair) => {
  await expect(new RendererChain(renderers).render(request(onRepair))).rejects.toBe(refusal);
});
