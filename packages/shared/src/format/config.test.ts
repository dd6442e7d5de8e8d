import { describe, expect, test } from "vitest";
import { setting } from "../testing/formatted.js";
import { parseFormattersConfig } from "./config.js";
import { createPipeline } from "./pipeline.js";

const configured = (text: string) =>
  createPipeline({ output: () => {}, env: {}, config: parseFormattersConfig(text, ".fw/formatters.json") });

describe("configuration", () => {
  test.each([
    ["{", /\.fw\/formatters\.json is not valid JSON/],
    ["[]", /"formatters" must be a list/],
    ['{"formatters": [1]}', /formatters\[0\] must be an object/],
    ['{"formatters": [{"enabled": true}]}', /formatters\[0\]\.name must be a formatter's name/],
    ['{"formatters": [{"name": "x", "enabled": "yes"}]}', /formatters\[0\]\.enabled must be true or false/],
    ['{"formatters": [{"name": "x", "config": []}]}', /formatters\[0\]\.config must be an object/],
    [
      '{"formatters": [{"name": "tables"}]}',
      /No formatter is called "tables"; there are hidden_content_filter, /,
    ],
    [
      '{"formatters": [{"name": "code_block_formatter", "config": {"numbers": true}}]}',
      /code_block_formatter has no configuration key "numbers"; it knows line_numbers/,
    ],
    [
      '{"formatters": [{"name": "diagramtext_formatter", "config": {"theme": "pink"}}]}',
      /theme must be one of default, dark, forest, neutral, .*, not "pink"/,
    ],
    ['{"formatters": [{"name": "table_formatter", "config": {"x": 1}}]}', /it has none/],
  ])("%s", (text, message) => expect(() => configured(text)).toThrow(message));

  test("enabled may be left out", () => {
    expect(parseFormattersConfig('\ufeff{"formatters": [{"name": "x"}]}', "f")).toEqual([setting("x", true)]);
  });
});
