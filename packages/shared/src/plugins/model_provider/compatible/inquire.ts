/** Asking a server for something beside the chat. */
import type { LookedAt } from "../../../provider/marks.js";

/** Asks for a path below the server's root; with a body, it is posted. */
export type Inquire = (path: string, body?: unknown) => Promise<LookedAt>;
