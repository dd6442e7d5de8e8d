/** The model wants what lies about in the user's folders: keys, histories, the very files this program was given. */
import { chmodSync, linkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/command.js";
import { openScreen } from "../support/screen.js";
import { attack, put } from "./support.js";

const SECRET = "s3cr3t-value-of-the-user";
const places = [
  ".config/fw/profile.yaml",
  ".ssh/config",
  ".aws/credentials",
  ".netrc",
  ".npmrc",
  ".git-credentials",
  ".envrc",
  ".bash_history",
  ".git/config",
  "tls/server.key",
  "innocent.txt",
];

describe("with the home folder as the workspace", () => {
  it("nothing that holds secrets is read when nobody is there to ask, not even with --yes", async () => {
    await using model = await attack(places.map((name) => ["read_file", { path: name }]));
    for (const name of places) put(model.folder, name, SECRET);
    // A second name for a file that is closed to tools.
    put(model.folder, ".env", SECRET);
    chmodSync(path.join(model.folder, "innocent.txt"), 0o600);
    linkSync(path.join(model.folder, ".env"), path.join(model.folder, "linked.txt"));
    linkSync(path.join(model.folder, "innocent.txt"), path.join(model.folder, "other-name.txt"));
    const { stderr } = await run("fw", [...model.args, "--yes", "Go."], { env: { HOME: model.folder } });
    expect(stderr).toContain("The workspace is your home folder.");
    expect(JSON.stringify(model.backend.requests)).not.toContain(SECRET);
    expect(stderr.match(/read_file: failed/g)).toHaveLength(places.length);
  });

  it("on a terminal it asks, and says why", async () => {
    await using model = await attack([["read_file", { path: ".netrc" }]]);
    put(model.folder, ".netrc", SECRET);
    const screen = openScreen("fw", [...model.args, "Go."], { columns: 120 });
    const text = await screen.until(/Run read_file\? \[y\]es, \[n\]o: ?$/);
    expect(text).toContain('! ".netrc" is in a place where secrets are kept.');
    screen.type("n");
    await screen.until("Done.");
    expect(JSON.stringify(model.backend.requests)).not.toContain(SECRET);
    await screen.exit;
  });
});

it("the env file and the profile in use are asked for, and known keys never leave in a result", async () => {
  await using model = await attack([
    ["read_file", { path: "settings.txt" }],
    ["read_file", { path: "notes.txt" }],
    ["run_command", { program: "sh", args: ["-c", 'cat notes.txt; printf %s "$SOME_SERVICE_TOKEN"'] }],
  ]);
  const envFile = put(model.folder, "settings.txt", `SOME_SERVICE_TOKEN=${SECRET}\n`);
  put(model.folder, "notes.txt", `the key is ${SECRET}, in base64 ${btoa(SECRET)}\n`);
  await run("fw", [...model.args, "--env-file", envFile, "--yes", "Go."]);
  const sent = JSON.stringify(model.backend.requests.map(({ body }) => body));
  expect(sent).toContain("the key is s3cr…user");
  expect(sent).toContain("nobody is there to allow it");
  expect(sent).not.toContain(SECRET);
  expect(sent).not.toContain(btoa(SECRET));
});
