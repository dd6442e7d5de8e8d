/** Work that may ignore a cancel. */
import { onAbort } from "../provider/on-abort.js";

/** The result of the work, or after an abort and a time of grace, `otherwise`: nothing that ignores a cancel can hold it up. */
export async function settleAfterAbort<Result, Other>(
  work: Promise<Result>,
  signal: AbortSignal,
  { graceMs, otherwise }: { graceMs: number; otherwise: Other },
): Promise<Result | Other> {
  let timer: NodeJS.Timeout | undefined;
  let unlisten = () => {};
  const left = new Promise<Other>((resolve) => {
    unlisten = onAbort(() => {
      if (graceMs === 0) resolve(otherwise);
      else timer = setTimeout(() => resolve(otherwise), graceMs);
    }, signal);
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}
