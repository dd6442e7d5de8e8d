/** The providers that keep a key, each with its command and the emulator that judges the key. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, type BackendOptions, startBackend } from "@framework/backends";
import { loadProvider, providerNames } from "@framework/shared";

export interface KeyService {
  name: keyof BackendOptions;
  command: string;
  /** The first variable that holds a key. */
  keyVariable: string;
  urlVariable: string;
  /** The knob of its address. */
  urlKnob: string;
}

const definitions = await Promise.all(providerNames.map(loadProvider));

export const keyServices: readonly KeyService[] = definitions.flatMap(
  ({ name, credential, variables, knobsFor }) => {
    const variable = (knob: RegExp) => variables.find((row) => knob.test(row.knob))?.name ?? "";
    return credential.command === undefined
      ? []
      : [
          {
            name: name as KeyService["name"],
            command: credential.command,
            keyVariable: variable(new RegExp(`^${credential.knob}$`)),
            urlVariable: variable(/(?:^|\.)base_url$/),
            urlKnob: knobsFor.addresses[0],
          },
        ];
  },
);

/** A user with an empty home, in front of a service that takes one key. */
export interface KeyUser extends AsyncDisposable {
  backend: Backend;
  home: string;
  env: Record<string, string>;
  /** Where the key is stored. */
  file: string;
}

export async function keyUser(service: KeyService, apiKey: string): Promise<KeyUser> {
  const backend = await startBackend(service.name, { apiKey });
  const home = mkdtempSync(path.join(tmpdir(), "fw-keys-"));
  return {
    backend,
    home,
    env: { HOME: home, XDG_CONFIG_HOME: path.join(home, "config"), [service.urlVariable]: backend.url },
    file: path.join(home, "config", "fw", `${service.name}_auth.json`),
    [Symbol.asyncDispose]: async () => {
      await backend.close();
      rmSync(home, { recursive: true });
    },
  };
}
