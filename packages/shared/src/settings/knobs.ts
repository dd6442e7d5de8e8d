/** Knobs that several providers have, checked alike everywhere. */
import * as z from "./kinds.js";

/** A key or token, sent as a bearer. A line end around it is cut off; one inside would end the header. */
export const bearer = (meaning: string) =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7E]+$/, {
      error: "is empty or has characters that cannot be sent in a header",
    })
    .optional()
    .describe(meaning);

/** A text that is not empty, where it is given at all. */
export const text = (meaning: string) => z.string().min(1).optional().describe(meaning);

/** A number of tokens. */
export const tokens = (meaning: string) => z.int().positive().optional().describe(meaning);

/** The value of a header, which cannot smuggle in another, in the letters that every server reads alike. */
export const headerText = z
  .string()
  .regex(/^[\t\x20-\x7e]*$/, { error: "must be one line of ASCII letters without control characters" });

/** Headers by their names. */
export const headerMap = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: "is no name of an HTTP header" }),
  headerText,
);
