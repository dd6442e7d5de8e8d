import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { ConnectionPool, type HttpRequest } from "./connection-pool.js";
import { TransportError } from "./transport-error.js";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const certFile = fixture("test-only-cert.pem");
const tlsOptions = { cert: readFileSync(certFile), key: readFileSync(fixture("test-only-key.pem")) };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  );
  return (server.address() as net.AddressInfo).port;
}

function pool(env: Record<string, string> = {}): ConnectionPool {
  const created = new ConnectionPool(env);
  closers.push(async () => created.destroy());
  return created;
}

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "GET",
  url: new URL(url),
  headers: {},
  connectMs: 5000,
  readMs: 5000,
  ...more,
});
const failure = (promise: Promise<unknown>): Promise<TransportError> =>
  promise.then(
    () => expect.fail("should have failed"),
    (error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      return error;
    },
  );
/** Resolves when the server sees that a client's socket has closed. */
const nextClose = (server: net.Server) =>
  new Promise<void>((resolve) =>
    server.once("connection", (socket: net.Socket) => socket.once("close", () => resolve())),
  );

describe("a request that kills its connection", () => {
  it("is sent once more on a new connection, and not once for every one that was kept", async () => {
    let kills = 0;
    const waiting: http.ServerResponse[] = [];
    const port = await listen(
      http.createServer((request, response) => {
        if (request.url === "/kill") {
          kills += 1;
          request.socket.destroy();
          return;
        }
        waiting.push(response);
        if (waiting.length === 5) for (const held of waiting.splice(0)) held.end("ok");
      }),
    );
    const connections = pool();
    const kept = Array.from({ length: 5 }, async () =>
      (await connections.request(get(`http://127.0.0.1:${port}/`))).text(10),
    );
    await Promise.all(kept);
    await failure(connections.request(get(`http://127.0.0.1:${port}/kill`)));
    expect(kills).toBe(2);
  });
});

describe("encoded bodies", () => {
  const plain = "data: so it is\n\n";
  it.each([
    ["gzip", gzipSync(plain)],
    ["GZIP", gzipSync(plain)],
    ["deflate", deflateSync(plain)],
    ["deflate", deflateRawSync(plain)],
    ["br", brotliCompressSync(plain)],
    ["gzip, gzip", gzipSync(gzipSync(plain))],
    ["deflate, gzip", gzipSync(deflateSync(plain))],
    ["identity", Buffer.from(plain)],
    ["gzip", Buffer.from(plain)],
  ])("called %s are read by what they are", async (name, body) => {
    const port = await listen(
      http.createServer((_request, response) => {
        response.writeHead(200, { "content-encoding": name });
        response.end(body);
      }),
    );
    const response = await pool().request(get(`http://127.0.0.1:${port}/`));
    expect(await response.text(1000)).toBe(plain);
  });

  it("in an encoding that nobody knows are refused by name, for good", async () => {
    const port = await listen(
      http.createServer((_request, response) => {
        response.writeHead(200, { "content-encoding": "zstd" });
        response.end("x");
      }),
    );
    const response = await pool().request(get(`http://127.0.0.1:${port}/`));
    expect(await failure(response.text(1000))).toMatchObject({
      reason: "encoding",
      message: expect.stringContaining("zstd"),
    });
  });
});

