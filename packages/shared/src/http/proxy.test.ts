import { describe, expect, it } from "vitest";
import { proxyAuthorization, proxyFor } from "./proxy.js";

const through = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.host;

describe("proxyFor", () => {
  const env = {
    HTTPS_PROXY: "http://proxy:3128",
    http_proxy: "plain:80",
    NO_PROXY: "internal, .corp.example,10.0.0.1:8000,[fd00::1],::2",
  };

  it.each([
    ["https://model.example/", "proxy:3128"],
    ["http://model.example/", "plain"],
    ["https://internal/", undefined],
    ["https://gpu.internal/", undefined],
    ["https://notinternal/", "proxy:3128"],
    ["https://a.corp.example/", undefined],
    ["https://corp.example/", undefined],
    ["http://10.0.0.1:8000/", undefined],
    ["http://10.0.0.1:9000/", "plain"],
    ["https://[fd00::1]/", undefined],
    ["https://[::2]/", undefined],
  ])("%s goes through %s", (url, proxy) => {
    expect(through(url, env)).toBe(proxy);
  });

  it("never sends addresses of this machine away", () => {
    for (const url of ["http://localhost:1234/", "http://127.0.0.1/", "http://[::1]:8000/"]) {
      expect(through(url, { ALL_PROXY: "http://proxy:1" })).toBeUndefined();
    }
  });

  it("takes all_proxy last and * as everything", () => {
    expect(through("https://x.example/", { all_proxy: "http://any:1" })).toBe("any:1");
    expect(through("https://x.example/", { all_proxy: "http://any:1", no_proxy: "*" })).toBeUndefined();
  });
});

it.each(["socks5://proxy:1080", "ftp://proxy"])(
  "%s is refused in words, not spoken to as HTTP",
  (address) => {
    const scheme = address.slice(0, address.indexOf(":"));
    expect(() => proxyFor(new URL("https://api.example"), { https_proxy: address })).toThrow(
      `a ${scheme}:// proxy`,
    );
  },
);

it("a bare % in the proxy's password is meant as it is written", () => {
  const header = (address: string) => proxyAuthorization(new URL(address)) ?? "";
  const pair = (address: string) => Buffer.from(header(address).slice("Basic ".length), "base64").toString();
  expect(pair("http://me:50%@proxy:3128")).toBe("me:50%");
  expect(pair("http://me:p%40ss@proxy:3128")).toBe("me:p@ss");
});
