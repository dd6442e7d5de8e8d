/** The table of presets against what else knows of them. */
import { LIKENESSES } from "@framework/backends";
import { expect, test } from "vitest";
import { endingOf } from "../../../chat/finish-reasons.js";
import { readErrorBody } from "../../../chat/server-message.js";
import { presetNames, providerCalled } from "../../product-names.js";
import { PRESETS } from "./presets.js";

test("every preset has its name, a likeness, and nothing that the wire does not know", () => {
  expect(presetNames).toEqual(PRESETS.map(({ name }) => name));
  expect(Object.keys(LIKENESSES).sort()).toEqual([...presetNames, "plain"].sort());
  for (const { name, finishes, error, docs } of PRESETS) {
    expect(providerCalled(name)).toBe(name);
    for (const word of finishes ?? []) expect(endingOf(word), `${name}: ${word}`).toBeDefined();
    if (error) expect(readErrorBody(JSON.stringify(error.body)).text, name).toBe(error.says);
    expect(docs.length).toBeGreaterThan(0);
    for (const page of docs) expect(page).toMatch(/^https:\/\//);
  }
});
