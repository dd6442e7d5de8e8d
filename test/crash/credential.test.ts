/** The stored key under kill -9, a full disk, a read-only folder and several writers. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createCredentialStore } from "../../packages/shared/src/auth/store.js";
import { moments, readOnlyFolder, smallDisk, temporaryFolder, Writer } from "./support.js";

const storeIn = (workspace: string) => createCredentialStore({ env: {}, workspace });
const WHOLE = /^(\w+)-(\d+)-k{20000}$/;

/** The folder that makes the store keep keys in the workspace. */
function prepare(workspace: string): string {
  const folder = path.join(workspace, ".fw");
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

describe("a stored key", () => {
  it("is the last one or the one before it after kill -9, whole and private", async () => {
    using workspace = temporaryFolder();
    const folder = prepare(workspace.path);
    for (const [round, moment] of moments(6).entries()) {
      const writer = new Writer("credential", workspace.path, `r${round}`);
      await writer.killAfter(2, moment);
      const { apiKey = "", file = "" } = (await storeIn(workspace.path).read("gateway")) ?? {};
      const [, tag, number] = WHOLE.exec(apiKey) ?? [];
      expect(tag).toBe(`r${round}`);
      expect(Number(number)).toBeGreaterThanOrEqual(Number(writer.done.at(-1)));
      for (const name of readdirSync(folder)) {
        expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
      }
      expect(path.dirname(file)).toBe(folder);
    }
  });

  it("leaves nothing of itself behind when it is removed after a crash", async () => {
    using workspace = temporaryFolder();
    const folder = prepare(workspace.path);
    await storeIn(workspace.path).write("gateway", { apiKey: "a-key-0001" });
    // What a process leaves that is killed between writing a new key and giving it its name.
    writeFileSync(path.join(folder, ".gateway_auth.json.0123456789ab.tmp"), '{"api_key":"half', {
      mode: 0o600,
    });
    writeFileSync(path.join(folder, ".eucloud_auth.json.0123456789ab.tmp"), "of another", { mode: 0o600 });
    expect(await storeIn(workspace.path).remove("gateway")).toBe(true);
    expect(readdirSync(folder)).toEqual([".eucloud_auth.json.0123456789ab.tmp"]);
  });

  it("stays when the disk is full, and the failure says so", async (context) => {
    using disk = smallDisk(context, 32);
    const folder = prepare(disk.path);
    const store = storeIn(disk.path);
    await store.write("gateway", { apiKey: "the-old-key-0001" });
    const error = await store
      .write("gateway", { apiKey: "n".repeat(60_000) })
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: "ConfigurationError", message: expect.stringMatching(/space/i) });
    expect((await store.read("gateway"))?.apiKey).toBe("the-old-key-0001");
    expect(readdirSync(folder)).toEqual(["gateway_auth.json"]);
  });

  it("stays in a read-only folder, and the failure says so", async (context) => {
    using folder = await readOnlyFolder(context, async (workspace) => {
      prepare(workspace);
      await storeIn(workspace).write("gateway", { apiKey: "the-old-key-0001" });
    });
    const store = storeIn(folder.path);
    const wanted = { name: "ConfigurationError", message: expect.stringMatching(/read-only|permission/i) };
    // Without a mount, only the outer folder is read-only.
    if (process.getuid?.() === 0) {
      await expect(store.write("gateway", { apiKey: "a-new-key-0002" })).rejects.toMatchObject(wanted);
      await expect(store.remove("gateway")).rejects.toMatchObject(wanted);
    }
    expect((await store.read("gateway"))?.apiKey).toBe("the-old-key-0001");
  });

  it("is whole at every moment while several processes write it", async () => {
    using workspace = temporaryFolder();
    const folder = prepare(workspace.path);
    const writers = ["a", "b", "c"].map((tag) => new Writer("credential", workspace.path, tag));
    const kills = writers.map((writer) => writer.killAfter(15, 0));
    const seen = new Set<string>();
    const store = storeIn(workspace.path);
    const writing = { goesOn: true };
    const all = Promise.all(kills).finally(() => (writing.goesOn = false));
    while (writing.goesOn) {
      const found = await store.read("gateway");
      if (!found) continue;
      const match = WHOLE.exec(found.apiKey);
      expect(match).not.toBeNull();
      seen.add(match?.[1] ?? "");
    }
    await all;
    expect(seen.size).toBeGreaterThan(1);
    expect(readdirSync(folder)).toContain("gateway_auth.json");
  });
});
