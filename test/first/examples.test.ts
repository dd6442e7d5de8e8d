/** Every program in examples/ runs as its first lines say. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { started } from "../support/backend.js";
import { cleanEnv } from "../support/command.js";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));
const node = async (args: readonly string[], env: Record<string, string> = {}) => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: cleanEnv(env) });
  return stdout;
};

it("chat with tools", async () => {
  const backend = await started("selfhost", {
    reply: [{ toolCalls: [{ name: "weather", arguments: { city: "Lisbon" } }] }, { text: "It is sunny." }],
  });
  const env = { FW_PROVIDER: "selfhost", SELFHOST_HOST: backend.url, SELFHOST_MODEL: "demo-model" };
  const stdout = await node(["chat-with-tools.mjs"], env);
  expect(stdout).toMatch(/^\[weather \{"city":"Lisbon"\}\]\nIt is sunny\.\n\[stop; \d+ tokens\]\n$/);
  const last = backend.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  expect(last.messages.at(-1)).toMatchObject({ role: "tool", content: "Sunny in Lisbon, 21 °C." });
});

it("list the windows of all models", async () => {
  const selfhost = await started("selfhost", { models: [{ id: "mine", contextLength: 4096 }] });
  const gateway = await started("gateway", { models: [{ id: "vendor/theirs", contextLength: 200_000 }] });
  const stdout = await node(["windows.mjs"], {
    SELFHOST_HOST: selfhost.url,
    LOCALDESK_HOST: "http://127.0.0.1:9",
    FW_GATEWAY_BASE_URL: gateway.url,
    FW_GATEWAY_API_KEY: "sk-gateway-for-tests-0001",
  });
  expect(stdout).toContain("selfhost  mine  4096 (catalog)\n");
  expect(stdout).toContain("gateway  vendor/theirs  200000 (catalog)\n");
  expect(stdout).toContain("localdesk  LocalDeskConnectionError\n");
  expect(stdout).toContain("gpusrv  ValueError\n");
});

it("format the output of another program", async () => {
  const answer = "| a | b |\n|---|---|\n| 1 | \x1b[2Jtwo |\n";
  const stdout = await node(["format-output.mjs", process.execPath, "-p", JSON.stringify(answer)]);
  expect(stdout).toContain("│");
  expect(stdout).toContain("two");
  expect(stdout).not.toContain("\x1b[2J");
});

it("draw a diagram to a PNG file", async () => {
  const place = await mkdtemp(path.join(tmpdir(), "fw-examples-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const file = path.join(place, "login.png");
  const stdout = await node(["diagram-to-png.mjs", file]);
  const header = await readFile(file);
  const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  expect(header.toString("latin1", 1, 4)).toBe("PNG");
  expect(stdout).toBe(`${file}: ${width} x ${height} pixels\n`);
});

it("use an emulator with faults in a test", async () => {
  expect(await node(["--test", "--test-reporter=tap", "faults.test.mjs"])).toMatch(/^# pass 1$/m);
});

it("trace every call by the conventions of OpenTelemetry", async () => {
  const key = "sk-gateway-for-tests-0001";
  const backend = await started("gateway", { models: [{ id: "vendor/model", contextLength: 4096 }] });
  const env = { FW_PROVIDER: "gateway", FW_GATEWAY_BASE_URL: backend.url, FW_GATEWAY_API_KEY: key };
  const recorder = fileURLToPath(new URL("span-recorder.mjs", import.meta.url));
  const run = async () => {
    const args = ["--import", recorder, "opentelemetry.mjs", "A secret question"];
    const stdout = await node(args, { ...env, FW_GATEWAY_MODEL: "vendor/model" }).catch(
      (error: { stdout: string }) => error.stdout,
    );
    const spans = stdout.split("\n").filter((line) => line.startsWith("{"));
    expect(spans.join("")).not.toMatch(/secret question|sk-gateway/);
    return spans.map((line) => JSON.parse(line) as unknown);
  };
  const identity = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "gateway",
    "gen_ai.request.model": "vendor/model",
    "gen_ai.response.model": "vendor/model",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(backend.url).port),
  };
  const span = { name: "chat vendor/model", kind: "CLIENT", ended: true };
  const answered = {
    "gen_ai.response.time_to_first_chunk": expect.any(Number),
    "gen_ai.usage.input_tokens": expect.any(Number),
    "gen_ai.usage.output_tokens": expect.any(Number),
    "gen_ai.response.finish_reasons": ["stop"],
  };
  expect(await run()).toEqual([{ ...span, status: "UNSET", attributes: { ...identity, ...answered } }]);
  backend.setFault("402");
  const failed = { ...identity, "error.type": "CreditsExhaustedError" };
  expect(await run()).toEqual([{ ...span, status: "ERROR", attributes: failed }]);
});

it("each has less than 40 lines and a test here", async () => {
  const own = await readFile(fileURLToPath(import.meta.url), "utf8");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".mjs"))) {
    const lines = (await readFile(path.join(folder, file), "utf8")).trimEnd().split("\n");
    expect(lines.length, file).toBeLessThan(40);
    expect(own).toContain(`"${file}"`);
  }
});
