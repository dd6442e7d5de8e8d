import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

// The commands that the suites start are what was compiled last.
if (existsSync(source("cli/dist/.tsbuildinfo")))
  await import(new URL("packages/cli/scripts/build.mjs", import.meta.url).href);

const root = fileURLToPath(new URL(".", import.meta.url));
const INCLUDE = ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"];

/** Suites that put another module in the place of one of ours: whoever has loaded that one already would not notice. */
const replacing = ["packages", "test"]
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => !file.includes("node_modules") && file.endsWith(".test.ts"))
  .filter((file) => readFileSync(root + file, "utf8").includes("vi.mock("));

const fastCheck = fileURLToPath(new URL("test/support/fast-check.ts", import.meta.url));

/** Suites of whole programs take longest, and no size tells it: where no earlier run does either, none is left for the end. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${root}test/`);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  plugins: [
    {
      name: "one-seed",
      enforce: "pre",
      resolveId: (id, importer) => (id === "fast-check" && importer !== fastCheck ? fastCheck : undefined),
    },
  ],
  resolve: {
    alias: [
      {
        find: /^@framework\/shared\/plugins\/model_provider\/([a-z]+)$/,
        replacement: source("shared/src/plugins/model_provider/$1/index.ts"),
      },
      { find: "@framework/shared/conversation", replacement: source("shared/src/session/conversation.ts") },
      { find: "@framework/shared/mcp", replacement: source("shared/src/plugins/mcp/index.ts") },
      {
        find: /^@framework\/shared\/plugins\/model_provider\/([a-z]+)\/errors$/,
        replacement: source("shared/src/plugins/model_provider/$1/errors.ts"),
      },
      {
        find: /^@framework\/shared\/([a-z-]+)$/,
        replacement: source("shared/src/$1/index.ts"),
      },
      { find: /^@framework\/([a-z]+)$/, replacement: source("$1/src/index.ts") },
    ],
  },
  test: {
    globalSetup: fileURLToPath(new URL("test/support/temporary-folder.ts", import.meta.url)),
    projects: [
      // One process runs many suites and loads every module once.
      { extends: true, test: { name: "together", include: INCLUDE, exclude: replacing, isolate: false } },
      { extends: true, test: { name: "alone", include: replacing } },
    ],
    // Most suites wait for other processes and for clocks: with two workers more than cores, no core waits with them.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: true,
    sequence: { sequencer: ProgramsFirst },
  },
});
