/** `fw alias`: names of your own for models. */
import { ConfigurationError, didYouMean, loadProvider } from "@framework/shared";
import { aliasTarget, readAliases, writeAliases } from "@framework/shared/config";
import { remark, say, sayColumns, sayJson } from "../output/print.js";

interface AliasFlags {
  remove?: string;
  json?: boolean;
}

export async function alias(definition: string | undefined, flags: AliasFlags): Promise<void> {
  const { env } = process;
  const aliases = await readAliases(env);
  if (flags.remove !== undefined) {
    const name = flags.remove;
    if (!Object.hasOwn(aliases, name)) {
      throw new ConfigurationError(`There is no alias "${name}"${didYouMean(name, Object.keys(aliases))}.`);
    }
    const { [name]: _gone, ...others } = aliases;
    await writeAliases(others, env);
    return say(`${name} is removed.`);
  }
  if (definition !== undefined) {
    const { name, provider, model } = await parse(definition);
    await writeAliases({ ...aliases, [name]: `${provider}:${model}` }, env);
    return say(`${name} is ${provider}:${model}. Use it as: fw chat -m ${name}`);
  }
  if (flags.json) return sayJson(aliases, 2);
  sayColumns(Object.entries(aliases));
  if (Object.keys(aliases).length === 0)
    remark("There are no aliases yet. One is made by: fw alias fast=gateway:openai/gpt-5-mini");
  return undefined;
}

async function parse(definition: string): Promise<{ name: string; provider: string; model: string }> {
  const [, name = "", target = ""] = /^([\w.-]+)=(.*)$/.exec(definition) ?? [];
  const parsed = aliasTarget(target);
  if (!parsed) {
    throw new ConfigurationError(
      `An alias is written NAME=PROVIDER:MODEL, such as fast=gateway:openai/gpt-5-mini.`,
    );
  }
  // A provider that does not exist is told now rather than at every use.
  await loadProvider(parsed.provider);
  return { name, ...parsed };
}
