/** How the knobs of each provider name the emulator's address and a key. */
const settings = {
  localdesk: ({ url }) => ({ config: { host: url } }),
  gpusrv: ({ urls }) => ({
    config: { openai_url: urls.openai, control_url: urls.control, context_length: 32_768 },
  }),
  hubmodels: ({ url }) => ({ config: { api_key: "github_pat_for_tests_0001", extra: { endpoint: url } } }),
  gateway: ({ url }) => ({
    config: { api_key: "sk-gateway-for-tests-0001", framework_overrides: { base_url: url } },
  }),
  serverless: ({ url }) => ({
    config: { base_url: url },
    env: { FW_SERVERLESS_API_KEY: "serverless-for-tests-0001" },
  }),
  eucloud: ({ url }) => ({
    config: { base_url: url },
    env: { FW_EUCLOUD_API_KEY: "eucloud-for-tests-0001" },
  }),
  selfhost: ({ url }) => ({ config: { host: url } }),
};

/** What points a provider at a running emulator. */
export function settingsOf(name, address) {
  const find = settings[name];
  if (!find) throw new Error(`bench/faults/settings.mjs has no row for ${name}`);
  return find(address);
}
