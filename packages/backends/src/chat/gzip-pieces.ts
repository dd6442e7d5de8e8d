import { constants, createGzip } from "node:zlib";

/** Compresses a stream piece by piece, so that each piece can be read as soon as it arrives. */
export class GzipPieces {
  readonly #gzip = createGzip();
  #ready: Buffer[] = [];

  constructor() {
    this.#gzip.on("data", (bytes: Buffer) => this.#ready.push(bytes));
  }

  add(text: string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#gzip.write(text);
      this.#gzip.flush(constants.Z_SYNC_FLUSH, () => resolve(this.#take()));
    });
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#gzip.once("end", () => resolve(this.#take()));
      this.#gzip.end();
    });
  }

  #take(): Buffer {
    return Buffer.concat(this.#ready.splice(0));
  }
}
