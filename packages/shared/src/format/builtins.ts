/** The formatters that come with the pipeline. */
import { ConfigurationError } from "../provider/errors.js";
import { CodeBlockFormatter } from "./code/code-block.js";
import { checkKeys, type FormatterSettings, type KeyRule } from "./config.js";
import { DiagramTextFormatter } from "./diagramtext/formatter.js";
import { DIAGRAM_KEYS } from "./diagramtext/settings.js";
import { DiffFormatter } from "./diff.js";
import type { Formatter, FormatterContext } from "./formatter.js";
import { HiddenContentFilter } from "./hidden-content.js";
import { BlockFormatter } from "./markdown/blocks.js";
import { MarkdownFormatter } from "./markdown/span-formatter.js";
import { isOwnTheme, OWN_THEME_HELP, THEME_NAMES } from "./markdown/theme.js";
import { TableFormatter } from "./table.js";
import { VisionCaptureFormatter } from "./vision-capture.js";

type Config = Readonly<Record<string, unknown>>;

interface Builtin {
  readonly keys: Readonly<Record<string, KeyRule>>;
  readonly create: (context: FormatterContext, config: Config) => Formatter | Formatter[];
}

const THEME: KeyRule = {
  expected: `one of ${THEME_NAMES.join(", ")}, or ${OWN_THEME_HELP}`,
  accepts: (value) => THEME_NAMES.some((name) => name === value) || isOwnTheme(value),
};

const LINE_NUMBERS: KeyRule = { expected: "true or false", accepts: (value) => typeof value === "boolean" };

/** Every formatter that `.fw/formatters.json` can name. */
const BUILTINS: Readonly<Record<string, Builtin>> = {
  hidden_content_filter: { keys: {}, create: () => new HiddenContentFilter() },
  diff_formatter: { keys: {}, create: (context) => new DiffFormatter(context) },
  table_formatter: { keys: {}, create: (context) => new TableFormatter(context) },
  diagramtext_formatter: {
    keys: DIAGRAM_KEYS,
    create: (context, config) => {
      const formatter = new DiagramTextFormatter(context);
      formatter.initialize(config);
      return formatter;
    },
  },
  code_block_formatter: {
    keys: { line_numbers: LINE_NUMBERS },
    create: (context, config) =>
      new CodeBlockFormatter(context, { line_numbers: config["line_numbers"] === true }),
  },
  markdown_formatter: { keys: { theme: THEME }, create: createMarkdown },
  vision_capture_formatter: { keys: {}, create: () => new VisionCaptureFormatter() },
};

/** Blocks first, before all that works inside of blocks; what is within them later. */
function createMarkdown(context: FormatterContext): Formatter[] {
  if (!context.theme.formats) return [];
  return [new BlockFormatter(context.inline, context.consoleWidth), new MarkdownFormatter(context)];
}

/** Makes the built-in formatters that the settings leave enabled. */
export function createBuiltins(
  settings: readonly FormatterSettings[],
  context: FormatterContext,
): Formatter[] {
  const byName = new Map(settings.map((entry) => [entry.name, entry]));
  for (const name of byName.keys()) {
    if (!Object.hasOwn(BUILTINS, name)) {
      throw new ConfigurationError(
        `No formatter is called "${name}"; there are ${Object.keys(BUILTINS).join(", ")}.`,
      );
    }
  }
  return Object.entries(BUILTINS).flatMap(([name, { keys, create }]) => {
    const { enabled = true, config = {} } = byName.get(name) ?? {};
    checkKeys(name, config, keys);
    return enabled ? create(context, config) : [];
  });
}
