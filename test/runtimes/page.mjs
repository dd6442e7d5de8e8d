// docs/runtimes.md: its tables come from the last run.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const page = new URL("../../docs/runtimes.md", import.meta.url);

function row({ name, version, isGood, remark, missing }) {
  if (missing) return `| ${name} | not tried: ${missing} |  |`;
  return `| ${name} | ${version} | ${isGood ? "works" : "fails"}${remark ? `; ${remark}` : ""} |`;
}

/** Puts the rows of each kind between their marks. */
export function writePage(rows) {
  const written = readFileSync(page, "utf8").replaceAll(
    /(<!-- seen: (\w+) -->\n)[^]*?(\n<!-- end of seen -->)/g,
    (_all, begin, kind, end) => {
      const lines = rows.filter((entry) => entry.kind === kind).map(row);
      return `${begin}\n| with | version | seen |\n| --- | --- | --- |\n${lines.join("\n")}\n${end}`;
    },
  );
  writeFileSync(page, written);
  const formatter = fileURLToPath(new URL("../../node_modules/.bin/oxfmt", import.meta.url));
  execFileSync(formatter, [fileURLToPath(page)], { stdio: "ignore" });
}
