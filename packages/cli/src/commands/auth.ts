/**
 * `gateway-auth`, `serverless-auth`, `eucloud-auth`: one command for every provider that keeps a key. Nothing that was
 * typed is ever repeated in a message: the likeliest slip is a key in the wrong place.
 */
import { parseArgs } from "node:util";
import {
  ConfigurationError,
  loadProvider,
  maskSecret,
  type ProviderDefinition,
  readConfiguration,
} from "@framework/shared";
import {
  acceptKey,
  askSecret,
  createCredentialStore,
  findKeys,
  type KeyPlace,
  pipedSecret,
  type WriteOptions,
} from "@framework/shared/auth";
import { people } from "../configure/client-options.js";
import { storePlace } from "../configure/store-place.js";
import { reportFailure } from "../output/failure-text.js";
import { remark, say } from "../output/print.js";

const REJECTED = 3;
const UNCHECKED = 6;
const ACTIONS = ["login", "key", "status", "logout", "help"] as const;
type Action = (typeof ACTIONS)[number];

const help = (command: string, name: string): string => `Usage: ${command} [COMMAND] [OPTIONS]

Keeps the key for the ${name} provider. A key is stored only after the service has accepted it.

Commands:
  (none), login   ask for the key on the terminal, without showing it; or take it from a pipe
  key -           take the key from standard input
  key <K>         take the key from the command line (it stays in the shell's history)
  status          say which key is used and where it comes from
  logout          remove the stored key
  help            show this

Options:
  --workspace <dir>   keep the key in this folder's .fw/ if it has one (default: .), else in the user's
                      configuration; inside a repository only when this is given, or after asking
  --store <where>     system: the system's key store if there is one (keychain, keyring, data protection), which
                      is the default; file: a private file
  --env-file <file>   file with KEY=value lines; the real environment wins over it

Examples:
  ${command}
  ${command} status
  pass show ${name} | ${command}
  ${command} key - < key.txt

Exit status: 0 done, 2 usage or configuration, 3 the service rejected the key, 6 the key could not be checked (nothing
is stored), 130 cancelled.
`;

interface Request {
  action: Action;
  key?: string;
  workspace: string;
  isNamed: boolean;
  plainFile: boolean;
  envFile: string | undefined;
}

function readArguments(args: string[], command: string): Request {
  const usage = (reason: string) =>
    new ConfigurationError(`${reason} "${command} help" shows how it is called.`);
  const options = {
    workspace: { type: "string" },
    store: { type: "string", default: "system" },
    "env-file": { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw usage("There is an option that is not known or has no value.");
  }
  const { values, positionals } = parsed;
  if (values.store !== "system" && values.store !== "file") throw usage("--store is system or file.");
  const place = {
    workspace: values.workspace ?? ".",
    isNamed: values.workspace !== undefined,
    plainFile: values.store === "file",
    envFile: values["env-file"],
  };
  if (values.help) return { action: "help", ...place };
  const [word = "login", key, ...more] = positionals;
  const action = ACTIONS.find((name) => name === word);
  if (!action) throw usage(`That is no command. To store a key: ${command} key <K>.`);
  if (action === "key" && !key?.trim()) throw usage(`The key is missing: ${command} key <K>.`);
  if (more.length > 0 || (action !== "key" && key !== undefined)) throw usage("There is a word too many.");
  return { action, ...(key !== undefined && { key: key.trim() }), ...place };
}

async function store(
  definition: ProviderDefinition,
  key: string,
  place: KeyPlace,
  options: WriteOptions,
): Promise<number> {
  const { name } = definition;
  const result = await acceptKey(definition, key, place, options);
  switch (result.outcome) {
    case "rejected":
      remark(`The key was not accepted, so nothing was stored.\n${result.reason}`);
      return REJECTED;
    case "unchecked":
      remark(`The key could not be checked, so nothing was stored.\n${result.reason}`);
      return UNCHECKED;
    default:
  }
  say(`${name}: the key ${maskSecret(key)} was accepted (${result.proof}).`);
  say(`${name}: stored in ${result.file}`);
  const [used] = await findKeys(definition, place);
  if (used && used.origin !== result.file) {
    say(`${name}: as long as ${used.origin} is set, its key is used instead.`);
  }
  return 0;
}

async function status(definition: ProviderDefinition, place: KeyPlace): Promise<number> {
  const { name, credential } = definition;
  const [used, ...others] = await findKeys(definition, place);
  if (!used) {
    const variable = definition.variables.find(({ knob }) => knob === credential.knob)?.name;
    const otherwise = credential.otherwise === undefined ? "" : ` Without one: ${credential.otherwise}.`;
    say(`${name}: no key. Run "${credential.command}" to store one, or set ${variable}.${otherwise}`);
    return 0;
  }
  say(`${name}: the key ${maskSecret(used.key)} from ${used.origin} is used.`);
  for (const { key, origin } of others) {
    say(`${name}: the key ${maskSecret(key)} from ${origin} is overruled by it.`);
  }
  for (const { warning } of [used, ...others]) {
    if (warning !== undefined) remark(`Warning: ${warning}`);
  }
  return 0;
}

async function logout(definition: ProviderDefinition, place: KeyPlace): Promise<number> {
  const { name } = definition;
  const credentials = createCredentialStore(place);
  const file = await credentials.path(name);
  const wasThere = await credentials.remove(name);
  say(wasThere ? `${name}: the key in ${file} was removed.` : `${name}: no key was stored.`);
  const [left] = await findKeys(definition, place);
  if (left) say(`${name}: ${left.origin} still holds a key.`);
  return 0;
}

async function run(wanted: string, args: string[]): Promise<number> {
  const definition = await loadProvider(wanted);
  const { name: providerName, credential } = definition;
  const { command } = credential;
  if (command === undefined) {
    const variables = definition.variables
      .filter(({ knob }) => knob === credential.knob)
      .map(({ name }) => name);
    throw new ConfigurationError(
      `No key is kept for ${providerName}. Set ${variables.join(" or ")}, or ${credential.knob} in a profile.`,
    );
  }
  const { action, key, workspace, isNamed, plainFile, envFile } = readArguments(args, command);
  if (action === "help") {
    say(help(command, providerName).trimEnd());
    return 0;
  }
  const flags = { provider: providerName, workspace, ...(envFile !== undefined && { envFile }) };
  const { options, env } = await readConfiguration(flags, people);
  const place = { ...options, env, workspace, onNotice: remark };
  if (action === "status") return status(definition, place);
  if (action === "logout") return logout(definition, place);
  const otherwise = `Run: ${command} key <K>, or pipe the key to ${command}.`;
  const isPiped = key === "-" || (key === undefined && !process.stdin.isTTY);
  const secret = isPiped
    ? await pipedSecret(process.stdin, otherwise)
    : (key ?? (await askSecret(`Key for ${providerName}: `, { otherwise })));
  return store(definition, secret, place, await storePlace({ env, workspace, isNamed, plainFile }));
}

/** Runs the command for one provider, with the arguments of this process unless told. */
export async function authCommand(providerName: string, args = process.argv.slice(2)): Promise<void> {
  try {
    process.exitCode = await run(providerName, args);
  } catch (error) {
    reportFailure(error, false);
  }
}
