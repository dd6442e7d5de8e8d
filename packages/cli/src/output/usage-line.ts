/** What an answer took, in one line. */
import type { UsageCounts } from "@framework/shared";
import { countOf } from "./count-of.js";

export function usageLine(usage: UsageCounts | undefined, milliseconds: number): string {
  const time = `${(milliseconds / 1000).toFixed(1)} s`;
  if (!usage) return `The backend did not say what it counted · ${time}`;
  const { prompt_tokens: prompt, output_tokens: answer, total_tokens: total } = usage;
  return [
    `prompt ${prompt} · answer ${answer} · together ${countOf(total, "token")}`,
    ...(usage.cached_tokens === undefined ? [] : [`cached ${usage.cached_tokens}`]),
    ...(usage.reasoning_tokens === undefined ? [] : [`reasoning ${usage.reasoning_tokens}`]),
    ...(usage.cost === undefined ? [] : [`cost ${usage.cost}`]),
    time,
  ].join(" · ");
}
