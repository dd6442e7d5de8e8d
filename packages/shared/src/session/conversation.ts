/** Saved conversations, for programs that show them. */
export { readConversation, type SavedConversation } from "./transcript-read.js";
