/** What the commands about names are called with: `fw alias`, `fw profile`, `fw role`. */
import type { Command } from "commander";

export function addNames(program: Command): void {
  program
    .command("alias")
    .argument("[definition]", "NAME=PROVIDER:MODEL")
    .option("--remove <alias>", "forget this one")
    .option("--json", "print JSON")
    .description("Give models names of your own: without an argument, list them.")
    .addHelpText(
      "after",
      `
Wherever --model takes an id it takes an alias too, which names the provider as well.

Examples:
  fw alias fast=gateway:openai/gpt-5-mini
  fw alias big=vllm:qwen3-32b              (products are known by their own names)
  fw alias
  fw alias --remove fast`,
    )
    .action(async (definition: string | undefined, flags) =>
      (await import("./alias.js")).alias(definition, flags),
    );

  const profile = program
    .command("profile")
    .description("List your profiles, choose the one that holds when none is named, or edit one.")
    .addHelpText(
      "after",
      `
Profiles with names are files in the folder "profiles" of your configuration folder: fw chat --profile work takes work.yaml there.
"default" is the one that fw init writes.

Examples:
  fw profile list
  fw profile use default`,
    );
  profile
    .command("list", { isDefault: true })
    .option("--json", "print JSON")
    .description("The profiles there are; * holds when none is named.")
    .action(async (flags) => (await import("./profile.js")).list(flags));
  profile
    .command("use")
    .argument("<profile>", "which one")
    .description("Let this one hold when none is named.")
    .action(async (name: string) => (await import("./profile.js")).use(name));
  profile
    .command("edit")
    .argument("[profile]", "which one; without it, the one that holds")
    .description("Open one in $EDITOR, and check it afterwards; a new name begins a new one.")
    .action(async (name: string | undefined) => (await import("./profile.js")).edit(name));

  program
    .command("role")
    .argument("[role]", "show this one")
    .option("--json", "print JSON")
    .description("List your roles, or show one. fw chat --role NAME chats in one.")
    .addHelpText(
      "after",
      `
A role is a Markdown file in the folder "roles" of your configuration folder. Its text is the system message; its front matter
may have description, provider, model, options (temperature, max_tokens, top_p, seed, stop, reasoning), tools and schema.

Examples:
  fw role
  fw role --json`,
    )
    .action(async (name: string | undefined, flags) => (await import("./role.js")).role(name, flags));
}
