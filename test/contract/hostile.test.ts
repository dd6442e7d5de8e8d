/** Names and messages that a terminal would obey: never listed, shown, thrown or logged as they came. */
import { startBackend } from "@framework/backends";
import { createClient, FrameworkError, type StreamEvent } from "@framework/shared";
import { examine } from "@framework/shared/doctor";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Subject, subjects } from "../support/subjects.js";
import { retryAtOnce } from "../../packages/shared/src/testing/retry-at-once.js";

retryAtOnce();

const EVIL = "evil\u001b]0;pwn\u0007\u001b[2J\u009b31m\u202e";
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const user = [{ role: "user" as const, content: "hello" }];

async function prepared(subject: Subject) {
  const model = { id: "vendor/good", contextLength: 32_768 };
  const backend = await startBackend(subject.backend, {
    models: [
      model,
      { ...model, id: `vendor/${EVIL}` },
      { ...model, id: "vendor/fine", entry: { name: EVIL } },
    ],
  });
  onTestFinished(() => backend.close());
  return backend;
}

function clientOf(subject: Subject, config: Record<string, unknown>) {
  const client = createClient({ providerName: subject.name, config, env: {} });
  onTestFinished(() => client.close());
  return client;
}

describe.each(subjects)("$name", (subject) => {
  it("lists no such name, and no such fact", async () => {
    const backend = await prepared(subject);
    const models = await clientOf(subject, subject.config(backend)).describeModels();
    expect(models.map(({ id }) => id)).toContain("vendor/good");
    expect(models.map(({ id }) => id)).toContain("vendor/fine");
    const words = (value: unknown): string[] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flat().flatMap(words)
        : [String(value)];
    expect(words(models).filter((word) => OBEYED.test(word))).toEqual([]);
  });

  it("throws and tells no such word", async () => {
    const backend = await prepared(subject);
    const client = clientOf(subject, subject.config(backend));
    const told: string[] = [];
    const onNotice = (text: string) => told.push(text);
    const missing = await client.connect(null, null, EVIL, { onNotice }).catch((error: unknown) => error);
    await client.connect(null, null, "vendor/good", { onNotice });
    const events: StreamEvent[] = [];
    const failures = [missing];
    for (const name of ["401", "404", "500", "error-in-band"] as const) {
      backend.setFault({ name, message: `no ${EVIL}` });
      const turn = client.complete(user, undefined, { retries: 1, onOutput: (event) => events.push(event) });
      failures.push(await turn.catch((error: unknown) => error));
    }
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(FrameworkError);
      const { message, stack = "", name } = failure as FrameworkError;
      expect(`${name} ${message} ${stack}`).not.toMatch(OBEYED);
    }
    const remarks = events.flatMap((event) =>
      event.type === "restart" ? event.reason : event.type === "notice" ? event.text : [],
    );
    expect([...told, ...remarks].filter((text) => OBEYED.test(text))).toEqual([]);
  });

  it("shows none in the doctor's checks", async () => {
    const backend = await prepared(subject);
    backend.setFault({ name: "500", message: `no ${EVIL}`, on: "catalog" });
    const set = Object.entries(flat(subject.config(backend))).map(
      ([knob, value]) => `${knob}=${String(value)}`,
    );
    let failed = 0;
    for await (const { status, detail, mend = "" } of examine({ provider: subject.name, set }, {})) {
      expect(`${detail} ${mend}`).not.toMatch(OBEYED);
      if (status === "fail") failed += 1;
    }
    expect(failed).toBe(1);
  });
});

/** Knobs by dotted path. */
function flat(config: Record<string, unknown>, prefix = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, value]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flat(value as Record<string, unknown>, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  );
}
