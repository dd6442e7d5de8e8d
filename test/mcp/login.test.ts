/** A server on the web that demands a login: OAuth with PKCE, in a browser, back to a loopback address. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import * as client from "@modelcontextprotocol/client";
import * as stdio from "@modelcontextprotocol/client/stdio";
import { McpServer, mcpTools } from "@framework/shared/mcp";
import type { McpHost } from "@framework/shared/mcp";
import { expect, it, onTestFinished } from "vitest";
import { loginTo } from "../../packages/cli/src/mcp/login.js";

const TOKEN = "granted-token-0123456789";

/** An authorization server and a protected MCP server in one. */
async function startProtected() {
  const seen = { challenge: "", verifier: "", header: "", rights: [] as string[] };
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const url = new URL(request.url ?? "/", origin);
    const json = (body: object, status = 200, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    void answer(request, url, origin, json, response);
  });
  type Json = (body: object, status?: number, headers?: object) => unknown;
  const answer = async (
    request: IncomingMessage,
    url: URL,
    origin: string,
    json: Json,
    response: { writeHead(status: number, headers?: object): { end(): void } },
  ) => {
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource"))
      return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    if (url.pathname.startsWith("/.well-known/"))
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    const body = await readAll(request);
    if (url.pathname === "/register") return json({ ...(JSON.parse(body) as object), client_id: "c1" }, 201);
    if (url.pathname === "/authorize") {
      seen.challenge = url.searchParams.get("code_challenge") ?? "";
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "the-code");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      back.searchParams.set("iss", origin);
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/token") {
      seen.verifier = new URLSearchParams(body).get("code_verifier") ?? "";
      return json({ access_token: TOKEN, token_type: "Bearer", expires_in: 3600 });
    }
    seen.header = request.headers.authorization ?? "";
    if (seen.header !== `Bearer ${TOKEN}`) {
      const where = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
      return json({ error: "unauthorized" }, 401, { "www-authenticate": where });
    }
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as {
      id?: number;
      method: string;
      params: { protocolVersion: string };
    };
    if (id === undefined) return response.writeHead(202).end();
    const capabilities = { tools: {} };
    const serverInfo = { name: "protected", version: "1" };
    if (method === "initialize")
      return json({
        jsonrpc: "2.0",
        id,
        result: { protocolVersion: params.protocolVersion, capabilities, serverInfo },
      });
    const tools = [{ name: "hello", description: "Says hello.", inputSchema: { type: "object" } }];
    return json(
      method === "tools/list"
        ? { jsonrpc: "2.0", id, result: { tools } }
        : { jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } },
    );
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

it("logs in once, keeps the token privately for that origin, and needs no browser the next time", async () => {
  const { url, seen } = await startProtected();
  const env = { XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), "fw-login-")) };
  let browsers = 0;
  const open = async () => {
    const host: McpHost = {
      load: async () => ({ client, stdio }) as unknown as Awaited<ReturnType<McpHost["load"]>>,
      workspace: tmpdir(),
      authorize: (name, address) =>
        loginTo(name, address, {
          env,
          workspace: tmpdir(),
          tell: (told) => {
            browsers += 1;
            const [page = ""] = /http\S+$/.exec(told) ?? [];
            void fetch(page);
          },
        }),
    };
    const server = new McpServer("web", { url }, host);
    onTestFinished(() => server.close());
    return mcpTools([server]);
  };
  const first = await open();
  expect(first.problems).toEqual([]);
  expect(first.tools.map(({ name }) => name)).toEqual(["web__hello"]);
  expect(createHash("sha256").update(seen.verifier).digest("base64url")).toBe(seen.challenge);
  const file = path.join(env.XDG_CONFIG_HOME, "fw", "mcp", "web_auth.json");
  expect(existsSync(file) && statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain(TOKEN);
  expect((await open()).tools).toHaveLength(1);
  expect(browsers).toBe(1);
});
