import { describe, expect, it } from "vitest";
import { findModel, fulfils, readCatalog, readLiveCatalog } from "./catalog.js";

const config = { context_length: 8192, flash_attention: true, eval_batch_size: 512 };
const fits = (load: Record<string, unknown>, running: Record<string, unknown> = config, max?: number) =>
  fulfils({ id: "m", config: running }, load, max);

describe("a loaded instance fulfils a load", () => {
  it("when every key that can be compared is the same", () => {
    expect(fits({})).toBe(true);
    expect(fits({ context_length: 8192, flash_attention: true })).toBe(true);
    expect(fits({ context_length: 8192, flash_attention: false })).toBe(false);
    expect(fits({ context_length: 4096 })).toBe(false);
  });

  it("whatever is said of the model and of the echo", () => {
    expect(fits({ model: "other", echo_load_config: true })).toBe(true);
  });

  it("also when its engine does not report a key", () => {
    expect(fits({ context_length: 8192, num_experts: 4 }, { context_length: 8192 })).toBe(true);
  });

  it("with no more context than the model has", () => {
    expect(fits({ context_length: 100_000 }, config, 8192)).toBe(true);
    expect(fits({ context_length: 100_000 }, config, 16_384)).toBe(false);
  });
});

describe("the catalogs", () => {
  it("are read in both shapes", () => {
    const live = readLiveCatalog({
      models: [
        { key: "a", max_context_length: 100, loaded_instances: [{ id: "a:2", config }], variants: ["a@q4"] },
        { nothing: true },
        null,
      ],
    });
    expect(live).toEqual([
      { key: "a", type: undefined, variants: ["a@q4"], maxContext: 100, instances: [{ id: "a:2", config }] },
    ]);
    const older = readCatalog({
      data: [
        { id: "a", state: "loaded", max_context_length: 100, loaded_context_length: 50 },
        { id: "b", state: "not-loaded" },
      ],
    });
    expect(older?.map(({ key, instances }) => [key, instances])).toEqual([
      ["a", [{ id: "a", config: { context_length: 50 } }]],
      ["b", []],
    ]);
  });

  it("of a build that lacks one are an error text, and no catalog", () => {
    const refusal = { error: "Unexpected endpoint or method. (GET /api/v1/models)" };
    expect(readLiveCatalog(refusal)).toBeUndefined();
    expect(readCatalog(refusal)).toBeUndefined();
    expect(readCatalog("<html>")).toBeUndefined();
  });

  it("leave out names that a terminal would act on", () => {
    expect(readLiveCatalog({ models: [{ key: "a\u001b[2J" }, { key: "" }, { key: "b" }] })).toMatchObject([
      { key: "b" },
    ]);
    expect(readCatalog({ data: [{ id: "a\r\n" }, { id: "b" }] })).toMatchObject([{ key: "b" }]);
  });

  it("know a model by its key, by an instance and by a variant", () => {
    const models = readLiveCatalog({
      models: [{ key: "a", loaded_instances: [{ id: "a:2", config: {} }], variants: ["a@q4"] }, { key: "b" }],
    });
    for (const name of ["a", "a:2", "a@q4"]) expect(findModel(models ?? [], name)?.key, name).toBe("a");
    expect(findModel(models ?? [], "c")).toBeUndefined();
  });
});
