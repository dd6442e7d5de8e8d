/** The platform's tokens, told apart by their prefix. */

export interface TokenType {
  name: string;
  prefixes: readonly string[];
  /** What an organization with single sign-on demands of it. */
  sso: string;
  use: string;
}

/** The kinds of token there are, told by how they begin, with what each may do. */
export const tokenTypes: readonly TokenType[] = [
  {
    name: "fine-grained personal token",
    prefixes: ["github_pat_"],
    sso: "It is authorized for single sign-on when it is created; choose the organization as its resource owner.",
    use: "Recommended; needs the account permission models: read.",
  },
  {
    name: "classic personal token",
    prefixes: ["ghp_"],
    sso: 'It must be authorized by hand for each organization with single sign-on: token settings, "Configure SSO".',
    use: "Simpler and less secure; needs no particular scope.",
  },
  {
    name: "app token",
    prefixes: ["ghs_", "ghu_"],
    sso: "Single sign-on is supported; the app must be installed in the organization.",
    use: "Automation and CI; needs the permission models: read, in a workflow `permissions: models: read`.",
  },
  {
    name: "OAuth token",
    prefixes: ["gho_"],
    sso: "Single sign-on is supported; the user approves the OAuth app for the organization.",
    use: "Applications that act for a user.",
  },
];

/** The type of a token; undefined for one that no known prefix begins. */
export function tokenTypeOf(token: string): TokenType | undefined {
  return tokenTypes.find(({ prefixes }) => prefixes.some((prefix) => token.startsWith(prefix)));
}
