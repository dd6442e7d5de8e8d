/** The completion script for fish. */
import type { DescribedCommand, DescribedOption, Values } from "./described.js";
import { cacheInHome } from "./tables.js";

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** A few words about a word. */
type Hints = ReadonlyMap<string, string>;

/** fish reads the list once more, and takes what stands behind a tab for the description. */
function hinted(word: string, hints: Hints): string {
  const hint = hints.get(word);
  return hint === undefined ? word : `${word}\\t${quoted(hint)}`;
}

/** What follows an option or a command, in the words of `complete`. */
function following(values: Values, hints: Hints): string {
  if (values === "files") return "-r -F";
  if (values === "folders") return "-x -a '(__fish_complete_directories)'";
  if (values === "models") return "-x -a '(__fw_models)'";
  return values === "anything"
    ? "-x"
    : `-x -a ${quoted(values.map((word) => hinted(word, hints)).join(" "))}`;
}

/** True where the words of the path were typed. */
function condition({ path }: DescribedCommand, words: readonly string[]): string {
  if (path === "") return words.length === 0 ? "" : " -n __fish_use_subcommand";
  const [first = "", ...rest] = path.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
  const deeper =
    words.length === 0 || rest.length > 0 ? [] : [`not __fish_seen_subcommand_from ${words.join(" ")}`];
  return ` -n ${quoted([first, ...rest, ...deeper].join("; and "))}`;
}

function optionLine(
  command: DescribedCommand,
  { names, takes, summary }: DescribedOption,
  hints: Hints,
): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const value = takes === undefined ? "" : ` ${following(takes, hints)}`;
  const where = command.path === "" ? "" : condition(command, []);
  return `complete -c ${command.program}${where} ${spelled.join(" ")}${value}${summary === "" ? "" : ` -d ${quoted(summary)}`}`;
}

/** `hints` says a few words about single words, such as the product behind a provider. */
export function fishScript(commands: readonly DescribedCommand[], hints: Hints): string {
  const lines = commands.flatMap((command) => {
    const { program, words } = command;
    const children = commands.filter((other) => other.program === program && other.path !== "");
    const described = (word: string) =>
      children.find(({ path }) => path === `${command.path} ${word}`.trim());
    const wordLines =
      typeof words === "string"
        ? [`complete -c ${program}${condition(command, [])} ${following(words, hints)}`]
        : words.map((word) => {
            const summary = described(word)?.summary ?? hints.get(word) ?? "";
            const hint = summary === "" ? "" : ` -d ${quoted(summary)}`;
            return `complete -c ${program} -f${condition(command, words)} -a ${quoted(word)}${hint}`;
          });
    return [...wordLines, ...command.options.map((option) => optionLine(command, option, hints))];
  });
  return `# Completion for fish. Load it with: fw completion fish | source
function __fw_models
    set -l folder (test -n "$XDG_CACHE_HOME"; and echo $XDG_CACHE_HOME; or echo $HOME/${cacheInHome})/fw/models
    set -l words (commandline -opc)
    set -l provider $FW_PROVIDER
    if set -l index (contains -i -- --provider $words)
        set provider $words[(math $index + 1)]
    end
    if test -n "$provider"
        cat $folder/$provider 2>/dev/null
    else
        cat $folder/* 2>/dev/null
    end
end
${lines.join("\n")}
`;
}
