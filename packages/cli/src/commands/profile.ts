/** `fw profile`: profiles with names: which there are, which holds, and changing one. */
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, ownProfile, profileIn } from "@framework/shared";
import {
  atomicWrite,
  choiceFile,
  chosenProfile,
  namedProfile,
  profileNames,
  profilesFolder,
} from "@framework/shared/config";
import { remark, say, sayColumns, sayJson } from "../output/print.js";

/** What the profile without a name is called here: the one that `fw init` writes. */
const DEFAULT = "default";

export async function list(flags: { json?: boolean }): Promise<void> {
  const { env } = process;
  const inUse = chosenProfile(env) ?? DEFAULT;
  const files = await Promise.all((await profileNames(env)).map((name) => namedProfile(name, env)));
  const hasDefault = existsSync(defaultFile());
  const all = [...(hasDefault ? [defaultFile()] : []), ...files];
  const rows = await Promise.all(
    all.map(async (file) => {
      const name = file === defaultFile() ? DEFAULT : path.basename(file).replace(/\.ya?ml$/i, "");
      const about = await profileIn(file, env).then(
        ({ provider = "", model = "" }) => ({ provider, model }),
        () => ({ provider: "", model: "", problem: "it has faults; fw profile edit shows them" }),
      );
      return { name, file, in_use: name === inUse, ...about };
    }),
  );
  if (flags.json) return sayJson(rows, 2);
  sayColumns(
    rows.map((row) => [
      `${row.in_use ? "*" : " "} ${row.name}`,
      "problem" in row ? row.problem : `${row.provider} ${row.model}`.trim(),
    ]),
  );
  if (rows.length === 0)
    remark(`There are no profiles yet. fw init writes one; fw profile edit NAME begins one.`);
  return undefined;
}

/** Where `fw init` writes, whichever profile is in use. */
const defaultFile = (): string => path.join(path.dirname(profilesFolder(process.env)), "profile.yaml");

/** Makes a profile the one that holds when none is named. */
export async function use(name: string): Promise<void> {
  const { env } = process;
  if (name === DEFAULT) await rm(choiceFile(env), { force: true });
  else {
    const known = await profileNames(env);
    if (!known.includes(name)) await namedProfile(path.basename(name), env);
    await atomicWrite(choiceFile(env), `${name}\n`, { mode: 0o600 });
  }
  say(`${ownProfile(env)} holds from now on, where no profile is named.`);
}

const TEMPLATE = `# What a chat uses. Every line may be left out; "fw explain NAME" lists the settings of a provider.
provider:
model:
# options: { temperature: 0.2 }
# plugins: [cli, file_edit]
# plugin_configs:
`;

/** Opens a profile in the editor and says what is wrong in it afterwards. A new name begins a new profile. */
export async function edit(name: string | undefined): Promise<void> {
  const { env } = process;
  const file = name === undefined ? ownProfile(env) : name === DEFAULT ? defaultFile() : fileOf(name);
  if (!process.stdin.isTTY)
    throw new ConfigurationError(`There is no terminal for an editor. The file is ${file}.`);
  if (!existsSync(file)) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await atomicWrite(file, TEMPLATE, { mode: 0o600 });
  }
  const { openEditor } = await import("../input/editor-program.js");
  await openEditor(file, env);
  await profileIn(file, env);
  say(`${file} is good.`);
}

function fileOf(name: string): string {
  if (/[/\\]|\.ya?ml$/i.test(name)) return path.resolve(name);
  if (/^[\w.-]+$/.test(name)) return path.join(profilesFolder(process.env), `${name}.yaml`);
  throw new ConfigurationError(`"${name}" is no name for a profile: letters, digits, ".", "_" and "-" are.`);
}
