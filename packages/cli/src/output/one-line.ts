/** Text of any origin as one safe line. */
import { sanitize } from "@framework/shared/terminal";

export const oneLine = (text: string): string => sanitize(text).replaceAll(/\s*\n\s*/g, " ⏎ ");
