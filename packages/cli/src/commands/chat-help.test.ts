/** Whether the help of the chat fits the terminal. */
import { expect, test } from "vitest";
import { helpText } from "./chat-commands.js";

test.each([40, 80])("/help fits %i columns, and each explanation stays together", (columns) => {
  const lines = helpText(columns).split("\n");
  for (const line of lines) expect(line.length).toBeLessThan(columns);
  expect(lines.filter((line) => line.startsWith("/help"))).toHaveLength(1);
  // Between a command and what explains it is room.
  expect(lines.every((line) => !/^\/.*\][a-z]/.test(line))).toBe(true);
  expect(lines.every((line) => /^\S|^ {2}\S|^ {25}\S/.test(line))).toBe(true);
});
