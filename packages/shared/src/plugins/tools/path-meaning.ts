/** Paths that mean more than a file: what is written there is run, or obeyed, later and by somebody else. */

/** A path inside the workspace, in lower case, and what a change there does. The first that fits counts. */
const MEANINGS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [
    /(?:^|\/)\.git\/hooks\//,
    "git runs this file by itself, with your rights, at its next commit, merge or push",
  ],
  [/(?:^|\/)\.git\//, "this is git's own: it can make git run programs or fetch from elsewhere"],
  [
    /(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig)$/,
    "git obeys this file: it can name filters and other repositories",
  ],
  [
    /(?:^|\/)\.(?:husky|githooks)\/|(?:^|\/)(?:\.pre-commit-config\.ya?ml|lefthook\.ya?ml)$/,
    "git hooks are made from this: it is run at the next commit",
  ],
  [
    /(?:^|\/)\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|z(?:shrc|shenv|profile|login|logout)|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|inputrc)$|(?:^|\/)config\.fish$|(?:^|\/)fish\/(?:conf\.d|functions)\//,
    "a shell runs this file at its next start",
  ],
  [
    /(?:^|\/)\.(?:envrc|direnv\/)|(?:^|\/)(?:mise|\.mise)\.toml$|(?:^|\/)\.tool-versions$/,
    "this is run or obeyed when somebody enters the folder",
  ],
  [/(?:^|\/)\.fw\//, "this configures this program itself: keys, renderers and formatters"],
  [/(?:^|\/)\.ssh\//, "this decides who may log in, or how you log in elsewhere"],
  [
    /(?:^|\/)\.github\/(?:workflows|actions)\/|(?:^|\/)\.(?:gitlab-ci|travis|drone|woodpecker|cirrus|appveyor)\.ya?ml$|(?:^|\/)\.(?:circleci|buildkite|woodpecker|ci)\/|(?:^|\/)(?:azure-pipelines|bitbucket-pipelines|cloudbuild)\.ya?ml$|(?:^|\/)jenkinsfile$/,
    "a build server runs this, with the project's keys",
  ],
  [
    /(?:^|\/)\.(?:vscode|idea|zed|devcontainer|cursor)\//,
    "an editor obeys this: it can run programs when the folder is opened",
  ],
  [
    /(?:^|\/)\.(?:npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|pypirc|netrc)$|(?:^|\/)(?:pip\.conf|pip\.ini)$/,
    "package managers obey this: it says where packages come from, and may hold keys",
  ],
  [/(?:^|\/)package\.json$/, "its scripts are run by the next install, test or build"],
  [
    /(?:^|\/)(?:setup\.py|conftest\.py|sitecustomize\.py|usercustomize\.py|build\.rs|gemfile|rakefile|makefile|gnumakefile|dockerfile|.*\.mk)$|(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    "the next build or test runs this",
  ],
  [
    /(?:^|\/)(?:\.config\/autostart|\.config\/systemd|library\/launchagents|\.local\/bin|bin)\//,
    "programs in this place are started by name, or by themselves",
  ],
];

/** What a change of the file does beyond changing it, as a sentence; undefined where it is but a file. */
export function meaningOf(name: string, isExecutable: boolean): string | undefined {
  const lower = name.toLowerCase();
  const meaning = MEANINGS.find(([pattern]) => pattern.test(lower))?.[1];
  if (meaning !== undefined) return `"${name}" is more than a file: ${meaning}.`;
  return isExecutable ? `"${name}" is a program: whoever starts it next runs this.` : undefined;
}
