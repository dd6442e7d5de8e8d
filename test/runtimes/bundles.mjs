// The programs as one file each, made by other people's bundlers with no more settings than "for Node" and "in one file".
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installTool } from "./tools.mjs";

const load = (place, file) => import(pathToFileURL(path.join(place, file)).href);

async function esbuild({ place }, app, outfile) {
  const { build } = (await load(place, "lib/main.js")).default;
  const format = outfile.endsWith(".cjs") ? "cjs" : "esm";
  await build({
    entryPoints: [path.join(app, "all.mjs")],
    outfile,
    bundle: true,
    platform: "node",
    format,
    // Names of classes do not outlive it; those of errors must.
    minify: format === "cjs",
    logLevel: "error",
  });
}

async function vite({ place }, app, outfile) {
  const { build } = await load(place, "dist/node/index.js");
  await build({
    root: app,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: "all.mjs",
      outDir: path.dirname(outfile),
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: path.basename(outfile), codeSplitting: false } },
    },
  });
}

async function webpack({ place }, app, outfile) {
  const { default: compile } = await load(place, "lib/index.js");
  const stats = await new Promise((resolve, reject) => {
    const settings = {
      mode: "production",
      target: "node20",
      context: app,
      entry: "./all.mjs",
      output: {
        path: path.dirname(outfile),
        filename: path.basename(outfile),
        asyncChunks: false,
        library: { type: "commonjs2" },
      },
      // Minifying megabytes of text takes long and is tried nowhere else.
      optimization: { minimize: false },
      performance: { hints: false },
    };
    compile(settings, (error, result) => (error ? reject(error) : resolve(result)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

const bunBuild = (flag) => (tool, app, outfile) => {
  const args = ["build", path.join(app, "all.mjs"), flag, `--outfile=${outfile}`];
  execFileSync(path.join(tool.place, "bin/bun"), args, { stdio: "pipe" });
};

const bun = `@oven/bun-${process.platform}-${process.arch}`;

/** Each with what it is installed as, the file it writes, and how. */
export const BUNDLERS = [
  { name: "esbuild", wanted: "esbuild", file: "esbuild.mjs", make: esbuild },
  { name: "esbuild, minified CommonJS", wanted: "esbuild", file: "esbuild.cjs", make: esbuild },
  { name: "Vite", wanted: "vite", file: "vite.mjs", make: vite },
  { name: "webpack", wanted: "webpack", file: "webpack.cjs", make: webpack },
  { name: "Bun's bundler", wanted: bun, file: "bun.mjs", make: bunBuild("--target=node") },
  { name: "Bun, an executable", wanted: bun, file: "program", make: bunBuild("--compile"), isProgram: true },
];

/** Bundles the programs in `app` into `folder`; says which version did, or why none could be had. */
export async function bundle({ name, wanted, file, make, isProgram }, app, folder) {
  let tool;
  try {
    tool = installTool(wanted);
  } catch (error) {
    return { name, missing: `${wanted} cannot be had from npm: ${error.message}` };
  }
  const outfile = path.join(folder, file);
  try {
    await make(tool, app, outfile);
    if (!existsSync(outfile)) throw new Error(`${file} was not written`);
    return { name, version: tool.version, outfile, isProgram };
  } catch (error) {
    return { name, version: tool.version, error: String(error?.message ?? error) };
  }
}
