/** Which window counts: what the server says, narrowed but never widened by an override. */
import type { Settings } from "./settings.js";
import { chooseWindow, type ContextWindow, type WindowCandidate } from "./context-window.js";
import { windowCandidates, type WindowSources } from "./window-sources.js";

export interface WindowDecision {
  window: ContextWindow;
  /** Said to the user when an override and the server disagree. */
  notice?: string;
}

type Candidates = Parameters<typeof chooseWindow>[0];

const named = ({ tokens, detail }: WindowCandidate) => `${tokens} tokens (${detail})`;

/** Undefined when neither the server nor an override names a window. */
export function decideWindow(server: Candidates, overrides: Candidates): WindowDecision | undefined {
  const stated = chooseWindow(server);
  const override = chooseWindow(overrides);
  if (!stated || !override) {
    const window = stated ?? override;
    return window && { window };
  }
  const [winner, loser] = override.tokens < stated.tokens ? [override, stated] : [stated, override];
  const window: ContextWindow = {
    tokens: winner.tokens,
    source: winner.source,
    detail: winner.detail,
    rejected: [
      ...winner.rejected,
      { tokens: loser.tokens, source: loser.source, detail: loser.detail },
      ...loser.rejected,
    ],
  };
  if (winner.tokens === loser.tokens) return { window };
  const why = winner === override ? "it narrows" : "an override never widens";
  return {
    window,
    notice: `The window is ${named(winner)}: ${why} what the server says, and ${named(loser)} is not used.`,
  };
}

/** The same from a provider's list of sources: what the backend says, and what the settings state. */
export function narrowedWindow<Evidence>(
  sources: WindowSources<Evidence>,
  settings: Pick<Settings, "candidates">,
  evidence: Evidence,
): WindowDecision | undefined {
  const candidates = windowCandidates(sources, settings, evidence);
  return decideWindow(
    candidates.filter(({ isStated }) => !isStated),
    candidates.filter(({ isStated }) => isStated),
  );
}
