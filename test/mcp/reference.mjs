/**
 * `npm run mcp`: the official reference servers of npm through a chat of this program, on every provider's emulator, and this program's own
 * server through the official inspector. Installs them into a folder that is not tracked.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { backendNames, startBackend } from "../../packages/backends/dist/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fw = path.join(root, "packages/cli/bin/fw.js");
const home = path.join(root, "node_modules/.cache/mcp");
const scope = "@modelcontextprotocol";
const packages = ["server-everything", "server-filesystem", "server-memory", "inspector"].map(
  (name) => `${scope}/${name}`,
);
if (!existsSync(path.join(home, "node_modules", scope, "inspector"))) {
  mkdirSync(home, { recursive: true });
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", home, ...packages];
  if (spawnSync("npm", args, { stdio: "inherit" }).status !== 0) process.exit(1);
}
const server = (name) => path.join(home, "node_modules", scope, name, "dist/index.js");
const folder = mkdtempSync(path.join(tmpdir(), "fw-mcp-"));
writeFileSync(path.join(folder, "note.txt"), "A line from a file.\n");

let passed = 0;
let failed = 0;
const judge = (name, isGood, detail) => {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? "ok  " : "FAIL"} ${name}${isGood ? "" : `: ${detail}`}`);
};

function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, FW_LEDGER: "off", FW_CONVERSATIONS: "off", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (out += text));
    child.once("close", (status) => resolve({ status, out }));
  });
}

const calls = {
  "everything__get-sum": [{ a: 2, b: 40 }, "42"],
  everything__echo: [{ message: "hello there" }, "hello there"],
  files__read_text_file: [{ path: path.join(folder, "note.txt") }, "A line from a file."],
  memory__create_entities: [
    { entities: [{ name: "Ada", entityType: "person", observations: ["counts"] }] },
    "Ada",
  ],
};
const SETTINGS = {
  localdesk: ({ openai }) => ({ LOCALDESK_HOST: openai }),
  gpusrv: ({ openai, control }) => ({
    GPUSRV_OPENAI_URL: openai,
    GPUSRV_CONTROL_URL: control,
    GPUSRV_CONTEXT_LENGTH: "32768",
  }),
  hubmodels: ({ openai }) => ({ FW_HUBMODELS_ENDPOINT: openai, HUBMODELS_TOKEN: "k" }),
  gateway: ({ openai }) => ({ FW_GATEWAY_BASE_URL: openai, FW_GATEWAY_API_KEY: "k" }),
  serverless: ({ openai }) => ({ FW_SERVERLESS_BASE_URL: openai, FW_SERVERLESS_API_KEY: "k" }),
  eucloud: ({ openai }) => ({ FW_EUCLOUD_BASE_URL: openai, FW_EUCLOUD_API_KEY: "k" }),
  selfhost: ({ openai }) => ({ SELFHOST_HOST: openai }),
};
const list = (...words) => JSON.stringify(words);
for (const provider of backendNames.filter((name) => name in SETTINGS)) {
  const toolCalls = Object.entries(calls).map(([name, [args]], id) => ({
    id: `c${id}`,
    name,
    arguments: args,
  }));
  const models = [{ id: "vendor/model", contextLength: 32_768 }];
  const backend = await startBackend(provider, { models, reply: [{ toolCalls }, { text: "Done." }] });
  writeFileSync(
    path.join(folder, "p.yaml"),
    `provider: ${provider}
model: vendor/model
${provider === "localdesk" ? "plugin_configs: { localdesk: { load: { context_length: 32768 } } }" : ""}
mcp_servers:
  everything: { command: node, args: ${list(server("server-everything"), "stdio")} }
  files: { command: node, args: ${list(server("server-filesystem"), folder)} }
  memory: { command: node, args: ${list(server("server-memory"))}, env: { MEMORY_FILE_PATH: ${path.join(folder, "memory.json")} } }
`,
  );
  const { out } = await run(
    [fw, "chat", "--profile", "p.yaml", "--yes", "--json", "Go."],
    SETTINGS[provider](backend.urls),
  );
  const results = out
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "tool-result");
  for (const [name, [, expected]] of Object.entries(calls)) {
    const result = results.find((one) => one.name === name);
    judge(
      `${provider}, ${name}`,
      result?.ok && result.content.includes(expected),
      result?.content ?? out.slice(-300),
    );
  }
  rmSync(path.join(folder, "memory.json"), { force: true });
  await backend.close();
}
const inspector = path.join(home, "node_modules/.bin/mcp-inspector");
const { out } = await run(
  [inspector, "--cli", process.execPath, fw, "mcp", "serve", "--method", "tools/list"],
  {},
);
judge("the inspector lists this program's tools", out.includes("draw_diagram"), out.slice(-300));
rmSync(folder, { recursive: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
