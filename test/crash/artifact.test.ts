/** The pictures in FW_VISION_DIR under kill -9, a full disk, a read-only folder and several writers. */
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Artifacts } from "../../packages/shared/src/format/diagramtext/artifacts.js";
import { moments, readOnlyFolder, smallDisk, temporaryFolder, Writer } from "./support.js";

const SIZE = 400_000;

const pictures = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".png"));

/** Every picture is one that somebody wrote, from its first byte to its last. */
function expectWhole(folder: string): void {
  for (const name of pictures(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    expect(bytes.length, name).toBe(SIZE);
    expect(bytes.equals(Buffer.alloc(SIZE, bytes[0])), name).toBe(true);
  }
}

describe("saved pictures", () => {
  it("are whole after kill -9, and those that were reported are there", async () => {
    for (const moment of moments(5)) {
      using folder = temporaryFolder();
      const writer = new Writer("artifact", folder.path, "one");
      await writer.killAfter(2, moment);
      expectWhole(folder.path);
      expect(pictures(folder.path)).toEqual(expect.arrayContaining(writer.done));
    }
  });

  it("are whole or not there when the disk is full", async (context) => {
    using disk = smallDisk(context, 1000);
    const artifacts = new Artifacts(disk.path);
    await artifacts.save(Buffer.alloc(SIZE, 1));
    await artifacts.save(Buffer.alloc(SIZE, 2));
    await expect(artifacts.save(Buffer.alloc(SIZE, 3))).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(disk.path).sort()).toEqual(["diagramtext_001.png", "diagramtext_002.png"]);
    expectWhole(disk.path);
  });

  it("that cannot be saved in a read-only folder leave those that are there", async (context) => {
    using folder = await readOnlyFolder(context, async (place) => {
      await new Artifacts(place).save(Buffer.alloc(SIZE, 1));
      return place;
    });
    await expect(new Artifacts(folder.path).save(Buffer.alloc(SIZE, 2))).rejects.toThrow(/EROFS|EACCES/);
    expect(pictures(folder.path)).toEqual(["diagramtext_001.png"]);
    expectWhole(folder.path);
  });

  it("are whole at every moment while several processes write to one folder", async () => {
    using folder = temporaryFolder();
    const writers = [1, 2, 3].map((number) => new Writer("artifact", folder.path, `w${number}`));
    const writing = { goesOn: true };
    const all = Promise.all(writers.map((writer) => writer.killAfter(10, 0))).finally(
      () => (writing.goesOn = false),
    );
    while (writing.goesOn) {
      expectWhole(folder.path);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await all;
    expectWhole(folder.path);
    // Nobody was given a name that another one has.
    const names = writers.flatMap(({ done }) => done);
    expect(new Set(names).size).toBe(names.length);
    expect(pictures(folder.path)).toEqual(expect.arrayContaining(names));
  });

  it("of an earlier run stay, and a planted number leads nowhere", async () => {
    using folder = temporaryFolder();
    await new Artifacts(folder.path).save(Buffer.alloc(SIZE, 1));
    writeFileSync(path.join(folder.path, `diagramtext_${"9".repeat(40)}.png`), Buffer.alloc(SIZE, 9));
    const artifacts = new Artifacts(folder.path);
    const save = async (byte: number) => path.basename(await artifacts.save(Buffer.alloc(SIZE, byte)));
    expect([await save(2), await save(3)]).toEqual(["diagramtext_002.png", "diagramtext_003.png"]);
    artifacts.reset();
    expect(await save(4)).toBe("diagramtext_004.png");
    expect(readFileSync(path.join(folder.path, "diagramtext_001.png"))[0]).toBe(1);
    expectWhole(folder.path);
  });

  it("that a killed process left half written are removed when they are old, and nothing else is", async () => {
    using folder = temporaryFolder();
    const file = (name: string) => path.join(folder.path, name);
    const [old, fresh, other] = [
      ".diagramtext_001.png.0123456789ab.tmp",
      ".diagramtext_002.png.0123456789ab.tmp",
      ".mine.png.0123456789ab.tmp",
    ] as const;
    for (const name of [old, fresh, other]) writeFileSync(file(name), "half");
    const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [old, other]) utimesSync(file(name), past, past);
    await new Artifacts(folder.path).save(Buffer.alloc(SIZE, 1));
    expect(readdirSync(folder.path).sort()).toEqual([fresh, other, "diagramtext_001.png"]);
  });
});