describe("connections", () => {
  it("are kept after a normal end and used again", async () => {
    const ports = new Set<number | undefined>();
    const port = await listen(
      http.createServer((request, response) => {
        ports.add(request.socket.remotePort);
        response.end("ok");
      }),
    );
    const connections = pool();
    for (let n = 0; n < 3; n += 1) {
      const response = await connections.request(get(`http://127.0.0.1:${port}/`));
      expect(await response.text(100)).toBe("ok");
    }
    expect(ports.size).toBe(1);
  });

  it("that the server closed while idle are replaced without a failure", async () => {
    let kept: net.Socket | undefined;
    const server = http.createServer((request, response) => {
      if (kept === request.socket) request.socket.destroy();
      else {
        kept = request.socket;
        response.end("ok");
      }
    });
    const port = await listen(server);
    const connections = pool();
    expect(await (await connections.request(get(`http://127.0.0.1:${port}/`))).text(9)).toBe("ok");
    expect(await (await connections.request(get(`http://127.0.0.1:${port}/`))).text(9)).toBe("ok");
  });

  it("all end at once with destroy, and the pool goes on with new ones", async () => {
    const server = http.createServer((request, response) => {
      if (request.url === "/quick") response.end("ok");
    });
    const port = await listen(server);
    const connections = pool();
    const closed = nextClose(server);
    const stuck = failure(connections.request(get(`http://127.0.0.1:${port}/slow`)));
    await new Promise<void>((resolve) => server.once("request", () => resolve()));
    connections.destroy();
    expect((await stuck).reason).toBe("cancelled");
    await closed;
    expect(await (await connections.request(get(`http://127.0.0.1:${port}/quick`))).text(9)).toBe("ok");
  });
});

