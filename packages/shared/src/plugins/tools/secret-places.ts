/** Where secrets live: files that are read only after somebody allowed it, because what is read goes to the model's host. */
import path from "node:path";
import { realOf } from "../../system/trust.js";
import { userFolder } from "../../system/user-folder.js";
import type { ToolContext } from "./tool.js";
import type { WorkspacePath } from "./workspace-path.js";

/** Folders whose files are secrets, wherever the folder is. */
const FOLDERS =
  /(?:^|\/)(?:\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.oci|\.docker|\.password-store|\.mozilla|\.thunderbird|\.terraform\.d|\.config\/(?:gcloud|gh|hub|op|rclone|doctl|heroku|configstore|google-chrome|chromium|fw)|\.local\/share\/(?:keyrings|fw)|library\/(?:keychains|application support\/fw))\/|(?:^|\/)(?:\.git\/config|\.m2\/settings\.xml|\.cargo\/credentials(?:\.toml)?)$/;

/** Files that hold keys, tokens or what was typed, by their names. */
const FILES =
  /^(?:\.?_?netrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.git-credentials|\.gitconfig|\.envrc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.vault-token|\.dockercfg|\.s3cfg|\.boto|\.terraformrc|\.esmtprc|\.msmtprc|\.fetchmailrc|\.rediscli_auth|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|tfstate|tfvars|ovpn)|\.?credentials(?:\.\w+)?|\.?secrets?(?:\.\w+)?|.*service[-_]account.*\.json|.*_(?:history|auth\.json)|\..*_history|\.history|wp-config\.php|auth\.json|shadow)$/;

/** Why reading this file asks first; undefined when it does not. */
export async function secretPlace(
  { real, name, links }: WorkspacePath & { links: number },
  { env, privateFiles = [] }: ToolContext,
): Promise<string | undefined> {
  const why = (reason: string) => `"${name}" ${reason}. What it holds would go to the model's host.`;
  const lower = real.split(path.sep).join("/").toLowerCase();
  if (FOLDERS.test(lower) || FILES.test(path.posix.basename(lower)))
    return why("is in a place where secrets are kept");
  const own = await realOf(userFolder("config", env));
  if (real.startsWith(`${own}${path.sep}`)) return why("belongs to this program's own settings");
  for (const file of privateFiles) {
    if ((await realOf(file)) === real) return why("is in use by this program and may hold keys");
  }
  if (links > 1) return why(`has ${links} names: under another one it may be a file that is closed to tools`);
  return undefined;
}
