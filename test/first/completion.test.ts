/** `fw completion`: the bash script in a real bash; the others by what they must say. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { started } from "../support/backend.js";
import { call } from "../support/called.js";
import { cleanEnv, run } from "../support/command.js";

let home: string;
let script: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "fw-completion-"));
  script = (await run("fw", ["completion", "bash"])).stdout;
  await writeFile(path.join(home, "fw.bash"), script);
  await writeFile(path.join(home, "review.yaml"), "");
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** What bash would offer with the cursor at the end of the line. */
async function offered(line: string, env: Record<string, string> = {}): Promise<string[]> {
  const program = `source fw.bash
COMP_LINE=$1 COMP_POINT=\${#1}
_fw
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-uc", program, "bash", line], {
    cwd: home,
    env: cleanEnv({ HOME: home, ...env }),
  });
  return stdout.split("\n").filter((word) => word !== "");
}

const COMMANDS =
  "chat start init models format diagram trust backends serve batch worker usage mcp log alias profile role doctor explain auth completion".split(
    " ",
  );

describe("bash", () => {
  it.each([
    ["fw ", COMMANDS],
    ["fw mo", ["models"]],
    ["fw chat --pro", ["--provider", "--profile"]],
    ["fw chat --provider s", ["serverless", "selfhost", "sglang"]],
    ["/somewhere/fw chat --provider selfh", ["selfhost"]],
    ["fw chat --profile re", ["review.yaml"]],
    ["fw diagram re", ["review.yaml"]],
    ["fw backends --fault reset-m", ["reset-mid-stream"]],
    ["fw diagram x.mmd --renderer ", ["cli", "remote", "library"]],
    ["fw completion ", ["bash", "zsh", "fish"]],
    ["fw chat --system ", []],
    ["framework-scaffold ", ["explain"]],
    ["framework-scaffold explain provider gp", ["gpusrv"]],
    ["framework-doctor --env", ["--env-file"]],
    ["gateway-auth st", ["status"]],
  ])("finishes %j with %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });

  it("finishes the models that were listed, colons and all, and nothing that a shell would run", async () => {
    const ids = ["qwen/qwen3:free", "qwen/qwen3:nitro", "evil$(touch${IFS}made)", "llama"];
    const backend = await started("selfhost", { models: ids.map((id) => ({ id, contextLength: 4096 })) });
    const env = { HOME: home, SELFHOST_HOST: backend.url };
    expect((await call("fw", ["models", "--provider", "selfhost"], { env })).status).toBe(0);
    expect(await offered("fw chat --provider selfhost --model ")).toEqual([ids[0], ids[1], "llama"]);
    expect(await offered("fw chat --model qwen/qwen3:f", { FW_PROVIDER: "selfhost" })).toEqual(["free"]);
    expect(await offered("fw chat --provider gateway --model ")).toEqual([]);
  });

  it("is registered for every command of the package", () => {
    const { bin } = JSON.parse(
      readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8"),
    ) as { bin: Record<string, string> };
    const [, names = ""] = /^complete -F _fw (.+)$/m.exec(script) ?? [];
    expect(names.split(" ").toSorted()).toEqual(Object.keys(bin).toSorted());
  });
});

it.each(["framework-doctor", "framework-scaffold explain provider", "gateway-auth"])(
  "offers the options that %s has",
  async (command) => {
    const [program = "", ...words] = command.split(" ");
    const { stdout } = await call(program, [...words, "--help"]);
    const known = (await offered(`${command} --`)).filter((name) => name !== "--help");
    const shown = [...new Set(stdout.match(/^ +(?:-\w, )?--[\w-]+/gm))].map((text) =>
      text.replace(/^.*--/, "--"),
    );
    expect(known.sort()).toEqual(shown.filter((name) => !["--help", "--version"].includes(name)).sort());
  },
);

it.each([
  ["zsh", [/^#compdef fw /, /compadd -- chat start/, /--workspace\) _files -\//, /^compdef _fw fw/m]],
  [
    "fish",
    [
      /^complete -c fw -f -n __fish_use_subcommand -a 'chat'/m,
      /-l provider -x -a 'localdesk/,
      /-l no-stream -d/,
    ],
  ],
])("%s gets a script", async (shell, parts) => {
  const { stdout, status } = await call("fw", ["completion", shell]);
  for (const part of parts) expect(stdout).toMatch(part);
  expect(status).toBe(0);
});

it("another shell is a usage error that names the known ones", async () => {
  const { status, stderr } = await call("fw", ["completion", "tcsh"]);
  expect(stderr).toContain("bash, zsh, fish");
  expect(status).toBe(2);
});
