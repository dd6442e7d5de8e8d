/** How long a wait is, as a person says it. */

const DAY_S = 86_400;

/** `7 s`, `12 min`, `3 h`, `more than a day`: what nobody waits for needs no number. */
export function durationWords(seconds: number): string {
  if (seconds < 600) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds <= DAY_S ? `${Math.round(seconds / 3600)} h` : "more than a day";
}
