/** Keys that edit the line. */
import type { EditBuffer } from "./edit-buffer.js";
import type { KeyName } from "./keys.js";

/** The keys that do nothing but change the text or move in it. */
export const EDITING_KEYS: Readonly<Partial<Record<KeyName, (buffer: EditBuffer) => void>>> = {
  backspace: (buffer) => buffer.backspace(),
  delete: (buffer) => buffer.delete(),
  end: (buffer) => buffer.end(),
  home: (buffer) => buffer.home(),
  "kill-to-end": (buffer) => buffer.killToEnd(),
  "kill-to-start": (buffer) => buffer.killToStart(),
  "kill-word-left": (buffer) => buffer.killWordLeft(),
  "kill-word-right": (buffer) => buffer.killWordRight(),
  left: (buffer) => buffer.left(),
  newline: (buffer) => buffer.insert("\n"),
  right: (buffer) => buffer.right(),
  "word-left": (buffer) => buffer.wordLeft(),
  "word-right": (buffer) => buffer.wordRight(),
  yank: (buffer) => buffer.yank(),
};
