/** Icon packs, the caller's and the bundled ones. */
import { PNG } from "pngjs";
import { afterAll, describe, expect, it } from "vitest";
import {
  DiagramIconPackError,
  DiagramLimitError,
  DiagramTimeoutError,
  type IconifyJson,
  registerIconPacks,
  renderDiagram,
  shutdown,
} from "../index.js";

afterAll(shutdown);

const square = (color: string): { body: string } => ({
  body: `<rect width="10" height="10" fill="${color}"/>`,
});
const gradient = (color: string): { body: string } => ({
  body: `<defs><linearGradient id="a"><stop stop-color="${color}"/></linearGradient></defs><rect width="10" height="10" fill="url(#a)"/>`,
});
const shapes: IconifyJson = {
  prefix: "shapes",
  width: 10,
  height: 10,
  icons: {
    red: square("#f00"),
    "deep-blue": square("#00f"),
    teal: gradient("#008080"),
    gold: gradient("#ffd700"),
    glass: { body: '<g opacity=".5"><rect width="10" height="10" fill="#f00"/></g>' },
    layers: {
      body: '<rect width="10" height="10" fill="#f00"/><g opacity=".5"><rect x="900" width="9" height="9"/></g>',
    },
    half: { body: '<rect width="5" height="10" fill="#f00"/>' },
    ink: { body: '<rect width="10" height="10" fill="currentColor"/>' },
  },
  aliases: { crimson: { parent: "red" }, other: { parent: "half", hFlip: true } },
};
registerIconPacks([{ name: "shapes", icons: shapes }]);

const unknownBlue = "#087ebf";
const node = (icon: string): string => `flowchart TD\nA@{ icon: "${icon}", h: 50 }`;

/** How many pixels are of a colour, and the mean of their x. */
async function pixels(source: string, wanted: readonly number[]): Promise<{ count: number; x: number }> {
  const { data, width } = await renderDiagram(source, { format: "png" });
  const picture = PNG.sync.read(Buffer.from(data)).data;
  let count = 0;
  let sum = 0;
  for (let at = 0; at < picture.length; at += 4)
    if (wanted.every((value, channel) => picture[at + channel] === value)) {
      count += 1;
      sum += (at / 4) % width;
    }
  return { count, x: sum / count };
}
const red = [255, 0, 0];

describe("an icon of a registered pack", () => {
  it("is drawn in a flowchart, as large as it is asked to be", async () => {
    const { count } = await pixels(node("shapes:red"), red);
    expect(count).toBeGreaterThan(48 * 48);
    expect(count).toBeLessThanOrEqual(51 * 51);
  });

  it("is drawn in an architecture", async () => {
    const source = "architecture-beta\n group g(shapes:deep-blue)[G]\n service s(shapes:red)[S] in g";
    expect((await pixels(source, red)).count).toBeGreaterThan(70 * 70);
    expect((await pixels(source, [0, 0, 255])).count).toBeGreaterThan(25 * 25);
  });

  it("has other names, which may mirror it", async () => {
    expect((await renderDiagram(node("shapes:crimson"))).data).toContain("#ff0000");
    const [left, right] = [await pixels(node("shapes:half"), red), await pixels(node("shapes:other"), red)];
    expect(right.count).toBe(left.count);
    expect(right.x - left.x).toBeCloseTo(25, 0);
  });

  it("takes the colour of its node", async () => {
    const source = `${node("shapes:ink")}\nstyle A stroke:#0a0b0c`;
    expect((await renderDiagram(source)).data).toContain("fill:#0a0b0c");
  });

  it("keeps its layers, but for those that cannot be seen", async () => {
    expect((await pixels(node("shapes:glass"), [255, 127, 127])).count).toBeGreaterThan(2_000);
    expect((await pixels(node("shapes:layers"), red)).count).toBeGreaterThan(2_000);
  });

  it("has gradients of its own, and the same result every time", async () => {
    const source = 'flowchart LR\nA@{ icon: "shapes:teal" } --> B@{ icon: "shapes:gold" }';
    const first = await renderDiagram(source);
    expect((await pixels(source, [0, 128, 128])).count).toBeGreaterThan(2_000);
    expect((await pixels(source, [255, 215, 0])).count).toBeGreaterThan(2_000);
    expect(await renderDiagram(source)).toEqual(first);
  });

  it("is known to a new thread", async () => {
    await expect(renderDiagram(node("shapes:red"), { timeoutMs: 1 })).rejects.toThrow(DiagramTimeoutError);
    expect((await renderDiagram(node("shapes:red"))).data).toContain("#ff0000");
  });

  it("is replaced together with its pack", async () => {
    registerIconPacks([{ name: "swap", icons: { prefix: "swap", icons: { one: square("#f00") } } }]);
    expect((await renderDiagram(node("swap:one"))).data).toContain("#ff0000");
    registerIconPacks([{ name: "swap", icons: { prefix: "swap", icons: { two: square("#f00") } } }]);
    expect((await renderDiagram(node("swap:one"))).data).toContain(unknownBlue);
  });
});

