import { expect, test } from "vitest";
import { ConfigurationError } from "../../provider/errors.js";
import { loadTools, toolPluginNames } from "./registry.js";

const namesOf = async (...plugins: string[]) => (await loadTools(plugins)).map(({ name }) => name);

test("gives the tools of the plugins a profile names, each once", async () => {
  expect(await namesOf()).toEqual([]);
  expect(await namesOf("cli")).toEqual(["run_command"]);
  expect(await namesOf("file_edit", "cli", "cli")).toEqual([
    "read_file",
    "create_file",
    "replace_text",
    "run_command",
  ]);
});

test("an unknown name is an error with the name that was meant, or all there are", async () => {
  await expect(loadTools(["cli", "file-edits"])).rejects.toThrow(ConfigurationError);
  await expect(loadTools(["file-edits"])).rejects.toThrow(
    'Unknown plugin "file-edits" (did you mean "file_edit"?).',
  );
  await expect(loadTools(["constructor"])).rejects.toThrow(
    'Unknown plugin "constructor" (known: cli, file_edit, search, fetch, draw_diagram).',
  );
});

test("the diagram formatter cannot be found here, and asking for it fails silently", async () => {
  expect(toolPluginNames).not.toContain("diagramtext_formatter");
  expect(await namesOf("diagramtext_formatter", "cli")).toEqual(["run_command"]);
});

test("every tool can be sent to every backend, and only reading needs no permission", async () => {
  const tools = await loadTools(toolPluginNames);
  for (const tool of tools) {
    const { name, description, parameters, changes } = tool;
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(description.length).toBeGreaterThan(20);
    expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
    // Searching leaves out what reading would ask for.
    const isSearch = name === "search_text";
    expect(changes).toBe(name !== "read_file" && !isSearch);
    expect("preview" in tool).toBe(!isSearch);
    expect("asks" in tool).toBe(name === "read_file");
  }
});
