import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetch, fetchTool, isPrivate } from "./fetch.js";
import { htmlText } from "./html-text.js";

const context = { workspace: "/", env: {} };
const [closed] = fetch.tools;
let origin = "";
const server = createServer((request, response) => {
  if (request.url === "/away")
    return void response.writeHead(302, { location: "https://elsewhere.example/" }).end();
  if (request.url === "/on") return void response.writeHead(302, { location: "/page" }).end();
  if (request.url === "/big")
    return void response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(200_000));
  if (request.url === "/picture")
    return void response.writeHead(200, { "content-type": "image/png" }).end("x");
  response
    .writeHead(200, { "content-type": "text/html" })
    .end("<h1>Title</h1><script>bad()</script><p>Some &amp; text</p>");
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
const open = fetchTool(() => false);
const run = (path: string) => open.run({ url: `${origin}${path}` }, context);

describe("fetch_page", () => {
  it("gives the words of a page, follows it within its site, and asks before it does", async () => {
    expect(open.changes).toBe(true);
    expect(await run("/page")).toEqual({ ok: true, content: "Title\n\nSome & text" });
    expect((await run("/on")).content).toContain("Title");
  });

  it("does not follow to another site, and refuses what is no text or too long", async () => {
    expect((await run("/away")).content).toContain("https://elsewhere.example/");
    expect((await run("/picture")).ok).toBe(false);
    expect((await run("/big")).content.length).toBeLessThan(61_000);
  });

  it.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://[::1]/",
    "http://169.254.169.254/",
    "http://0x7f000001/",
    "http://[::ffff:10.0.0.1]/",
    "file:///etc/passwd",
    "https://user:pass@example.com/",
  ])("refuses %s", async (url) => {
    const refusal = closed?.run({ url }, context);
    expect((await refusal)?.ok).toBe(false);
  });

  it("knows private addresses of both kinds", () => {
    expect(["10.1.2.3", "172.31.0.1", "192.168.1.1", "fd00::1", "fe80::1"].every(isPrivate)).toBe(true);
    expect(["1.1.1.1", "172.32.0.1", "2606:4700::1111"].some(isPrivate)).toBe(false);
  });
});

describe("the words of a page", () => {
  it("leave out what is not shown, and take time in line with the length", () => {
    expect(htmlText("<head><title>x</title></head>a<br>b<!-- c --><style>d</style>&#233;&lt;")).toBe(
      "a\nbé<",
    );
    expect(htmlText("<".repeat(200_000))).toBe("");
  });
});
