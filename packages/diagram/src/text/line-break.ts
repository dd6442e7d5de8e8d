/** Placeholder for an inline box, which can be broken around like an ideograph. */
export const objectCharacter = "\ufffc";

const ideographic = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\ufffc]/;

/** Positions in `text` where a line may end, in rising order; the end of the text is not among them. */
export function breakOpportunities(text: string): number[] {
  const positions: number[] = [];
  for (let index = 1; index < text.length; index++) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index);
    if (after === " ") continue;
    if (before === " ") positions.push(index);
    else if (/[-\u2013\u2014/]/.test(before) && index > 1 && !/[\s\d\-/]/.test(after)) positions.push(index);
    else if (ideographic.test(before) || ideographic.test(after)) positions.push(index);
  }
  return positions;
}
