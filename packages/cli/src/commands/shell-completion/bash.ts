/** The completion script for bash. It runs no program: every word is in it, but for files and remembered models. */
import type { DescribedCommand, Values } from "./described.js";
import { modelsFolder, placeOf, programsOf, valuesByOption } from "./tables.js";

/** The function that offers the values, with its argument. */
function act(values: Values): readonly [string, string] {
  if (values === "files") return ["_fw_files", ""];
  if (values === "folders") return ["_fw_folders", ""];
  if (values === "models") return ["_fw_models", ""];
  return values === "anything" || values.length === 0 ? [":", ""] : ["_fw_words", values.join(" ")];
}

export function bashScript(commands: readonly DescribedCommand[]): string {
  const paths = commands.map((command) => {
    const options = command.options.flatMap(({ names }) => names).join(" ");
    const [action, wanted] = act(command.words);
    return `    "${placeOf(command)}") options="${options}" action=${action} wanted="${wanted}" ;;`;
  });
  const values = valuesByOption(commands).map(([names, taken]) => {
    const [action, wanted] = act(taken);
    return `    ${names.join("|")}) ${action} "${wanted}"; return ;;`;
  });
  const known = commands.map((command) => `"${placeOf(command)}"`).join("|");
  return `# Completion for bash. Load it with: source <(fw completion bash)
_fw_add() {
  # Bash breaks words at colons, so what stands before the last one is left out of the answer.
  local prefix=\${current%"\${current##*:}"}
  [[ $1 == "$current"* ]] && COMPREPLY+=("\${1#"$prefix"}")
}
_fw_words() { local word; for word in $1; do _fw_add "$word"; done; }
_fw_files() { compopt -o filenames 2>/dev/null; local file; while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current"); }
_fw_folders() { compopt -o filenames 2>/dev/null; local file; while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$current"); }
_fw_models() {
  local index provider=\${FW_PROVIDER-} file id
  for ((index = 1; index < count - 1; index++)); do
    [[ \${words[index]} == --provider ]] && provider=\${words[index + 1]}
  done
  for file in "${modelsFolder}"/\${provider:-*}; do
    [[ -f $file ]] && while IFS= read -r id; do _fw_add "$id"; done < "$file"
  done
}
_fw() {
  local line=\${COMP_LINE:0:COMP_POINT} current previous place options="" action=: wanted="" index count
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  count=\${#words[@]}
  current=\${words[count - 1]}
  previous=\${words[count > 1 ? count - 2 : 0]}
  COMPREPLY=()
  case $previous in
${values.join("\n")}
  esac
  place=\${words[0]##*/}
  for ((index = 1; index < count - 1; index++)); do
    case "$place \${words[index]}" in ${known}) place="$place \${words[index]}" ;; esac
  done
  case $place in
${paths.join("\n")}
  esac
  if [[ $current == -* ]]; then _fw_words "$options"; else $action "$wanted"; fi
}
complete -F _fw ${programsOf(commands).join(" ")}
`;
}
