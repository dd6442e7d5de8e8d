import { expect, test } from "vitest";
import { checkArguments } from "./arguments.js";
import { loadTools } from "./registry.js";

const [runCommand] = await loadTools(["cli"]);
const check = (args: Record<string, unknown>) => checkArguments(runCommand?.parameters ?? {}, args);

test.each([[{ program: "ls" }], [{ program: "ls", args: ["-l"], folder: "src", time_limit: 600 }]])(
  "%j fits",
  async (args) => {
    expect(await check(args)).toBeUndefined();
  },
);

test.each([
  [{}, /^arguments: .*required property "program"/m],
  [{ program: 5 }, /^program: .*"number".*"string"/m],
  [{ program: "ls", args: "-l" }, /^args: .*"string".*"array"/m],
  [{ program: "ls", args: ["a", 1] }, /^args\.1: .*"number".*"string"/m],
  [{ program: "ls", time_limit: 601 }, /^time_limit: .*601/m],
  [
    { program: "ls", command: "x" },
    /^command: there is no such argument; there are: program, args, folder, network, time_limit$/m,
  ],
  [{ program: "ls", arg: "x" }, /^arg: there is no such argument \(did you mean "args"\?\)$/m],
])("%j is refused with the reason", async (args, reason) => {
  const message = await check(args);
  expect(message).toContain("it was not run");
  expect(message).toMatch(reason);
  expect(message?.split("\n")).toHaveLength(2);
});

test("very many faults are cut short", async () => {
  const message = await check({ program: "ls", args: Array.from({ length: 50_000 }, () => 1) });
  expect(message?.split("\n")).toHaveLength(7);
  expect(message).toContain("and 49995 more");
});
