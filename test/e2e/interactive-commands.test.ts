/** The commands of the interactive chat. */
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScreen, type ScreenProgram } from "../support/screen.js";

let backend: Backend;
let folder: string;
let screen: ScreenProgram;
const models = [
  { id: "alpha-large", contextLength: 8192 },
  { id: "alpha-small", contextLength: 4096 },
  { id: "beta\u001b[2J", contextLength: 2048 },
];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-commands-"));
  backend = await startBackend("selfhost", { models });
  screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "alpha-large"], {
    columns: 100,
    rows: 40,
    env: { SELFHOST_HOST: backend.url, FW_HISTORY: "off" },
  });
  await screen.until(/^> ?$/m);
});
afterEach(async () => {
  screen.type("\u0003\u0003\u0003");
  await screen.exit;
  await backend.close();
});

/** Runs a line and gives what the screen shows below it, once the next prompt is there. */
async function enter(line: string): Promise<string> {
  const before = (await screen.until(/\n> ?$/)).replace(/> ?$/, "");
  screen.type(`${line}\r`);
  const start = `${before}> ${line}\n`;
  const text = await screen.until((shown) => shown.startsWith(start) && /\n> ?$/.test(shown));
  return text.slice(start.length).replace(/\n+> ?$/, "");
}
const lastBody = () =>
  backend.requests.at(-1)?.body as { model: string; messages: { role: string; content: string }[] };

it("help lists every command, and an unknown one is told", async () => {
  const help = await enter("/help");
  for (const name of "help model models provider usage system save load clear undo retry edit copy code file exit quit".split(
    " ",
  )) {
    expect(help).toMatch(new RegExp(`^/${name}\\b`, "m"));
  }
  expect(await enter("/nonsense")).toBe(
    "ConfigurationError: There is no command /nonsense. /help lists them.",
  );
  expect(await enter("/modle")).toContain('There is no command /modle (did you mean "/model"?).');
  expect(await enter("/etc/hosts is what?")).toContain("You said: /etc/hosts is what?");
});

it("model and models show and switch, with names completed, and unsafe ones left out", async () => {
  expect(await enter("/model")).toContain(
    "selfhost · alpha-large · window 8192 tokens (catalog: max_model_len",
  );
  expect(await enter("/models")).toBe(
    "* alpha-large  8192 tokens (catalog)\n  alpha-small  4096 tokens (catalog)",
  );
  screen.type("/mod\t");
  await screen.until(/> \/model$/);
  screen.type("\t");
  await screen.until(
    /> \/model\n\/model +which model answers.* \[ID\]\n\/models +what the backend.* \[PREFIX\]/,
  );
  screen.type(" a\t");
  await screen.until(/> \/model alpha-$/);
  screen.type("\t");
  await screen.until(/> \/model alpha-\nalpha-large +alpha-small$/);
  screen.type("s\t\r");
  await screen.until("selfhost · alpha-small · window 4096 tokens (catalog)");
  expect(await enter("which are you?")).toContain("/ 4096 (");
  expect(lastBody().model).toBe("alpha-small");
  expect(await enter("/model gamma")).toContain("SelfHostModelNotFoundError");
  await enter("still there?");
  expect(lastBody().model).toBe("alpha-small");
});

it("provider goes on with the same conversation elsewhere, and stays where it is when that fails", async () => {
  await enter("remember me");
  expect(await enter("/provider nowhere")).toContain("ConfigurationError");
  expect(await enter("/provider gpusrv some-model")).toContain("ValueError");
  expect(await enter("/provider selfhost alpha-small")).toContain("alpha-small · window 4096 tokens");
  await enter("go on");
  expect(lastBody().messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

it("a saved conversation is saved on with another provider, and no other chat can write to it", async () => {
  const file = path.join(folder, "talk.jsonl");
  await enter(`/save ${file}`);
  await enter("the first question");
  expect(await enter("/provider selfhost alpha-small")).toContain("alpha-small · window 4096 tokens");
  await enter("the second question");
  expect(lastBody().messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(readFileSync(file, "utf8")).toContain("the second question");

  const first = screen;
  screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "alpha-large"], {
    env: { SELFHOST_HOST: backend.url, FW_HISTORY: "off" },
    columns: 400,
  });
  await screen.until(/^> ?$/m);
  expect(await enter(`/load ${file}`)).toMatch(
    /process \d+ has this conversation open\. End it there, or go on in a copy of the file\..* remove .*talk\.jsonl\.lock\./,
  );
  first.type("/quit\r");
  expect(await first.exit).toBe(0);
  expect(await enter(`/load ${file}`)).toContain("Loaded 4 messages.");
});

it("system, clear and retry change what is sent", async () => {
  expect(await enter("/system Be brief.")).toBe("Be brief.");
  await enter("first");
  expect(lastBody().messages.map(({ content }) => content)).toEqual(["Be brief.", "first"]);
  await enter("/retry");
  expect(lastBody().messages.map(({ content }) => content)).toEqual(["Be brief.", "first"]);
  await enter("/clear");
  expect(await enter("/retry")).toBe("There is no question to ask again.");
  expect(await enter("/system -")).toBe("There is no system message.");
  await enter("second");
  expect(lastBody().messages.map(({ content }) => content)).toEqual(["second"]);
});

it("usage tells tokens, and how full the window is by whose word", async () => {
  await enter("hello there");
  expect(await enter("/usage")).toMatch(
    /^prompts \d+ · answers \d+ · together \d+ tokens\nwindow ~?\d+ \/ 8192 \(\d+ %, catalog\): max_model_len/,
  );
});

it("save and load keep a conversation in a private file", async () => {
  const file = path.join(folder, "talk.jsonl");
  await enter("the first question");
  expect(await enter(`/save ${file}`)).toContain("is saved to");
  await enter("the second question");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain("the second question");
  await enter("/clear");
  expect(await enter(`/load ${path.join(folder, "none.jsonl")}`)).toContain("none.jsonl");
  expect(existsSync(path.join(folder, "none.jsonl"))).toBe(false);
  expect(await enter("/save")).toContain("/save FILE needs the name of a file");
});

it("load goes on where a saved conversation ended", async () => {
  const file = path.join(folder, "talk.jsonl");
  await enter("the first question");
  await enter(`/save ${file}`);
  screen.type("/quit\r");
  expect(await screen.exit).toBe(0);
  screen = openScreen("fw", ["chat", "--provider", "selfhost", "--model", "alpha-large"], {
    env: { SELFHOST_HOST: backend.url, FW_HISTORY: "off" },
  });
  await screen.until(/^> ?$/m);
  expect(await enter(`/load ${file}`)).toContain(
    "Loaded 2 messages. The last question was: the first question",
  );
  await enter("and now?");
  expect(lastBody().messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});
