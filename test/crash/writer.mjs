// Writes to one store for ever and says after each write that it is done; the tests kill it at some moment.
// `writer.mjs <store> <folder> <tag> [url]`
import { writeSync } from "node:fs";
import path from "node:path";
import { createCredentialStore } from "../../packages/shared/dist/auth/store.js";
import { Artifacts } from "../../packages/shared/dist/format/diagramtext/artifacts.js";
import { createClient } from "../../packages/shared/dist/index.js";

const [store, folder, tag, url] = process.argv.slice(2);
const done = (text) => writeSync(1, `${text}\n`);

const writers = {
  async credential(number) {
    const credentials = createCredentialStore({ env: {}, workspace: folder });
    await credentials.write("gateway", { apiKey: `${tag}-${number}-${"k".repeat(20_000)}` });
    done(number);
  },
  async artifact(number) {
    artifacts ??= new Artifacts(folder);
    const bytes = Buffer.alloc(400_000, number % 251);
    done(path.basename(await artifacts.save(bytes)));
  },
  async conversation(number) {
    session ??= await openSession();
    await session.sendMessage(`${tag} question ${number} ${"w ".repeat(200)}`);
    done(number);
  },
};
let artifacts;
let session;

async function openSession() {
  const client = createClient({ providerName: "selfhost", config: { host: url }, env: {} });
  await client.connect(null, null, "demo-model");
  const file = path.join(folder, "talk.jsonl");
  return tag === "resumed" ? client.resumeSession(file) : client.createSession({ transcript: file });
}

for (let number = 1; ; number += 1) await writers[store](number);
