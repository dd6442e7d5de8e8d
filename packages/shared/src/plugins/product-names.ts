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
  // Presets of `compatible`, which go by their own names.
  llama: "llamacpp",
  llamaserver: "llamacpp",
  textgenerationinference: "tgi",
  kobold: "koboldcpp",
  claude: "anthropic",
  googlegemini: "gemini",
  google: "gemini",
  grok: "xai",
  togetherai: "together",
  fireworksai: "fireworks",
  hf: "huggingface",
  azureopenai: "azure",
};

/** The presets of `compatible`; each is a provider's name too. */
export const presetNames: readonly string[] = [
  "ollama",
  "llamacpp",
  "sglang",
  "tgi",
  "litellm",
  "koboldcpp",
  "localai",
  "jan",
  "openai",
  "anthropic",
  "gemini",
  "groq",
  "mistral",
  "deepseek",
  "xai",
  "together",
  "fireworks",
  "cerebras",
  "huggingface",
  "azure",
];

/** Product names that are worth suggesting. */
export const productNames: readonly string[] = [
  "lmstudio",
  "triton",
  "github",
  "openrouter",
  "nebius",
  "ovhcloud",
  "vllm",
  ...presetNames,
];

/** The provider a name stands for; a name that stands for none comes back as it is. */
export function providerCalled(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, "");
  if (presetNames.includes(plain)) return plain;
  return (Object.hasOwn(PRODUCTS, plain) ? PRODUCTS[plain] : undefined) ?? name;
}

/** The products' names that lead to a provider. */
export const productsOf = (provider: string): readonly string[] =>
  provider === "compatible"
    ? presetNames
    : productNames.filter((product) => providerCalled(product) === provider);
