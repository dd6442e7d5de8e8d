/** Reads the maps of a YAML file: everything wrong in them is gathered, each with its place. */
import type { CallPreferences } from "../settings/call-options.js";
import { checkKnobs, unknownKey } from "./knob-check.js";
import type { Fault } from "./fault.js";
import type { YamlMap, YamlTree } from "./yaml-tree.js";

/** A key with nothing behind it means the same as no key. */
export function isPresent(node: YamlTree | undefined): node is YamlTree {
  return node !== undefined && !(node.kind === "scalar" && node.value === null);
}

export class MapReader {
  readonly faults: Fault[] = [];

  map(node: YamlTree | undefined, label: string): YamlMap | undefined {
    if (!isPresent(node)) return undefined;
    if (node.kind === "map") return node;
    return this.fault(node, `${label} must be a map (key: value)`);
  }

  text(node: YamlTree | undefined, label: string): string | undefined {
    if (!isPresent(node)) return undefined;
    const value = node.kind === "scalar" ? node.value : undefined;
    if (typeof value === "string" && value !== "") return value;
    const advice = typeof value === "number" || typeof value === "boolean" ? " (put it in quotes)" : "";
    return this.fault(node, value === "" ? `${label} must not be empty` : `${label} must be text${advice}`);
  }

  /** The names of tool plugins; undefined where there is no list of them. */
  names<Name>(
    node: YamlTree | undefined,
    label: string,
    read: (item: YamlTree, label: string) => Name | undefined,
  ): Name[] | undefined {
    if (!isPresent(node)) return undefined;
    if (node.kind !== "list") return this.fault(node, `${label} must be a list of names: [cli, file_edit]`);
    return node.items.flatMap((item, index) => read(item, `${label}[${index}]`) ?? []);
  }

  /** What every call is made with. The schema is loaded only for a file that says it. */
  async options(node: YamlTree | undefined): Promise<CallPreferences | undefined> {
    const map = this.map(node, "options");
    if (!map) return undefined;
    const { callOptionSchema, callPreferences } = await import("../settings/call-options.js");
    const { values, faults } = await checkKnobs(map, callOptionSchema, "options");
    this.faults.push(...faults);
    return faults.length > 0 ? {} : callPreferences(values);
  }

  refuseOthers(map: YamlMap, known: readonly string[], label: string): void {
    for (const key of map.entries.keys()) {
      if (!known.includes(key)) this.faults.push(unknownKey(key, known, map, label));
    }
  }

  fault({ offset }: YamlTree, message: string): undefined {
    this.faults.push({ offset, message });
  }
}
