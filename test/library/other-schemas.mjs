// The same schema in the libraries that follow Standard Schema, beside zod.
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";

export const inValibot = v.object({ author: v.string(), year: v.pipe(v.number(), v.integer()) });
export const others = {
  valibot: toStandardJsonSchema(inValibot),
  arktype: type({ author: "string", year: "number.integer" }),
};
