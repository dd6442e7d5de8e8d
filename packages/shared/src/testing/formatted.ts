/** Text as the pipeline formats it for a colour terminal. */
import type { FormatterSettings } from "../format/config.js";
import { createPipeline } from "../format/pipeline.js";
import { capabilitiesFromEnvironment } from "../terminal/capabilities.js";

export function terminal(
  columns: number,
  env: Record<string, string> = { TERM: "vt100", COLORFGBG: "15;0", FW_GRAPHICS_PROTOCOL: "none" },
) {
  return capabilitiesFromEnvironment(env, { isTerminal: true, columns }).capabilities;
}

/** Formats for a colour terminal, in chunks of a few characters. */
export async function coloured(
  text: string,
  columns = 60,
  config: FormatterSettings[] = [],
): Promise<string> {
  let output = "";
  const pipeline = createPipeline({
    output: (part) => (output += part),
    terminal: terminal(columns),
    config,
    env: {},
  });
  for (const chunk of text.match(/[^]{1,3}/g) ?? []) pipeline.write(chunk);
  await pipeline.flush();
  return output;
}

export const withoutStyles = (text: string): string => text.replaceAll(/\x1b\[[\d;]+m/g, "");

export const plain = async (text: string, columns?: number, config?: FormatterSettings[]): Promise<string> =>
  withoutStyles(await coloured(text, columns, config));

export const setting = (name: string, enabled: boolean, config = {}): FormatterSettings => ({
  name,
  enabled,
  config,
});
