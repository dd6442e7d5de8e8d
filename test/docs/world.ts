/**
 * The world in which the pages' commands are tried: the addresses they name lead to emulators that serve the models they
 * name, and the files they name are there.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, backendNames, type ReplyOption, startBackend } from "@framework/backends";
import { bin, cleanEnv } from "../support/command.js";
import { readPage, root } from "./blocks.js";

/** A key that every emulator accepts. */
export const KEY = "key-for-the-pages-0001";

export interface World {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Puts the emulators' addresses where a text has those of the pages. */
  translate(text: string): string;
  close(): Promise<void>;
}

/** The commands that the package installs. */
export const commands = Object.keys(
  (JSON.parse(readPage("packages/cli/package.json")) as { bin: Record<string, string> }).bin,
);

/** What `npm start` runs once everything is installed and built. */
const startScript = (
  JSON.parse(readPage("package.json")) as { scripts: { start: string } }
).scripts.start.replace(/^node scripts\/ready\.mjs && node -- /, `node -- ${root}`);

/** Programs of others, and npm's, which would install and test what is running. */
const standIns: Readonly<Record<string, string>> = {
  llm: "printf 'Here:\\n\\n```mermaid\\ngraph LR; A --> B\\n```\\n'",
  vllm: ":",
  npx: 'exec "$@"',
  npm: `[ "$*" = start ] && exec ${startScript}`,
  git: "echo '+ one line'",
  jq: "cat",
  pass: `echo ${KEY}`,
};

const files: Readonly<Record<string, string>> = {
  "flow.mmd": "graph LR\n  A --> B\n",
  "answer.md": "| a | b |\n|---|---|\n| 1 | 2 |\n\n```mermaid\ngraph LR; A --> B\n```\n",
  "key.txt": `${KEY}\n`,
  ".env": "SELFHOST_MODEL=qwen3-32b\n",
  "package.json": "{}\n",
  "questions.jsonl": '{"custom_id":"1","body":{"messages":[{"role":"user","content":"Hello"}]}}\n',
  "reviews.csv": 'id,text\n1,"Lovely, really."\n',
  "README.md": "# A page\n\n```mermaid\ngraph LR; A --> B\n```\n",
  "gpu.yaml": "provider: selfhost\nmodel: qwen3-32b\n",
};

/** The ids that stand behind `--model`, `model:` and `connect(`. */
function modelsOn(page: string): string[] {
  const ids = readPage(page).matchAll(/(?:--model |model: |connect\((?:null, null, )?)"?([\w./:-]+)/g);
  return [...new Set([...[...ids].map(([, id = ""]) => id), "qwen3-32b"])];
}

/** `reply` is what the models say; without it they repeat what they were asked. */
export async function createWorld(page: string, reply?: ReplyOption): Promise<World> {
  const models = modelsOn(page).map((id) => ({ id, contextLength: 200_000 }));
  const running: Backend[] = [];
  for (const name of backendNames) {
    running.push(
      await startBackend(name, {
        models,
        ...(reply && { reply }),
        ...(name === "localdesk" ? {} : { apiKey: KEY }),
      }),
    );
  }
  const ollama = await startBackend("compatible", { like: "ollama", models, ...(reply && { reply }) });
  running.push(ollama);
  const at = (name: string) => running.find((backend) => backend.name === name)?.urls ?? { openai: "" };
  const folder = await mkdtemp(path.join(tmpdir(), "fw-docs-"));
  const programs = path.join(folder, "home", "bin");
  await mkdir(programs, { recursive: true });
  const scripts = [
    ...commands.map((name) => [name, `exec "${process.execPath}" -- "${bin(name)}" "$@"`] as const),
    ...Object.entries(standIns),
  ];
  for (const [name, text] of scripts) {
    await writeFile(path.join(programs, name), `#!/bin/bash\n${text}\n`);
    await chmod(path.join(programs, name), 0o755);
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const addresses = [
    ["https://models.corp.example/inference", at("hubmodels").openai],
    ["http://localhost:1234", at("localdesk").openai],
    ["http://gpu-box:8000", at("selfhost").openai],
    ["http://gpu-box:8080/v1", at("compatible").openai],
    ["<TOKEN>", KEY],
    ["<API_KEY>", KEY],
    // A fixed port may be in use.
    ["--port 8000", "--port 0"],
    ["fw serve ", "fw serve --port 0 "],
    ["fw serve\n", "fw serve --port 0\n"],
    ["fw serve --port 0 token", "fw serve token"],
  ] as const;
  return {
    folder,
    env: cleanEnv({
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      HOME: path.join(folder, "home"),
      FW_LEDGER: "",
      FW_CONVERSATIONS: path.join(folder, "home", "conversations"),
      TERM: "xterm-256color",
      FW_VISION_DIR: path.join(folder, "home", "vision"),
      FW_DIAGRAM_BACKEND: "sixel",
      LOCALDESK_HOST: at("localdesk").openai,
      OLLAMA_HOST: ollama.url,
      GROQ_BASE_URL: at("compatible").openai,
      GROQ_CONTEXT_LENGTH: "200000",
      COMPATIBLE_API_KEY: KEY,
      GPUSRV_OPENAI_URL: at("gpusrv").openai,
      GPUSRV_CONTROL_URL: at("gpusrv").control ?? "",
      GPUSRV_API_TOKEN: KEY,
      GPUSRV_CONTEXT_LENGTH: "200000",
      HUBMODELS_TOKEN: KEY,
      FW_HUBMODELS_ENDPOINT: at("hubmodels").openai,
      FW_GATEWAY_BASE_URL: at("gateway").openai,
      FW_GATEWAY_API_KEY: KEY,
      FW_GATEWAY_MODEL: models[0]?.id ?? "",
      FW_SERVERLESS_BASE_URL: at("serverless").openai,
      FW_SERVERLESS_API_KEY: KEY,
      FW_EUCLOUD_BASE_URL: at("eucloud").openai,
      FW_EUCLOUD_API_KEY: KEY,
      SELFHOST_HOST: at("selfhost").openai,
      SELFHOST_API_TOKEN: KEY,
    }),
    translate: (text) => addresses.reduce((translated, [from, to]) => translated.replaceAll(from, to), text),
    close: async () => {
      await Promise.all(running.map((backend) => backend.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
