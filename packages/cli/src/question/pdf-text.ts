/** The text of a PDF, read by the program for it. */
import { execFile } from "node:child_process";
import { ConfigurationError } from "@framework/shared";

const LIMIT_MS = 60_000;

/** Runs `pdftotext`; without it, the error says how to get it. */
export function pdfText(file: string, name: string, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["-layout", "-enc", "UTF-8", file, "-"];
    execFile("pdftotext", args, { maxBuffer: limit, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      if (!error) {
        const text = stdout.replaceAll("\f", "\n").trimEnd();
        if (text.trim() !== "") return resolve(text);
        return reject(new ConfigurationError(`${name}: the PDF has no text; it may be made of pictures.`));
      }
      const why =
        error.code === "ENOENT"
          ? "reading a PDF needs pdftotext, which is not here. Install poppler-utils (poppler on macOS), or attach its text."
          : `pdftotext could not read it: ${stderr.trim() || error.message}`;
      return reject(new ConfigurationError(`${name}: ${why}`, { cause: error }));
    });
  });
}
