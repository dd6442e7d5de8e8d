/** Packs of the caller, checked against Iconify's format. */
import { DiagramIconPackError, DiagramLimitError } from "../errors.js";
import type { IconifyAlias, IconifyIcon } from "./iconify.js";

/** A pack that has been checked and copied; maps, because a name may be one that objects inherit. */
export interface CheckedPack {
  readonly name: string;
  readonly icons: ReadonlyMap<string, IconifyIcon>;
  readonly aliases: ReadonlyMap<string, IconifyAlias>;
  readonly size: Readonly<Record<string, number>>;
  /** Of all its icons. */
  readonly characters: number;
}

const NAME_PATTERN = /^[\w-]{1,128}$/;
const MAX_BODY = 250_000;
const MAX_LENGTH = 100_000;
const NUMBERS = ["left", "top", "width", "height", "rotate"] as const;
const POSITIVE = new Set<string>(["width", "height"]);
const FLAGS = ["hFlip", "vFlip"] as const;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DiagramIconPackError(`${what} must be an object`);
  return { ...value };
}

function nameOf(value: unknown, what: string): string {
  if (typeof value === "string" && NAME_PATTERN.test(value)) return value;
  throw new DiagramIconPackError(`${what} must be 1 to 128 letters, digits, "-" or "_"`);
}

/** The measures among the fields, each of them checked. */
function measures(fields: Fields, what: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of NUMBERS) {
    const value = fields[name];
    if (value === undefined) continue;
    const fits = typeof value === "number" && Math.abs(value) <= MAX_LENGTH;
    if (!fits || (POSITIVE.has(name) && value <= 0))
      throw new DiagramIconPackError(
        `${what}: ${name} must be a${POSITIVE.has(name) ? " positive" : ""} number of at most ${MAX_LENGTH}`,
      );
    found[name] = value;
  }
  return found;
}

function mirroring(fields: Fields, what: string): Record<string, boolean> {
  const found: Record<string, boolean> = {};
  for (const name of FLAGS) {
    const value = fields[name];
    if (value === undefined) continue;
    if (typeof value !== "boolean") throw new DiagramIconPackError(`${what}: ${name} must be true or false`);
    found[name] = value;
  }
  return found;
}

function checkIcon(value: unknown, what: string): IconifyIcon {
  const fields = fieldsOf(value, what);
  const { body } = fields;
  if (typeof body !== "string") throw new DiagramIconPackError(`${what}: body must be a string of SVG`);
  if (body.length > MAX_BODY)
    throw new DiagramLimitError(`${what} has ${body.length} characters; at most ${MAX_BODY} are taken`);
  return { body, ...measures(fields, what), ...mirroring(fields, what) };
}

function checkAlias(value: unknown, what: string): IconifyAlias {
  const fields = fieldsOf(value, what);
  const parent = nameOf(fields.parent, `${what}: parent`);
  return { parent, ...measures(fields, what), ...mirroring(fields, what) };
}

function checkEach<Entry>(
  value: unknown,
  what: string,
  check: (value: unknown, what: string) => Entry,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [name, entry] of Object.entries(fieldsOf(value, what)))
    entries.set(
      nameOf(name, `${what}: the name ${JSON.stringify(name)}`),
      check(entry, `${what}: "${name}"`),
    );
  return entries;
}

/** Checks a pack as a caller gave it; what is wrong with it is a DiagramIconPackError that says where. */
export function checkIconPack(value: unknown): CheckedPack {
  const pack = fieldsOf(value, "an icon pack");
  const name = nameOf(pack.name, "the name of an icon pack");
  const what = `icon pack "${name}"`;
  if ("loader" in pack)
    throw new DiagramIconPackError(`${what} has a loader; load the icons and give them as "icons"`);
  const data = fieldsOf(pack.icons, `${what}: icons`);
  nameOf(data.prefix, `${what}: prefix`);
  const icons = checkEach(data.icons, `${what}: icons.icons`, checkIcon);
  let characters = 0;
  for (const { body } of icons.values()) characters += body.length;
  return {
    name,
    icons,
    aliases: checkEach(data.aliases ?? {}, `${what}: aliases`, checkAlias),
    size: measures(data, what),
    characters,
  };
}
