/** PDF as a file: numbered objects, and the table of where each of them stands. */
import { deflateSync } from "node:zlib";

/** How one object names another, such as "7 0 R". */
export type Reference = string;

/** The first objects, which name each other. */
const [CATALOG, PAGES, PAGE, RESOURCES] = [1, 2, 3, 4];
/** Four bytes that are no text tell programs that pass files on that this is none. */
const HEADER = Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1");
const OFFSET_DIGITS = 10;

const refer = (number: number): Reference => `${number} 0 R`;

/** What stands on the only page. */
interface Page {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly content: string;
  /** What the content names. */
  readonly resources: string;
}

/** A file of one page. It holds no date and no name, so that the same drawing gives the same bytes. */
export class PdfFile {
  /** For the page and for all that is drawn on it: names mean the same everywhere. */
  readonly resources = refer(RESOURCES);
  readonly #objects: Buffer[] = [];

  /** Adds packed data under what is said of it. */
  addStream(about: string, data: Uint8Array): Reference {
    const packed = deflateSync(data);
    const start = `<< ${about} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    this.#objects.push(Buffer.concat([Buffer.from(start), packed, Buffer.from("\nendstream")]));
    return refer(RESOURCES + this.#objects.length);
  }

  /** The bytes of the file. */
  finish({ width, height, content, resources }: Page): Buffer {
    const contents = this.addStream("", Buffer.from(content));
    const box = `[0 0 ${width} ${height}]`;
    const group = "<< /S /Transparency /CS /DeviceRGB >>";
    const first = [
      `<< /Type /Catalog /Pages ${refer(PAGES)} >>`,
      `<< /Type /Pages /Kids [${refer(PAGE)}] /Count 1 >>`,
      `<< /Type /Page /Parent ${refer(PAGES)} /MediaBox ${box} /Group ${group} /Resources ${this.resources} /Contents ${contents} >>`,
      resources,
    ].map((object) => Buffer.from(object));
    const parts = [HEADER];
    const places: number[] = [];
    let at = HEADER.length;
    for (const [index, object] of [...first, ...this.#objects].entries()) {
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
      places.push(at);
      parts.push(part);
      at += part.length;
    }
    const table = places.map((place) => `${String(place).padStart(OFFSET_DIGITS, "0")} 00000 n \n`).join("");
    const size = places.length + 1;
    const trailer = `trailer\n<< /Size ${size} /Root ${refer(CATALOG)} >>\nstartxref\n${at}\n%%EOF\n`;
    parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
    return Buffer.concat(parts);
  }
}
