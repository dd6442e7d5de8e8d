/** The user's roles: Markdown files in a folder of their configuration. Never a workspace's, which may be from elsewhere. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, didYouMean, type Environment } from "@framework/shared";
import { userFolder } from "@framework/shared/auth";
import { readRole, type Role } from "@framework/shared/config";

export const rolesFolder = (env: Environment): string => path.join(userFolder("config", env), "roles");

/** The names of all roles. */
export async function roleNames(env: Environment): Promise<string[]> {
  const files = await readdir(rolesFolder(env)).catch(() => []);
  return files.flatMap((file) => /^(.+)\.md$/i.exec(file)?.[1] ?? []).sort();
}

/** A role by its name, or by the path of its file. */
export async function findRole(name: string, env: Environment): Promise<Role> {
  if (name.includes("/") || /\.md$/i.test(name)) return readRole(path.resolve(name));
  const names = await roleNames(env);
  if (names.includes(name)) return readRole(path.join(rolesFolder(env), `${name}.md`));
  throw new ConfigurationError(
    `There is no role "${name}"${didYouMean(name, names)}. Roles are Markdown files in ${rolesFolder(env)}; fw role lists them.`,
  );
}
