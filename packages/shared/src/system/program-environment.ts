/** What a program that is run for a model gets to know of the user's environment: what programs need, and no keys. */
import type { Environment } from "../provider/settings.js";

/** Variables that programs need to find themselves, their files and their language. */
const NEEDED = new Set(
  [
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ PWD HOSTNAME TMPDIR TMP TEMP COLUMNS LINES CI EDITOR VISUAL UMASK",
    "XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS",
    "SYSTEMROOT SYSTEMDRIVE WINDIR PATHEXT COMSPEC OS APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) COMMONPROGRAMFILES HOMEDRIVE HOMEPATH USERPROFILE USERNAME NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE",
    "JAVA_HOME MAVEN_HOME GRADLE_HOME ANDROID_HOME GOPATH GOROOT GOBIN GOPROXY GOFLAGS CARGO_HOME RUSTUP_HOME RUSTFLAGS NVM_DIR FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR NODE_PATH NODE_ENV",
    "VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYTHONPATH PYTHONHOME RBENV_ROOT GEM_HOME GEM_PATH BUNDLE_PATH PERL5LIB LUA_PATH DOTNET_ROOT",
    "CC CXX CPP LD AR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS PKG_CONFIG_PATH LD_LIBRARY_PATH LIBRARY_PATH CPATH MANPATH INFOPATH CUDA_HOME CUDA_VISIBLE_DEVICES OMP_NUM_THREADS",
    "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY",
  ]
    .join(" ")
    .split(" "),
);

/** Programs are asked for no colour, no pages and no questions. */
const PLAIN = { TERM: "dumb", NO_COLOR: "1", PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };

/**
 * The variables by name, and of those none whose value holds a secret. `FW_TOOL_ENV` names others that the user lets through, separated
 * by commas.
 */
export function programEnvironment(
  env: Environment,
  secrets: readonly string[],
): Record<string, string | undefined> {
  const allowed = new Set((env["FW_TOOL_ENV"] ?? "").split(",").map((name) => name.trim()));
  const holdsSecret = (value: string) =>
    /:\/\/[^/\s]*@/.test(value) || secrets.some((secret) => secret.length >= 4 && value.includes(secret));
  const open = Object.entries(env).filter(([name, value = ""]) => {
    if (allowed.has(name)) return true;
    const isNeeded = NEEDED.has(name.toUpperCase()) || name.startsWith("LC_");
    return isNeeded && !holdsSecret(value);
  });
  return { ...Object.fromEntries(open), ...PLAIN };
}
