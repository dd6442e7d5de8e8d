import { assert, base64String, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { looksSecret, maskSecret, redact } from "./secrets.js";

const secret = "sk-live+/0123 456789=ü";

describe("maskSecret", () => {
  test.each([
    ["", "***"],
    ["sk-123456789", "***"],
    ["sk-1234567890", "sk-1…7890"],
    ["😀😀😀😀12345678😁😁😁😁", "😀😀😀😀…😁😁😁😁"],
  ])("%j is shown as %j", (value, shown) => {
    expect(maskSecret(value)).toBe(shown);
  });
});

describe("redact", () => {
  const mask = maskSecret(secret);

  test.each([
    ["plain", `a ${secret} b ${secret}`, `a ${mask} b ${mask}`],
    ["URL-encoded", `?key=${encodeURIComponent(secret)}&x`, `?key=${mask}&x`],
    ["URL-encoded in lower case", `?key=${encodeURIComponent(secret).toLowerCase()}&x`, `?key=${mask}&x`],
    ["a form field", new URLSearchParams({ key: secret }).toString(), `key=${mask}`],
    ["a path", new URL(`http://host/${secret}`).href, `http://host/${mask}`],
    ["JSON", JSON.stringify({ key: secret }), `{"key":"${mask}"}`],
  ])("%s", (_, text, clean) => {
    expect(redact(text, [secret])).toBe(clean);
  });

  test("JSON escapes inside the secret", () => {
    const odd = 'pass"word\\with\nall';
    expect(redact(JSON.stringify([odd]), [odd])).toBe(`["${maskSecret(odd)}"]`);
  });

  test.each(["", "u", "us", "user:", "some longer name:"])("base64 after the prefix %j", (prefix) => {
    for (const encoding of ["base64", "base64url"] as const) {
      for (const suffix of ["", ":", "::"]) {
        const encoded = Buffer.from(prefix + secret + suffix).toString(encoding);
        const clean = redact(`Basic ${encoded}.`, [secret]);
        expect(clean).toContain(mask);
        // What is left of the encoded text must not give back any run of the secret.
        for (const rest of clean.slice(6).split(mask)) {
          expect(Buffer.from(rest, "base64").toString("latin1")).not.toContain("live");
        }
      }
    }
  });

  test("a secret that contains another is replaced as a whole", () => {
    expect(redact("long-secret-value and long-secret", ["long-secret", "long-secret-value"])).toBe(
      "long…alue and ***",
    );
  });

  test("nothing is replaced for an empty secret or a very short one", () => {
    expect(redact("abc", ["", "a", "ab"])).toBe("abc");
  });

  test("what is not secret stays", () => {
    assert(
      property(tuple(string(), string()), ([before, after]) => {
        const odd = "Q\u0001Q\u0001Q\u0001Q\u0001";
        expect(redact(`${before}${odd}${after}`, [odd])).toBe(`${before}***${after}`);
      }),
    );
  });

  test("any key is gone in every form", () => {
    assert(
      property(base64String({ minLength: 16, maxLength: 60 }), string(), (key, prefix) => {
        const text = [key, encodeURIComponent(key), JSON.stringify(key)].join(" ");
        expect(redact(text, [key])).not.toContain(key);
        expect(redact(text, [key])).not.toContain(encodeURIComponent(key));
        const encoded = Buffer.from(prefix + key).toString("base64");
        expect(redact(encoded, [key])).not.toBe(encoded);
      }),
    );
  });

  test("a hostile text does not make the search explode", () => {
    const text = "%25".repeat(100_000) + "\\".repeat(100_000) + "sk-live".repeat(10_000);
    const clean = redact(text, ["%".repeat(40), "\\".repeat(40), secret]);
    expect(clean.length).toBe(2500 * 9 + 2500 * 9 + 70_000);
  });
});

describe("looksSecret", () => {
  const hidden = (
    "API_KEY_OPENAI DB_PASSWORD_PROD GITHUB_PAT HUBMODELS_TOKEN AWS_SECRET_ACCESS_KEY DBPASSWORD apiKey accessToken " +
    "Authorization x-api-key Cookie PGPASSWORD GOOGLE_APPLICATION_CREDENTIALS api_token SSH_PASSPHRASE OPENAI_APIKEY2"
  ).split(" ");
  test.each(hidden)("hides %s", (name) => expect(looksSecret(name)).toBe(true));

  const shown = [
    "PATH",
    "KEYBOARD_LAYOUT",
    "MONKEY",
    "PWD",
    "SSH_AUTH_SOCK",
    "COMPASS",
    "PATTERN",
    "AUTHOR",
    "host",
  ];
  test.each(shown)("shows %s", (name) => expect(looksSecret(name)).toBe(false));
});
