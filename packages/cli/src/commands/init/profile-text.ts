/** The text of a profile with some of its values changed; everything else stays as it was. */
import { toolPluginNames } from "@framework/shared";
import { profileDocument } from "../../configure/profile-document.js";

/** What `fw init` decides. A key is never among it. */
export interface ProfileChoice {
  readonly provider: string;
  readonly model: string;
  /** Undefined leaves them as they are. */
  readonly plugins: readonly string[] | undefined;
  /** The provider's knobs that were asked for, by dotted path; undefined leaves one as it is. */
  readonly knobs: Readonly<Record<string, string | number | undefined>>;
}

const template = (provider: string, command: string | undefined): string => `\
# Session profile. "fw init" changes it, and so may you: it keeps what you add.
# Keys do not belong here; they come from ${command === undefined ? "" : `"${command}" or `}the environment.
name: default

provider: ${provider}
model: none

# Tools the model may use: ${toolPluginNames.join(", ")}. What changes something asks first.
plugins: []

# "framework-scaffold explain provider ${provider}" lists the knobs.
plugin_configs:
`;

/** The new text. Without an old one, a commented profile is begun. */
export function withChoices(
  source: string | undefined,
  choice: ProfileChoice,
  { file, command }: { file: string; command: string | undefined },
): string {
  const { provider, model, plugins, knobs } = choice;
  const document = profileDocument(source?.trim() ? source : template(provider, command), file);
  document.set("provider", provider);
  document.set("model", model);
  if (plugins && JSON.stringify(document.toJS()?.plugins ?? []) !== JSON.stringify(plugins)) {
    document.set("plugins", document.createNode(plugins, { flow: true }));
  }
  // "plugin_configs:" with nothing behind it is a null, into which nothing can be set.
  if (document.getIn(["plugin_configs"]) === null) document.set("plugin_configs", document.createNode({}));
  for (const [knob, value] of Object.entries(knobs)) {
    if (value === undefined) continue;
    const path = ["plugin_configs", provider, ...knob.split(".")];
    for (let depth = 2; depth < path.length; depth += 1) {
      const group = path.slice(0, depth);
      if (document.getIn(group) === null) document.setIn(group, document.createNode({}));
    }
    document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
