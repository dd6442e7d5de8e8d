import { describe, expect, test } from "vitest";
import { plain, setting } from "../testing/formatted.js";

describe("hidden_content_filter", () => {
  test.each([
    ["a<hidden>b</hidden>c", "ac"],
    ["a<hidden>b\n<x>\n</hidden>c<hidden></hidden>", "ac"],
    ["a<HIDDEN>b</Hidden>c", "ac"],
    ["a < b <hid <hiddenx> </hidden>", "a < b <hid <hiddenx> </hidden>"],
    ["a<<hidden>b</hidden>", "a<"],
    ["a<hidden>never closed", "a"],
    ["a<hid", "a<hid"],
    ["```\n<hidden>x</hidden>y\n```\n", "y\n"],
  ])("%j becomes %j", async (input, expected) => expect(await plain(input)).toBe(expected));

  test("can be turned off", async () => {
    expect(await plain("<hidden>x</hidden>", 60, [setting("hidden_content_filter", false)])).toBe(
      "<hidden>x</hidden>",
    );
  });
});
