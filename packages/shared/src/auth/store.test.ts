import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigurationError } from "../provider/errors.js";
import { createCredentialStore } from "./store.js";

const apiKey = "sk-live-0123456789";
let base: string;
let workspace: string;
const store = () => createCredentialStore({ env: { XDG_CONFIG_HOME: path.join(base, "config") }, workspace });
const inWorkspace = () => path.join(workspace, ".fw", "gateway_auth.json");
const inConfig = () => path.join(base, "config", "fw", "gateway_auth.json");

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "store-"));
  workspace = path.join(base, "work");
  await mkdir(path.join(workspace, ".fw"), { recursive: true });
});
afterEach(() => rm(base, { recursive: true }));

const modeOf = async (name: string) => (await stat(name)).mode & 0o777;

async function failure(work: Promise<unknown>): Promise<string> {
  const outcome = await work.then(
    () => "was accepted",
    (error: unknown) => error,
  );
  if (!(outcome instanceof ConfigurationError)) throw new Error(String(outcome));
  expect(outcome.message).not.toContain(apiKey);
  return outcome.message;
}

describe("where", () => {
  test("in .fw of the workspace when that folder exists", async () => {
    await expect(store().path("gateway")).resolves.toBe(inWorkspace());
    await expect(store().write("gateway", { apiKey })).resolves.toBe(inWorkspace());
    await expect(store().read("gateway")).resolves.toEqual({ apiKey, file: inWorkspace() });
    expect(JSON.parse(await readFile(inWorkspace(), "utf8"))).toEqual({ api_key: apiKey });
  });

  test("else in the user's configuration folder, which is made private", async () => {
    await rm(path.join(workspace, ".fw"), { recursive: true });
    await expect(store().read("gateway")).resolves.toBeUndefined();
    await expect(store().write("gateway", { apiKey })).resolves.toBe(inConfig());
    await expect(store().read("gateway")).resolves.toMatchObject({ apiKey });
    expect(await modeOf(path.dirname(inConfig()))).toBe(0o700);
  });

  test("a name that is none leads nowhere", async () => {
    await expect(store().path("../../etc/x")).rejects.toThrow(ConfigurationError);
  });
});

describe("writing", () => {
  test("gives a private file whatever the umask, and leaves nothing beside it", async () => {
    await writeFile(inWorkspace(), "{}", { mode: 0o644 });
    await store().write("gateway", { apiKey });
    expect(await modeOf(inWorkspace())).toBe(0o600);
    expect(await readdir(path.dirname(inWorkspace()))).toEqual(["gateway_auth.json"]);
  });

  test("that fails keeps the old key and leaves nothing behind", async () => {
    await store().write("gateway", { apiKey });
    // A folder in the way of the name makes the last step fail for any user.
    await mkdir(path.join(workspace, ".fw", "eucloud_auth.json"));
    expect(await failure(store().write("eucloud", { apiKey }))).toContain("it is not a file");
    expect(await failure(store().write("gateway", { apiKey: "two words" }))).toContain(
      "cannot be sent in a header",
    );
    await expect(store().read("gateway")).resolves.toMatchObject({ apiKey });
    expect((await readdir(path.dirname(inWorkspace()))).sort()).toEqual([
      "eucloud_auth.json",
      "gateway_auth.json",
    ]);
  });

  test("where no folder can be made says why", async () => {
    await rm(path.join(workspace, ".fw"), { recursive: true });
    await writeFile(path.join(base, "config"), "");
    expect(await failure(store().write("gateway", { apiKey }))).toContain("a part of its path is no folder");
  });

  test("many at once leaves one whole file", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `key-number-${index}`);
    await Promise.all(keys.map((key) => store().write("gateway", { apiKey: key })));
    expect(keys).toContain((await store().read("gateway"))?.apiKey);
    expect(await readdir(path.dirname(inWorkspace()))).toEqual(["gateway_auth.json"]);
  });
});

describe("reading", () => {
  test.each([
    ["", "the file is empty"],
    [`{"api_key": "${apiKey}"`, "the file is not valid JSON"],
    [`"${apiKey}"`, 'the file has no text under "api_key"'],
    [`["${apiKey}"]`, 'the file has no text under "api_key"'],
    [`{"key": "${apiKey}"}`, 'the file has no text under "api_key"'],
    ['{"api_key": 5}', 'the file has no text under "api_key"'],
    ['{"api_key": ""}', 'the file has no text under "api_key"'],
    [`{"api_key": "${apiKey}\\r\\nX-Evil: 1"}`, "cannot be sent in a header"],
    ["x".repeat(70_000), "it is larger than"],
  ])("%.40j is reported, never taken for no key", async (content, reason) => {
    await mkdir(path.dirname(inConfig()), { recursive: true, mode: 0o700 });
    await writeFile(inConfig(), content, { mode: 0o600 });
    const message = await failure(store().read("gateway"));
    expect(message).toContain(reason);
    expect(message).toContain(inConfig());
  });

  test.skipIf(process.platform === "win32")("a file that others can read works with a warning", async () => {
    await store().write("gateway", { apiKey }, { place: "user" });
    for (const mode of [0o644, 0o640, 0o604]) {
      await chmod(inConfig(), mode);
      const stored = await store().read("gateway");
      expect(stored).toMatchObject({ apiKey });
      expect(stored?.warning).toContain("chmod 600");
    }
    await chmod(inConfig(), 0o600);
    await chmod(path.dirname(inConfig()), 0o777);
    expect((await store().read("gateway"))?.warning).toContain("chmod 700");
  });
});

describe("links", () => {
  test("a file that is a link is refused by every operation and stays", async () => {
    const elsewhere = path.join(base, "elsewhere.json");
    await writeFile(elsewhere, JSON.stringify({ api_key: apiKey }), { mode: 0o600 });
    await symlink(elsewhere, inWorkspace());
    for (const work of [
      () => store().read("gateway"),
      () => store().write("gateway", { apiKey }),
      () => store().remove("gateway"),
    ]) {
      expect(await failure(work())).toContain("a symbolic link");
    }
    expect(await readdir(path.dirname(inWorkspace()))).toEqual(["gateway_auth.json"]);
  });

  test("a folder that is a link is refused", async () => {
    const elsewhere = path.join(base, "elsewhere");
    await mkdir(elsewhere);
    await rm(path.join(workspace, ".fw"), { recursive: true });
    await symlink(elsewhere, path.join(workspace, ".fw"));
    expect(await failure(store().write("gateway", { apiKey }))).toContain("a symbolic link");
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(path.join(workspace, ".fw"));
    await mkdir(path.join(base, "config"));
    await symlink(elsewhere, path.join(base, "config", "fw"));
    expect(await failure(store().read("gateway"))).toContain("a symbolic link");
  });
});

test("removing says whether there was a key", async () => {
  await store().write("gateway", { apiKey });
  await expect(store().remove("gateway")).resolves.toBe(true);
  await expect(store().remove("gateway")).resolves.toBe(false);
  await expect(store().read("gateway")).resolves.toBeUndefined();
});
