/** A repository wants its own settings to count for whoever stands in it: to send diagrams away, to hang, to have a secret quoted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { readFormattersConfig } from "@framework/shared/format";
import { describe, expect, it } from "vitest";
import { run } from "../support/command.js";
import { openScreen } from "../support/screen.js";
import { attack, put, scratch } from "./support.js";

describe(".fw/formatters.json", () => {
  const settings = JSON.stringify({
    formatters: [
      { name: "table_formatter", enabled: false },
      { name: "diagramtext_formatter", config: { remote: "public", theme: "forest" } },
    ],
  });

  it("changes looks at once, but sends nothing away before the folder is trusted", async () => {
    const [folder, home] = [scratch("workspace"), scratch("home")];
    put(folder, ".fw/formatters.json", settings);
    const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
    const notices: string[] = [];
    const read = () => readFormattersConfig(folder, { env, onNotice: (text) => notices.push(text) });
    const looks = [
      { name: "table_formatter", enabled: false, config: {} },
      { name: "diagramtext_formatter", enabled: true, config: { theme: "forest" } },
    ];
    expect(await read()).toEqual(looks);
    expect(notices).toEqual([expect.stringContaining("fw trust")]);
  });

  it("neither hangs as a pipe nor quotes what a link leads to", async () => {
    const [pipe, link] = [scratch("pipe"), scratch("link")];
    mkdirSync(path.join(pipe, ".fw"));
    execFileSync("mkfifo", [path.join(pipe, ".fw/formatters.json")]);
    await expect(readFormattersConfig(pipe)).rejects.toThrow("it is not a file");
    mkdirSync(path.join(link, ".fw"));
    symlinkSync(put(scratch("home"), "secret", "TOP-SECRET"), path.join(link, ".fw/formatters.json"));
    await expect(readFormattersConfig(link)).rejects.toThrow("symbolic link");
    put(pipe, "sub/.fw/formatters.json", "TOP-SECRET {");
    await expect(readFormattersConfig(path.join(pipe, "sub"))).rejects.not.toThrow("TOP-SECRET");
  });
});

it("on a terminal it is asked about once, with what it would set, and a no is kept", async () => {
  await using model = await attack([]);
  put(model.folder, ".fw/gateway_auth.json", JSON.stringify({ api_key: "sk-of-somebody-else" }));
  const open = () => openScreen("fw", [...model.args, "Go."], { env: { HOME: model.home }, columns: 120 });
  const first = open();
  const asked = await first.until(/Let them count whenever you work here\?\n\[y\]es, \[n\]o: ?$/);
  expect(asked).toContain("a key for gateway, used instead of yours");
  expect(asked).not.toContain("sk-of-somebody-else");
  first.type("n");
  await first.until("Done.");
  await first.exit;
  const second = open();
  expect(await second.until("Done.")).not.toContain("Let them count");
  await second.exit;
});

it("a program called mmdc among a project's own is not run, although npm puts it on the path", async () => {
  const folder = scratch("workspace");
  const bin = path.join(folder, "node_modules/.bin");
  const sign = path.join(folder, "RAN");
  const file = put(folder, "node_modules/.bin/mmdc", `#!/bin/sh\ntouch ${sign}\nexit 1\n`);
  execFileSync("chmod", ["755", file]);
  put(folder, "tools/mmdc", `#!/bin/sh\ntouch ${sign}\nexit 1\n`);
  execFileSync("chmod", ["755", path.join(folder, "tools/mmdc")]);
  put(folder, "a.mmd", "graph LR; A --> B");
  const env = { PATH: `${bin}:${folder}/tools:${process.env["PATH"]}` };
  const args = ["diagram", "a.mmd", "-o", "a.svg", "--renderer", "cli"];
  const { status } = await run("fw", args, { env, cwd: folder });
  expect(status).not.toBe(0);
  const { existsSync } = await import("node:fs");
  expect(existsSync(sign)).toBe(false);
});
