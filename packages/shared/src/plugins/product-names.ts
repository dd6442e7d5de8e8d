/** Providers by the names of the products that speak their protocol: people know what they run, not what we call it. */

const PRODUCTS: Readonly<Record<string, string>> = {
  lmstudio: "localdesk",
  triton: "gpusrv",
  tritonserver: "gpusrv",
  nvidiatriton: "gpusrv",
  github: "hubmodels",
  githubmodels: "hubmodels",
  openrouter: "gateway",
  nebius: "serverless",
  nebiustokenfactory: "serverless",
  tokenfactory: "serverless",
  ovh: "eucloud",
  ovhcloud: "eucloud",
  ovhcloudaiendpoints: "eucloud",
  vllm: "selfhost",
};

/** Product names that are worth suggesting. */
export const productNames: readonly string[] = [
  "lmstudio",
  "triton",
  "github",
  "openrouter",
  "nebius",
  "ovhcloud",
  "vllm",
];

/** The provider a name stands for; a name that stands for none comes back as it is. */
export function providerCalled(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, "");
  return (Object.hasOwn(PRODUCTS, plain) ? PRODUCTS[plain] : undefined) ?? name;
}