it.each(["nowhere:thing", "shapes:nothing", "shapes:constructor", "shapes:__proto__", "nonsense"])(
  "draws Mermaid's question mark for %s",
  async (icon) => {
    const { data } = await renderDiagram(node(icon));
    expect(data).toContain(unknownBlue);
    expect(data).not.toMatch(/undefined|NaN/);
  },
);

describe("the bundled Font Awesome", () => {
  it.each(["fa:user", "fas:user", "far:user", "fab:github", "fa6-solid:user", "fa:fa-user"])(
    "has %s for the icon of a node",
    async (icon) => {
      const { data } = await renderDiagram(node(icon));
      expect(data).not.toContain(unknownBlue);
      expect(data).toMatch(/<svg [^>]*viewBox="0 0 \d+ 512"[^>]*><path d="M/);
    },
  );

  it("has the colour of the text that it stands in", async () => {
    const ink = { body: '<path d="M0 0h9z" fill="currentColor"/>' };
    registerIconPacks([{ name: "fab", icons: { prefix: "fab", icons: { ink } } }]);
    const source = "flowchart TD\nsubgraph S[fab:fa-ink Title]\nA\nend";
    const { data } = await renderDiagram(source, { theme: "dark" });
    const color = /fill:(#\w+);">Title</.exec(data)?.[1];
    expect(data).toContain(`<path d="M0 0h9z" style="fill:${color};`);
  });

  it("gives way to a pack of the same name, in the text of labels, too", async () => {
    const label = "flowchart TD\nA[fa:fa-car Drive]";
    // Nodes of the other look have a least width that would hide the difference.
    const bundled = await renderDiagram(label, { look: "classic" });
    registerIconPacks([
      {
        name: "fa",
        icons: { prefix: "fa", width: 10, height: 10, icons: { car: { body: '<path d="M0 0h10v10z"/>' } } },
      },
    ]);
    const own = await renderDiagram(label, { look: "classic" });
    expect(own.data).toContain('d="M0 0h10v10z"');
    // A square of 1 em instead of Font Awesome's 1.25.
    expect(own.width).toBe(bundled.width - 4);
    expect(own.height).toBe(bundled.height);
  });
});

describe("a wrong pack", () => {
  const icons = (value: unknown): unknown => ({ name: "x", icons: { prefix: "x", icons: value } });
  it.each([
    ["no array", {}, /array/],
    ["no name", [{ icons: shapes }], /name of an icon pack/],
    ["a loader", [{ name: "x", loader: async () => shapes }], /"x" has a loader/],
    ["no icons", [{ name: "x", icons: { prefix: "x" } }], /icons.icons must be an object/],
    ["no prefix", [{ name: "x", icons: { icons: {} } }], /"x": prefix/],
    ["no body", [icons({ a: { width: 3 } })], /"a": body must be a string/],
    ["a bad size", [icons({ a: { body: "", width: -1 } })], /"a": width must be a positive number/],
    ["a size that is no number", [icons({ a: { body: "", left: "1" } })], /"a": left must be a number/],
    ["a bad name", [icons({ 'a"><script>': square("red") })], /name "a\\"><script>" must be/],
    ["an alias of nothing", [{ name: "x", icons: { ...shapes, aliases: { a: {} } } }], /"a": parent/],
  ])("says what is wrong: %s", (_, packs, message) => {
    const register: (packs: never) => void = registerIconPacks;
    expect(() => register(packs as never)).toThrow(DiagramIconPackError);
    expect(() => register(packs as never)).toThrow(message);
  });

  it("may not be too large", () => {
    const large = (count: number, length: number): IconifyJson => ({
      prefix: "x",
      icons: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`i${index}`, { body: "x".repeat(length) }]),
      ),
    });
    expect(() => registerIconPacks([{ name: "x", icons: large(1, 300_000) }])).toThrow(DiagramLimitError);
    expect(() => registerIconPacks([{ name: "x", icons: large(400, 200_000) }])).toThrow(DiagramLimitError);
  });

  it("leaves those given with it out, too", async () => {
    const good = { name: "good", icons: { prefix: "good", icons: { one: square("#f00") } } };
    const register: (packs: never) => void = registerIconPacks;
    expect(() => register([good, { name: "bad" }] as never)).toThrow(DiagramIconPackError);
    expect((await renderDiagram(node("good:one"))).data).toContain(unknownBlue);
  });
});
