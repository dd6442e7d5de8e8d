/**
 * `npm run callers`: programs that nobody here wrote, asking through `fw serve`: the openai packages of npm and PyPI, the AI SDK,
 * LangChain and llm. Each asks once whole and once streamed, calls a tool where it can, and is given a broken answer, which it must not
 * take for a good one. Installs what it needs into folders that are not tracked, and says what it leaves out and why.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBackend } from "../../packages/backends/dist/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const peersFolder = path.join(root, "bench/peers");
const python = path.join(root, "node_modules/.cache/callers/bin/python");
const folder = mkdtempSync(path.join(tmpdir(), "fw-callers-"));

function install() {
  if (!existsSync(path.join(peersFolder, "node_modules"))) {
    spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: peersFolder, stdio: "inherit" });
  }
  if (!existsSync(python)) {
    spawnSync("python3", ["-m", "venv", path.dirname(path.dirname(python))], { stdio: "inherit" });
    spawnSync(python, ["-m", "pip", "install", "-q", "openai", "llm"], { stdio: "inherit" });
  }
}
install();

const TEXT = "Hello from behind the server.";
const backend = await startBackend("selfhost", { reply: { text: TEXT } });
const server = spawn(
  process.execPath,
  [
    path.join(root, "packages/cli/bin/fw.js"),
    "serve",
    "--port",
    "0",
    "--json",
    "--provider",
    "selfhost",
    "--model",
    "demo-model",
  ],
  {
    env: { PATH: process.env.PATH, HOME: folder, FW_LEDGER: "off", SELFHOST_HOST: backend.url },
    stdio: ["ignore", "pipe", "ignore"],
  },
);
const [line] = await once(server.stdout.setEncoding("utf8"), "data");
const baseURL = `${JSON.parse(line).url}/v1`;
const peers = createRequire(path.join(peersFolder, "package.json"));
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href);
const question = [{ role: "user", content: "Hello" }];

/** Each caller has up to four acts; each act resolves with what the caller believes it was told. */
async function openaiNpm() {
  const { default: OpenAI } = await peer("openai");
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
  const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];
  return {
    whole: async () =>
      (await client.chat.completions.create({ model: "default", messages: question })).choices[0].message
        .content,
    streamed: async () => {
      let text = "";
      const stream = await client.chat.completions.create({
        model: "default",
        messages: question,
        stream: true,
      });
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      return text;
    },
    tool: async () => {
      const turn = await client.chat.completions.create({ model: "default", messages: question, tools });
      const [call] = turn.choices[0].message.tool_calls;
      return `${call.function.name} ${call.function.arguments}`;
    },
  };
}

async function aiSdk() {
  const { generateText, streamText } = await peer("ai");
  const { createOpenAICompatible } = await peer("@ai-sdk/openai-compatible");
  const model = createOpenAICompatible({ name: "fw", baseURL })("default");
  return {
    whole: async () => (await generateText({ model, prompt: "Hello", maxRetries: 0 })).text,
    streamed: async () => {
      let text = "";
      let failure;
      const { fullStream } = streamText({ model, prompt: "Hello", maxRetries: 0, onError: () => undefined });
      for await (const part of fullStream) {
        if (part.type === "text-delta") text += part.text;
        if (part.type === "error") failure = part.error;
      }
      if (failure) throw failure;
      return text;
    },
  };
}

async function langchain() {
  const { ChatOpenAI } = await peer("@langchain/openai");
  const model = new ChatOpenAI({
    model: "default",
    apiKey: "none",
    maxRetries: 0,
    configuration: { baseURL },
  });
  return {
    whole: async () => (await model.invoke("Hello")).content,
    streamed: async () => {
      let text = "";
      for await (const chunk of await model.stream("Hello")) text += chunk.content;
      return text;
    },
  };
}

function openaiPython() {
  const script = path.join(folder, "ask.py");
  writeFileSync(
    script,
    `import sys
from openai import OpenAI
client = OpenAI(base_url=sys.argv[1], api_key="none", max_retries=0)
messages = [{"role": "user", "content": "Hello"}]
if sys.argv[2] == "whole":
    print(client.chat.completions.create(model="default", messages=messages).choices[0].message.content, end="")
else:
    for chunk in client.chat.completions.create(model="default", messages=messages, stream=True):
        print(chunk.choices[0].delta.content or "" if chunk.choices else "", end="")
`,
  );
  const act = (kind) => async () => runProgram(python, [script, baseURL, kind]);
  return { whole: act("whole"), streamed: act("streamed") };
}

function llm() {
  writeFileSync(
    path.join(folder, "extra-openai-models.yaml"),
    `- model_id: fw\n  model_name: default\n  api_base: ${baseURL}\n`,
  );
  const program = path.join(path.dirname(python), "llm");
  const env = { PATH: process.env.PATH, HOME: folder, LLM_USER_PATH: folder };
  const act =
    (...flags) =>
    async () =>
      runProgram(program, ["-m", "fw", "--no-log", ...flags, "Hello"], env);
  return { whole: act("--no-stream"), streamed: act() };
}

function runProgram(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (complaint += text));
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 ? resolve(out.trim()) : reject(new Error(complaint.trim().split("\n").at(-1))),
    );
  });
}

const callers = {
  "openai (npm)": openaiNpm,
  "ai (npm)": aiSdk,
  "@langchain/openai (npm)": langchain,
  "openai (PyPI)": existsSync(python) ? openaiPython : undefined,
  "llm (PyPI)": existsSync(python) ? llm : undefined,
};

let passed = 0;
let failed = 0;
const judge = (name, isGood, detail) => {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? "ok  " : "FAIL"} ${name}${isGood ? "" : `: ${detail}`}`);
};
for (const [name, open] of Object.entries(callers)) {
  if (!open) {
    console.log(`skipped ${name}: python3 with venv is needed`);
    continue;
  }
  const { whole, streamed, tool } = await open();
  for (const [act, ask] of Object.entries({ whole, streamed })) {
    backend.setFault(undefined);
    backend.setReply({ text: TEXT });
    const told = await ask().catch((error) => error);
    judge(`${name}, ${act}`, told === TEXT, told);
    backend.setFault("error-in-band");
    const broken = await ask().then(
      (text) => ({ text }),
      (error) => ({ error }),
    );
    judge(`${name}, ${act}, broken`, broken.error !== undefined, `took "${broken.text}" for a whole answer`);
  }
  if (!tool) continue;
  backend.setFault(undefined);
  backend.setReply({ toolCalls: [{ id: "a", name: "look", arguments: { at: 1 } }] });
  const call = await tool();
  judge(`${name}, tool`, call === 'look {"at":1}', call);
}
server.kill();
await backend.close();
rmSync(folder, { recursive: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