describe("cancel by signal", () => {
  it("works during the TLS handshake", async () => {
    const server = net.createServer();
    const port = await listen(server);
    const closed = nextClose(server);
    const abort = new AbortController();
    const stuck = failure(
      pool().request(get(`https://127.0.0.1:${port}/`, { signal: abort.signal, connectMs: 0 })),
    );
    await new Promise<void>((resolve) => server.once("connection", () => resolve()));
    abort.abort();
    expect(await stuck).toMatchObject({ reason: "cancelled", phase: "connect" });
    await closed;
  });

  it("works while a proxy has not yet answered CONNECT", async () => {
    const proxy = net.createServer();
    const port = await listen(proxy);
    const closed = nextClose(proxy);
    const abort = new AbortController();
    const connections = pool({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    const stuck = failure(
      connections.request(get("https://model.test/", { signal: abort.signal, connectMs: 0 })),
    );
    const socket = await new Promise<net.Socket>((resolve) => proxy.once("connection", resolve));
    await new Promise((resolve) => socket.once("data", resolve));
    abort.abort();
    expect((await stuck).reason).toBe("cancelled");
    await closed;
  });

  it("works inside the body", async () => {
    const server = http.createServer((_request, response) => void response.write("begun"));
    const port = await listen(server);
    const closed = nextClose(server);
    const abort = new AbortController();
    const response = await pool().request(get(`http://127.0.0.1:${port}/`, { signal: abort.signal }));
    const seen: string[] = [];
    const stuck = failure(
      response.read({
        onText: (text) => {
          seen.push(text);
          abort.abort();
        },
      }),
    );
    expect((await stuck).reason).toBe("cancelled");
    expect(seen).toEqual(["begun"]);
    await closed;
  });

  it("fails at once when it was given before", async () => {
    const stuck = failure(pool().request(get("http://127.0.0.1:9/", { signal: AbortSignal.abort() })));
    expect((await stuck).reason).toBe("cancelled");
  });
});

describe("clocks", () => {
  it("end a TLS handshake that never completes", async () => {
    const port = await listen(net.createServer());
    const error = await failure(pool().request(get(`https://127.0.0.1:${port}/`, { connectMs: 60 })));
    expect(error).toMatchObject({ reason: "connect-timeout", phase: "connect" });
  });

  it("end the wait for a first byte", async () => {
    const port = await listen(http.createServer());
    const error = await failure(pool().request(get(`http://127.0.0.1:${port}/`, { readMs: 60 })));
    expect(error).toMatchObject({ reason: "read-timeout", phase: "response" });
  });

  it("end a silent body, and a reader that is itself slow is not blamed on the server", async () => {
    const port = await listen(
      http.createServer((_request, response) => {
        response.write("x");
      }),
    );
    const response = await pool().request(get(`http://127.0.0.1:${port}/`, { readMs: 150 }));
    let resume: (() => void) | undefined;
    let full = true;
    const reading = failure(
      response.read({
        onText: () => undefined,
        full: () => full,
        onSpace: (go) => {
          resume = go;
        },
      }),
    );
    const race = await Promise.race([
      reading,
      new Promise((resolve) => setTimeout(resolve, 400, "still paused")),
    ]);
    expect(race).toBe("still paused");
    full = false;
    resume?.();
    expect(await reading).toMatchObject({ reason: "read-timeout", phase: "body" });
  });
});

describe("proxies and certificates", () => {
  /** A proxy that leads every name to loopback and remembers what it was asked. */
  async function startProxy(requiredAuthorization?: string) {
    const asked: string[] = [];
    const proxy = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end("through the proxy");
    });
    proxy.on("connect", (request, socket: net.Socket) => {
      asked.push(`CONNECT ${request.url}`);
      if (requiredAuthorization && request.headers["proxy-authorization"] !== requiredAuthorization) {
        socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
        return;
      }
      const upstream = net.connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on("error", () => socket.destroy());
      socket.on("error", () => upstream.destroy());
    });
    return { asked, url: `http://127.0.0.1:${await listen(proxy)}` };
  }
  const secureServer = () =>
    listen(https.createServer(tlsOptions, (_request, response) => response.end("secure")));

  it("tunnel https with credentials, trusting the extra authority", async () => {
    const port = await secureServer();
    const proxy = await startProxy(`Basic ${Buffer.from("me:s3cret").toString("base64")}`);
    const connections = pool({
      HTTPS_PROXY: proxy.url.replace("//", "//me:s3cret@"),
      NODE_EXTRA_CA_CERTS: certFile,
    });
    const response = await connections.request(get(`https://model.test:${port}/x`));
    expect(await response.text(99)).toBe("secure");
    expect(proxy.asked).toEqual([`CONNECT model.test:${port}`]);
  });

  it("that refuse are reported with their words", async () => {
    const proxy = await startProxy("something else");
    const error = await failure(pool({ HTTPS_PROXY: proxy.url }).request(get("https://model.test/")));
    expect(error.message).toContain("407");
  });

  it("get plain http with the whole address", async () => {
    const proxy = await startProxy();
    const response = await pool({ http_proxy: proxy.url }).request(get("http://model.test/v1/models?x=1"));
    expect(await response.text(99)).toBe("through the proxy");
    expect(proxy.asked).toEqual(["GET http://model.test/v1/models?x=1"]);
  });

  it("refuse a certificate that nobody vouched for, and say how to mend it", async () => {
    const port = await secureServer();
    const error = await failure(pool().request(get(`https://127.0.0.1:${port}/`)));
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
    const response = await pool({ NODE_EXTRA_CA_CERTS: certFile }).request(get(`https://127.0.0.1:${port}/`));
    expect(await response.text(99)).toBe("secure");
  });
});

describe("redirects", () => {
  it("carry nothing to another origin", async () => {
    let reached = false;
    const other = await listen(
      http.createServer((_request, response) => {
        reached = true;
        response.end();
      }),
    );
    const port = await listen(
      http.createServer((_request, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${other}/steal` }).end();
      }),
    );
    const error = await failure(
      pool().request(get(`http://127.0.0.1:${port}/`, { headers: { authorization: "Bearer secret" } })),
    );
    expect(error.reason).toBe("redirect");
    expect(reached).toBe(false);
  });

  it("in a circle end", async () => {
    const port = await listen(
      http.createServer((_request, response) => {
        response.writeHead(302, { location: "/again" }).end();
      }),
    );
    expect((await failure(pool().request(get(`http://127.0.0.1:${port}/`)))).reason).toBe("redirect");
  });
});

describe("sizes", () => {
  it("of a body are bounded, also after decompression", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, "a"));
    const port = await listen(
      http.createServer((_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
      }),
    );
    const response = await pool().request(get(`http://127.0.0.1:${port}/`));
    expect((await failure(response.text(1_000_000))).reason).toBe("too-large");
  });
});
