// LiteLLM's proxy in front of llama.cpp, and of models that only fail.
import { writeFileSync } from "node:fs";
import { environment, freePort, inFolder, launch } from "./common.mjs";
import { llamacpp } from "./llamacpp.mjs";

const VERSION = "1.108.4";
const KEY = "sk-real-1234";

export const litellm = {
  name: "LiteLLM",
  provider: "litellm",
  model: "vendor/smol",
  knows: "LiteLLM's proxy",
  async start() {
    // The newest certificates that it asks for are not always to be had; any will do on this machine.
    const bin = environment("litellm", [`litellm[proxy]==${VERSION}`], ["certifi>=2024"]);
    const behind = await llamacpp.start();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const file = inFolder("litellm.yaml");
    writeFileSync(file, settings(behind.url));
    try {
      const running = await launch({
        name: "litellm",
        program: bin("litellm"),
        args: ["--config", file, "--host", "127.0.0.1", "--port", String(port), "--telemetry", "False"],
        env: {
          LITELLM_LOCAL_MODEL_COST_MAP: "True",
          LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: "true",
          LITELLM_TELEMETRY: "False",
          DISABLE_ADMIN_UI: "True",
        },
        ready: `${url}/health/liveliness`,
        seconds: 240,
      });
      return {
        ...running,
        url,
        port,
        key: KEY,
        knobs: { base_url: `${url}/v1` },
        isIdle: behind.isIdle,
        overflow: behind.overflow,
        kill(signal) {
          running.kill(signal);
          behind.kill(signal);
        },
      };
    } catch (error) {
      behind.kill();
      throw error;
    }
  },
};

const settings = (upstream) => `model_list:
  - model_name: vendor/smol
    litellm_params: { model: openai/smollm2, api_base: "${upstream}/v1", api_key: none }
    model_info: { max_input_tokens: 2048 }
  - model_name: vendor/toolong
    litellm_params: { model: openai/mock, api_key: none, mock_response: "litellm.ContextWindowExceededError" }
  - model_name: vendor/limited
    litellm_params: { model: openai/mock, api_key: none, mock_response: "litellm.RateLimitError" }
litellm_settings: { num_retries: 0, telemetry: false, drop_params: true }
router_settings: { num_retries: 0 }
general_settings: { master_key: ${KEY} }
`;
