/** `fw role`: the roles there are, and what one of them says. */
import { findRole, roleNames, rolesFolder } from "../roles/roles.js";
import { say, sayJson, remark } from "../output/print.js";
import { shorten } from "../output/layout.js";
import { oneLine } from "../output/one-line.js";

export async function role(name: string | undefined, flags: { json?: boolean }): Promise<void> {
  const { env } = process;
  if (name !== undefined) {
    const { text, ...about } = await findRole(name, env);
    if (flags.json) return sayJson({ ...about, text }, 2);
    const facts = Object.entries(about).filter(
      ([key, value]) => key !== "name" && JSON.stringify(value) !== "{}",
    );
    for (const [key, value] of facts)
      say(`${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
    return say(`\n${text}`);
  }
  const roles = await Promise.all((await roleNames(env)).map((one) => findRole(one, env)));
  if (flags.json) return sayJson(roles, 2);
  if (roles.length === 0) {
    return remark(
      `There are no roles yet. A Markdown file in ${rolesFolder(env)} is one; its text is the system message.`,
    );
  }
  const width = Math.max(...roles.map((one) => one.name.length));
  for (const { name: id, description, text, model } of roles) {
    const about = oneLine(description ?? text.split("\n", 1)[0] ?? "");
    const line = `${id.padEnd(width)}  ${about}${model === undefined ? "" : `  [${model}]`}`;
    say(process.stdout.isTTY ? shorten(line, process.stdout.columns || 80) : line);
  }
  return undefined;
}
