/**
 * The system's own place for keys, through programs that are there: `security` on macOS, `secret-tool` on Linux, PowerShell's data
 * protection on Windows. A key goes in and out by standard input and output, never on a command line that others can see.
 */
import { askProgram } from "../system/ask-program.js";
import { findProgram } from "../system/find-program.js";
import type { Environment } from "../provider/settings.js";

/** The system's own store of keys. */
export interface KeyStore {
  /** As it is written down beside the key: `secret-tool`. */
  name: string;
  /** For a person. */
  words: string;
  /** Keeps the key; what is returned must be kept by the caller and given back to `read`. */
  write(provider: string, key: string): Promise<string | undefined>;
  /** The key again; rejects where the store no longer has it or stays locked. */
  read(provider: string, kept: string | undefined): Promise<string>;
  /** Takes the key out of the store. */
  remove(provider: string): Promise<void>;
}

export interface KeyStoreOptions {
  env: Environment;
  /** No program from inside it is trusted with a key. */
  workspace: string;
  platform?: NodeJS.Platform | undefined;
}

/** Unlocking may take a person some time. */
const TIME_LIMIT_MS = 60_000;
const SERVICE = "fw";

type Ask = (args: readonly string[], input: string) => Promise<string>;

interface StoreKind {
  program: string;
  words: string;
  /** Whether it can work at all in this environment. */
  isUsable?: (env: Environment) => boolean;
  create(ask: Ask): Omit<KeyStore, "name" | "words">;
}

const KINDS: Partial<Record<NodeJS.Platform, StoreKind>> = {
  linux: {
    program: "secret-tool",
    words: "the desktop's keyring (secret-tool)",
    isUsable: (env) => Boolean(env["DBUS_SESSION_BUS_ADDRESS"]),
    create: (ask) => {
      const names = (provider: string) => ["service", SERVICE, "provider", provider];
      return {
        write: async (provider, key) => {
          await ask(["store", `--label=${SERVICE}: key for ${provider}`, ...names(provider)], key);
          return undefined;
        },
        read: (provider) => ask(["lookup", ...names(provider)], ""),
        remove: async (provider) => void (await ask(["clear", ...names(provider)], "")),
      };
    },
  },
  darwin: {
    program: "security",
    words: "the keychain (security)",
    create: (ask) => {
      const names = (provider: string) => ["-a", provider, "-s", SERVICE];
      return {
        write: async (provider, key) => {
          // Interactive mode takes the command from standard input, where nobody else sees the key.
          const quoted = `"${key.replaceAll(/["\\]/g, "\\$&")}"`;
          await ask(["-i"], `add-generic-password -U ${names(provider).join(" ")} -w ${quoted}\n`);
          return undefined;
        },
        read: (provider) => ask(["find-generic-password", ...names(provider), "-w"], ""),
        remove: async (provider) => void (await ask(["delete-generic-password", ...names(provider)], "")),
      };
    },
  },
  win32: {
    program: "powershell",
    words: "Windows data protection (PowerShell)",
    create: (ask) => {
      const run = (script: string, input: string) =>
        ask(["-NoProfile", "-NonInteractive", "-Command", script], input);
      return {
        write: async (_provider, key) => (await run(PROTECT, key)).trim(),
        read: (_provider, kept = "") => run(UNPROTECT, kept),
        remove: async () => undefined,
      };
    },
  },
};

const PROTECT =
  "[Console]::In.ReadToEnd() | ConvertTo-SecureString -AsPlainText -Force | ConvertFrom-SecureString";
const UNPROTECT =
  "$s = [Console]::In.ReadToEnd().Trim() | ConvertTo-SecureString; [Console]::Out.Write([Runtime.InteropServices.Marshal]::PtrToStringAuto([Runtime.InteropServices.Marshal]::SecureStringToBSTR($s)))";

/** The key store of this system, or undefined where there is none. */
export async function findKeyStore(options: KeyStoreOptions): Promise<KeyStore | undefined> {
  const { env, workspace, platform = process.platform } = options;
  const kind = KINDS[platform];
  if (!kind || kind.isUsable?.(env) === false) return undefined;
  const program = await findProgram(kind.program, { env, outside: workspace, platform });
  if (program === undefined) return undefined;
  const ask: Ask = (args, input) => askProgram(program, args, { env, input, timeLimit: TIME_LIMIT_MS });
  return { name: kind.program, words: kind.words, ...kind.create(ask) };
}
