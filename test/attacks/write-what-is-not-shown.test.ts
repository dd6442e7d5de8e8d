/** The model wants a yes for a diff that leaves out what is written. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openScreen } from "../support/screen.js";
import { attack } from "./support.js";

it("a diff passes no filter: hidden tags, escapes and fences are all there to see", async () => {
  const content = "safe\n<hidden>evil()</hidden>\n```\n\u001b]0;x\u0007also_evil()\u001b[8m\n";
  await using model = await attack([["create_file", { path: "a<hidden>b</hidden>.txt", content }]]);
  const screen = openScreen("fw", [...model.args, "Go."], { columns: 120 });
  const text = await screen.until(/Run create_file\?.*: ?$/);
  expect(text).toContain("+++ b/a<hidden>b</hidden>.txt");
  expect(text).toContain("+<hidden>evil()</hidden>\n");
  expect(text).toContain("+```\n");
  expect(text).toContain(String.raw`+\u{1b}]0;x\u{7}also_evil()\u{1b}[8m`);
  expect(text).toContain("3 hidden characters");
  screen.type("y");
  const done = await screen.until("Done.");
  expect(done.slice(text.length)).not.toContain("\u001b");
  expect(readFileSync(path.join(model.folder, "a<hidden>b</hidden>.txt"), "utf8")).toBe(content);
  await screen.exit;
});
