/** All faults by name, and which one is active. */
import { backendNames, type BackendName } from "../names.js";
import { answerFaults } from "./answer-faults.js";
import { callFaults } from "./call-faults.js";
import { connectionFaults } from "./connection-faults.js";
import type { FaultDefinition, FaultOptions, FaultTarget, FaultTruth } from "./definition.js";
import { encodingFaults } from "./encoding-faults.js";
import { finishFaults } from "./finish-faults.js";
import { labelFaults } from "./label-faults.js";
import { modelFaults } from "./model-faults.js";
import { oddFaults } from "./odd-faults.js";
import { reportedFaults } from "./reported-faults.js";
import { statusFaults } from "./status-faults.js";
import { strayCallFaults } from "./stray-call-faults.js";
import { strayFaults } from "./stray-faults.js";
import { streamFaults } from "./stream-faults.js";
import { vendorFaults } from "./vendor-faults.js";

const definitions = {
  ...connectionFaults,
  ...statusFaults,
  ...answerFaults,
  ...streamFaults,
  ...finishFaults,
  ...reportedFaults,
  ...oddFaults,
  ...labelFaults,
  ...encodingFaults,
  ...modelFaults,
  ...callFaults,
  ...strayFaults,
  ...strayCallFaults,
  ...vendorFaults,
};

/** The name of a fault. */
export type FaultName = keyof typeof definitions;

/** A fault with its switches. */
export interface FaultSetting extends FaultOptions {
  /** Which fault. */
  readonly name: FaultName;
}

/** A fault by name alone, or with its switches. */
export type FaultOption = FaultName | FaultSetting;

/** A row of the table of faults. */
export interface FaultDescription {
  /** What `setFault` and `fw backends --fault` call it. */
  readonly name: FaultName;
  /** What happens, in a sentence, with the switches it reads. */
  readonly description: string;
  /** What it bends: the connection, a whole answer, a stream, or what the model says. */
  readonly acts: FaultDefinition["acts"];
  /** What the answer is worth, where its text alone does not show it. */
  readonly truth?: FaultTruth | undefined;
  /** The backends that can do it. */
  readonly backends: readonly BackendName[];
}

/** Every fault by name. */
export const faultNames: readonly FaultName[] = keysOf(definitions);

/** Every fault with what it does, where it acts and which backends can have it. */
export const faults: readonly FaultDescription[] = faultNames.map((name) => {
  const { description, acts, truth, backends = backendNames }: FaultDefinition = definitions[name];
  return { name, description, acts, truth, backends };
});

/** A fault that acts on the request at hand. */
export interface ActiveFault {
  readonly definition: FaultDefinition;
  readonly options: FaultOptions;
}

/** The one fault a backend has at a time, and how often it has acted. */
export class FaultSwitch {
  readonly #backend: BackendName;
  #setting: FaultSetting | undefined;
  #left = Infinity;

  constructor(backend: BackendName) {
    this.#backend = backend;
  }

  get setting(): FaultSetting | undefined {
    return this.#setting;
  }

  set(option: FaultOption | undefined): void {
    const setting = typeof option === "string" ? { name: option } : option;
    if (setting) this.#check(setting.name);
    this.#setting = setting;
    this.#left = setting?.times ?? Infinity;
  }

  /** The fault for a request to this kind of route; taking it counts. */
  take(kind: FaultTarget): ActiveFault | undefined {
    const setting = this.#setting;
    if (!setting || this.#left <= 0) return undefined;
    const on = new Set<FaultTarget>([setting.on ?? "chat"].flat());
    if (!on.has("all") && !on.has(kind)) return undefined;
    this.#left -= 1;
    return { definition: definitions[setting.name], options: setting };
  }

  #check(name: string): void {
    const row = faults.find((fault) => fault.name === name);
    if (!row) throw new Error(`Unknown fault "${name}". Known: ${faultNames.join(", ")}`);
    if (!row.backends.includes(this.#backend)) {
      throw new Error(
        `Fault "${name}" is not one of ${this.#backend}'s; it belongs to ${row.backends.join(", ")}`,
      );
    }
  }
}

function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
