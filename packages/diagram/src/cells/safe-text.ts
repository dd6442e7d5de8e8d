/** Text of a diagram made safe for a terminal: whatever it would obey, or that turns the order of letters, goes. */

/** Control characters, direction marks and overrides, annotations, and the terminal's own picture placeholder. */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{10eeee}]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The text without anything that a terminal would obey instead of show; tabs become spaces, line breaks stay. */
export function safeText(text: string): string {
  return text.replace(/\t/g, " ").replace(OBEYED, "").replace(LONE_SURROGATE, "\ufffd");
}
