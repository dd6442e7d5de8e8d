/** The completion script for zsh. */
import type { DescribedCommand, Values } from "./described.js";
import { modelsFolder, placeOf, programsOf, valuesByOption } from "./tables.js";

const act = (values: Values): string => {
  if (values === "files") return "_files";
  if (values === "folders") return "_files -/";
  if (values === "models") return "_fw_models";
  return values === "anything" || values.length === 0 ? ":" : `compadd -- ${values.join(" ")}`;
};

export function zshScript(commands: readonly DescribedCommand[]): string {
  const programs = programsOf(commands).join(" ");
  const values = valuesByOption(commands).map(
    ([names, taken]) => `    ${names.join("|")}) ${act(taken)}; return ;;`,
  );
  const paths = commands.map((command) => {
    const options = command.options.flatMap(({ names }) => names).join(" ");
    return `    "${placeOf(command)}") if [[ $PREFIX == -* ]]; then compadd -- ${options}; else ${act(command.words)}; fi ;;`;
  });
  const known = commands.map((command) => `"${placeOf(command)}"`).join("|");
  return `#compdef ${programs}
# Completion for zsh. Load it with: source <(fw completion zsh)
_fw_models() {
  local provider=\${FW_PROVIDER-} file index
  for ((index = 2; index < CURRENT; index++)); do
    [[ $words[index] == --provider ]] && provider=$words[index+1]
  done
  for file in "${modelsFolder}"/\${~\${provider:-*}}(N); do
    compadd -- \${(f)"$(<$file)"}
  done
}
_fw() {
  local place=\${words[1]:t} index
  case $words[CURRENT-1] in
${values.join("\n")}
  esac
  for ((index = 2; index < CURRENT; index++)); do
    case "$place $words[index]" in ${known}) place="$place $words[index]" ;; esac
  done
  case $place in
${paths.join("\n")}
  esac
}
compdef _fw ${programs}
`;
}
