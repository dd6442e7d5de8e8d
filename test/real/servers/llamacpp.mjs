// llama.cpp's server with SmolLM2, four slots' worth of context shared by two.
import { beside, environment, freePort, launch, weights } from "./common.mjs";

const KEY = "sk-real-llama-0001";

export const llamacpp = {
  name: "llama.cpp",
  provider: "llamacpp",
  model: "smollm2",
  knows: "llama.cpp's server",
  async start() {
    const bin = environment("llama", ["xllamacpp==2026.10.11549"]);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const args = [
      beside("llama_server.py"),
      port,
      weights(),
      "--context",
      4096,
      "--slots",
      2,
      "--template",
      beside("tools.jinja"),
    ];
    const running = await launch({
      name: "llamacpp",
      program: bin("python"),
      args: args.map(String),
      ready: `${url}/health`,
      seconds: 120,
    });
    return {
      ...running,
      url,
      port,
      knobs: { base_url: `${url}/v1` },
      /** No slot is at work. */
      isIdle: async () => {
        const slots = await (await fetch(`${url}/slots`)).json();
        return slots.every((slot) => !slot.is_processing);
      },
      overflow: /n_ctx"?:? ?(\d+)|context size \((\d+) tokens\)/,
    };
  },
  /** A second one that demands a key. */
  async startLocked() {
    const bin = environment("llama", ["xllamacpp==2026.10.11549"]);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const running = await launch({
      name: "llamacpp-locked",
      program: bin("python"),
      args: [beside("llama_server.py"), String(port), weights(), "--context", "512", "--key", KEY],
      ready: `${url}/health`,
      seconds: 120,
    });
    return { ...running, knobs: { base_url: `${url}/v1` }, key: KEY };
  },
};
