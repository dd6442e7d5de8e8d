/** The plugin `fetch`: a page of the web as text. Addresses of this machine and its network are refused, also behind names. */
import { lookup as lookUp } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { answering } from "./answering.js";
import { closedObject, textArgument } from "./arguments.js";
import { htmlText } from "./html-text.js";
import { type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";

const BYTES = 2 * 1024 * 1024;
const TEXT_LENGTH = 60_000;
const TIME_MS = 20_000;
const MOST_REDIRECTS = 5;

type IsClosed = (address: string) => boolean;

/** The tool; `isClosed` says which addresses it does not go to. */
export const fetchTool = (isClosed: IsClosed): ToolDefinition => ({
  name: "fetch_page",
  description: "Get a page of the web as text. Only http and https, only public addresses.",
  // What is asked for leaves the machine.
  changes: true,
  parameters: closedObject(["url"], {
    url: { type: "string", minLength: 8, description: "The address, with https://." },
  }),
  preview: async (args) => {
    const url = addressOf(textArgument(args, "url"), isClosed);
    return {
      text: `GET ${url.href}`,
      grants: [{ key: url.host, words: `pages of ${url.host}` }],
    };
  },
  run: answering(async (args, { signal }) => {
    let url = addressOf(textArgument(args, "url"), isClosed);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await get(url, isClosed, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy();
        const next = addressOf(new URL(headers.location, url).href, isClosed);
        // What was allowed was this site.
        if (next.host !== url.host) throw new ToolRefusal(`The page is at ${next.href} now. Ask for that.`);
        url = next;
        continue;
      }
      const body = await read(answer);
      const type = headers["content-type"] ?? "";
      if (!/text|json|xml|javascript/i.test(type))
        throw new ToolRefusal(`This is ${type || "of no kind"}, not text.`);
      const text = /html/i.test(type) ? htmlText(body) : body;
      const shown = text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}\n[cut]` : text;
      return {
        ok: statusCode < 400,
        content: statusCode < 400 ? shown : `It answered ${statusCode}.\n${shown}`,
      };
    }
    throw new ToolRefusal("The page leads on and on.");
  }),
});

function addressOf(text: string, isClosed: IsClosed): URL {
  if (!URL.canParse(text)) throw new ToolRefusal("This is no address. It begins with https://.");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new ToolRefusal(`${url.protocol} is not fetched, only http and https.`);
  if (url.username !== "" || url.password !== "")
    throw new ToolRefusal("An address with a password is not fetched.");
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  if (isIP(host) && isClosed(host)) throw new ToolRefusal(REFUSED);
  return url;
}

const REFUSED = "This address belongs to this machine or its network and is closed to tools.";

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6");

export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return PRIVATE.check(address, "ipv4");
  // An IPv4 address in IPv6 clothes: nobody needs one, and it is a way around every list.
  return /^::ffff:/i.test(address) || PRIVATE.check(address, "ipv6");
}

/** Looks a name up and refuses it when any of its addresses is closed: the connection goes to the address that was checked. */
const openOnly =
  (isClosed: IsClosed): LookupFunction =>
  (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (addresses.some(({ address }) => isClosed(address))) return done(new ToolRefusal(REFUSED), []);
      return options.all
        ? done(null, addresses)
        : done(null, addresses[0]?.address ?? "", addresses[0]?.family);
    });
  };

function get(url: URL, isClosed: IsClosed, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  const headers = { "user-agent": "framework", accept: "text/html, text/plain, application/json;q=0.9" };
  return new Promise((resolve, reject) => {
    const call = request(url, {
      headers,
      lookup: openOnly(isClosed),
      timeout: TIME_MS,
      ...(signal && { signal }),
    });
    call.once("response", resolve);
    call.once("timeout", () => call.destroy(new ToolRefusal("The page did not answer in time.")));
    call.once("error", reject);
    call.end();
  });
}

async function read(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > BYTES) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** What a profile enables as `fetch`. */
export const fetch: ToolPlugin = { name: "fetch", tools: [fetchTool(isPrivate)] };
