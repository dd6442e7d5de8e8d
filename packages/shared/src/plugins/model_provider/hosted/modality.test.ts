import { expect, test } from "vitest";
import { readModalities } from "./modality.js";

test.each([
  ["text->text", { input: ["text"], output: ["text"] }],
  ["text+image->text", { input: ["text", "image"], output: ["text"] }],
  [" Text + Image -> Text+Audio ", { input: ["text", "image"], output: ["text", "audio"] }],
  ["text", { input: ["text"] }],
  ["->text", { output: ["text"] }],
  ["", {}],
])("%j", (modality, expected) => expect(readModalities({ modality })).toEqual(expected));

test("lists count more than the string", () => {
  const architecture = { modality: "text->text", input_modalities: ["text", "Image"], output_modalities: [] };
  expect(readModalities(architecture)).toEqual({ input: ["text", "image"], output: ["text"] });
});

test.each([undefined, null, "text->text", { modality: 7 }])("nothing is invented from %j", (value) => {
  expect(readModalities(value)).toEqual({});
});
