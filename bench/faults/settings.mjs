/** How the knobs of each provider name the emulator's address and a key. */
const settings = {
  localdesk: ({ url }) => ({ host: url }),
  gpusrv: ({ urls }) => ({ openai_url: urls.openai, control_url: urls.control, context_length: 32_768 }),
  hubmodels: ({ url }) => ({ api_key: "github_pat_for_tests_0001", extra: { endpoint: url } }),
  gateway: ({ url }) => ({
    api_key: "sk-gateway-for-tests-0001",
    framework_overrides: { base_url: url },
  }),
  serverless: ({ url }) => ({ base_url: url, api_key: "serverless-for-tests-0001" }),
  eucloud: ({ url }) => ({ base_url: url, api_key: "eucloud-for-tests-0001" }),
  selfhost: ({ url }) => ({ host: url }),
  compatible: ({ url }) => ({ base_url: url }),
};

/** The knobs that point a provider at a running emulator. */
export function knobsFor(name, address) {
  const find = settings[name];
  if (!find) throw new Error(`bench/faults/settings.mjs has no row for ${name}`);
  return find(address);
}
