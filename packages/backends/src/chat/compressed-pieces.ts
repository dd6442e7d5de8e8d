/** Bodies compressed piece by piece. */
import {
  constants,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  BrotliCompress,
  type Gzip,
} from "node:zlib";

/** How a body is compressed. */
export type Compression = "gzip" | "gzip-twice" | "deflate" | "deflate-raw" | "brotli";

/** What the head of an answer says of it. */
export const contentEncoding: Readonly<Record<Compression, string>> = {
  gzip: "gzip",
  "gzip-twice": "gzip, gzip",
  deflate: "deflate",
  "deflate-raw": "deflate",
  brotli: "br",
};

const layersOf: Readonly<Record<Compression, () => (Gzip | BrotliCompress)[]>> = {
  gzip: () => [createGzip()],
  "gzip-twice": () => [createGzip(), createGzip()],
  deflate: () => [createDeflate()],
  "deflate-raw": () => [createDeflateRaw()],
  brotli: () => [createBrotliCompress()],
};

/** Compresses a stream piece by piece, so that each piece can be read as soon as it arrives. */
export class CompressedPieces {
  readonly #layers: Layer[];

  constructor(compression: Compression) {
    this.#layers = layersOf[compression]().map((layer) => new Layer(layer));
  }

  async add(text: string): Promise<Buffer> {
    let bytes: Buffer = Buffer.from(text);
    for (const layer of this.#layers) bytes = await layer.add(bytes);
    return bytes;
  }

  async finish(): Promise<Buffer> {
    let bytes: Buffer = Buffer.alloc(0);
    for (const layer of this.#layers) bytes = await layer.finish(bytes);
    return bytes;
  }
}

class Layer {
  readonly #encoder: Gzip | BrotliCompress;
  #ready: Buffer[] = [];

  constructor(encoder: Gzip | BrotliCompress) {
    this.#encoder = encoder;
    encoder.on("data", (bytes: Buffer) => this.#ready.push(bytes));
  }

  add(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#encoder.write(bytes);
      const isBrotli = this.#encoder instanceof BrotliCompress;
      const kind = isBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
      this.#encoder.flush(kind, () => resolve(this.#take()));
    });
  }

  finish(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#encoder.once("end", () => resolve(this.#take()));
      this.#encoder.end(bytes);
    });
  }

  #take(): Buffer {
    return Buffer.concat(this.#ready.splice(0));
  }
}
