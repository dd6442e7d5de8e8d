/** A program of another user listens on a port where model servers usually do, and waits for a token. */
import { createServer } from "node:http";
import { loadProvider } from "@framework/shared";
import { expect, it } from "vitest";
import { openScreen } from "../support/screen.js";
import { scratch } from "./support.js";

it("fw start asks what it is, and sends it no key", async ({ skip }) => {
  const { localPorts = [], variables, credential } = await loadProvider("selfhost");
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ object: "list", data: [{ id: "trap", max_model_len: 4096 }] }));
  });
  const isOurs = await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(localPorts[0], "127.0.0.1", () => resolve(true));
  });
  if (!isOurs) skip(`port ${localPorts[0]} is taken on this machine`);
  const token = "token-of-the-user-0123456789";
  const name = variables.find(({ knob }) => knob === credential.knob)?.name ?? "";
  const screen = openScreen("fw", ["start"], { env: { HOME: scratch("home"), [name]: token }, columns: 120 });
  await screen.until(/> ?$|trap/);
  process.kill(screen.pid, "SIGTERM");
  await screen.exit;
  server.close();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.join()).not.toContain(token);
});
