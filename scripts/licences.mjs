// The licences of what a bundle holds of others, as one text to lie beside it.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The package folder that a module came from; null for our own. */
function packageOf(id) {
  const parts = id.split(path.sep);
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) return null;
  return parts.slice(0, at + (parts[at + 1].startsWith("@") ? 3 : 2)).join(path.sep);
}

async function licenceOf(folder) {
  const {
    name,
    version,
    license = "see below",
  } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(path.join(folder, file), "utf8") : "";
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** One section for each package in the files that a bundler wrote. */
export async function licencesIn(files) {
  const modules = files.flatMap((file) => file.moduleIds ?? []);
  const folders = [...new Set(modules.map(packageOf))].filter((folder) => folder !== null);
  const licences = await Promise.all(folders.map(licenceOf));
  return licences.join(`\n${"-".repeat(80)}\n\n`);
}
