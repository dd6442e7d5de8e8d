/** `${NAME}` in the values of a file. */
import { didYouMean } from "../provider/suggest.js";

export interface ExpandedText {
  text: string;
  /** The name, when the whole text was one `${NAME}`. */
  variable?: string;
  faults: string[];
}

/** Replaces `${NAME}` by the variable's value, once; `$${` stands for a literal `${`. */
export function expandVariables(
  source: string,
  env: Readonly<Record<string, string | undefined>>,
): ExpandedText {
  const faults: string[] = [];
  let variable: string | undefined;
  const text = source.replaceAll(
    /\$\$\{|\$\{([^}]*)(\}?)/g,
    (match, name: string | undefined, close: string) => {
      if (name === undefined) return "${";
      if (close === "" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
        faults.push("a ${ that is not of the form ${NAME} (write $${ for a literal ${)");
        return "";
      }
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined) {
        faults.push(`the environment variable ${name} is not set${didYouMean(name, Object.keys(env))}`);
      }
      if (match === source) variable = name;
      return value ?? "";
    },
  );
  return { text, faults, ...(variable !== undefined && { variable }) };
}
