/** The fenced blocks of the documentation. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Block {
  /** Relative to the repository. */
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const FENCE = /^( *)```([\w-]*)[^\n]*\n([^]*?)^\1```\s*$/gm;

/** Every page that teaches how to use the project; CONTRIBUTING.md is about the project itself. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort(),
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`),
];

export const readPage = (page: string): string => readFileSync(`${root}${page}`, "utf8");

export function blocksOf(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(FENCE)].map(({ index, 1: indent = "", 2: language = "", 3: body = "" }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    language,
    text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}
