/**
 * TLS through a proxy's CONNECT. Written here because cancelling must close the half-built tunnel at once,
 * which the usual agents leave open until the proxy answers.
 */
import * as https from "node:https";
import * as net from "node:net";
import type { Duplex } from "node:stream";
import * as tls from "node:tls";
import { proxyAuthorization } from "./proxy.js";

/** Filled while the tunnel of one request is being built, so that its owner can close it. */
export interface TunnelHandle {
  socket?: net.Socket;
}

const HEAD_LIMIT = 16 * 1024;

function openTunnel(proxy: URL, target: string, handle: TunnelHandle): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const port = Number(proxy.port || (proxy.protocol === "https:" ? 443 : 80));
    const host = proxy.hostname.replace(/^\[|\]$/g, "");
    const secure = proxy.protocol === "https:";
    const socket = secure ? tls.connect({ host, port, servername: host }) : net.connect({ host, port });
    handle.socket = socket;
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    let head = "";
    const onData = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) {
        if (head.length > HEAD_LIMIT) fail(new Error("the proxy's answer to CONNECT is too long"));
        return;
      }
      socket.off("data", onData);
      socket.off("error", fail);
      socket.off("close", onClose);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
      if (status === "200") resolve(socket);
      else fail(new Error(`the proxy refused the connection (${head.slice(0, head.indexOf("\r\n"))})`));
    };
    const onClose = () => reject(new Error("the proxy closed the connection"));
    socket.on("data", onData);
    socket.once("error", fail);
    socket.once("close", onClose);
    socket.once(secure ? "secureConnect" : "connect", () => {
      const authorization = proxyAuthorization(proxy);
      socket.write(
        `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n` +
          `${authorization ? `Proxy-Authorization: ${authorization}\r\n` : ""}\r\n`,
      );
    });
  });
}

type ConnectionOptions = https.RequestOptions & { tunnel?: TunnelHandle };

/** An agent whose connections go through the proxy. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: ConnectionOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    const host = options.host ?? "localhost";
    const name = host.includes(":") ? `[${host}]` : host;
    const handle = options.tunnel ?? {};
    const fail = (error: Error) => callback?.(error, handle.socket ?? new net.Socket());
    openTunnel(this.#proxy, `${name}:${options.port ?? 443}`, handle).then((socket) => {
      const servername = net.isIP(host) ? {} : { servername: host };
      const secured = tls.connect({ ...(options as tls.ConnectionOptions), ...servername, socket });
      secured.once("error", fail);
      secured.once("secureConnect", () => {
        secured.off("error", fail);
        callback?.(null, secured);
      });
    }, fail);
    return null;
  }
}
