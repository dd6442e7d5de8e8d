import { describe, expect, test } from "vitest";
import { coloured, plain, setting, terminal, withoutStyles } from "../../testing/formatted.js";
import { createPipeline } from "../pipeline.js";

describe("code_block_formatter", () => {
  test("highlights line by line, with what began on an earlier line", async () => {
    const output = await coloured('```python\ndef f():\n    """a\n    b"""\n    return 1 # c\n```\n');
    expect(output).toContain("\x1b[95mdef\x1b[39m \x1b[96mf\x1b[39m():\n");
    expect(output).toContain('\x1b[92m"""a\x1b[39m\n\x1b[92m    b"""\x1b[39m\n');
    expect(output).toContain("\x1b[95mreturn\x1b[39m \x1b[93m1\x1b[39m \x1b[2m# c\x1b[22m\n");
  });

  test("a line is shown as soon as it is whole", () => {
    let output = "";
    const pipeline = createPipeline({ output: (part) => (output += part), terminal: terminal(60), env: {} });
    pipeline.write("```js\nlet a = 1;\nlet b");
    expect(withoutStyles(output)).toBe("js\nlet a = 1;\n");
  });

  test("a comment longer than the context stays a comment", async () => {
    const output = await coloured(`\`\`\`js\n/* begin\n${"still let in\n".repeat(100)}*/\nlet a;\n\`\`\`\n`);
    expect(output.match(/\x1b\[2mstill let in\x1b\[22m/g)).toHaveLength(100);
    expect(output).toContain("\x1b[95mlet\x1b[39m a;");
  });

  test.each(["no-such-language", "../../x", "__proto__", ""])(
    "the tag %j shows the code as it is",
    async (tag) => {
      expect(await plain(`\`\`\`${tag}\nlet <a> & "b";\n\`\`\`\n`)).toBe(
        `${tag}${tag ? "\n" : ""}let <a> & "b";\n`,
      );
    },
  );

  test("line_numbers numbers each block from 1", async () => {
    const config = [setting("code_block_formatter", true, { line_numbers: true })];
    expect(await plain("```js\na\n\nb\n```\n~~~\nc\n~~~\n", 60, config)).toBe(
      "js\n   1 a\n   2 \n   3 b\n   1 c\n",
    );
  });
});
