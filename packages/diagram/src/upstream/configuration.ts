/** What Mermaid is told before it draws: what no diagram may change, and the look that the caller asks for. */
import type { DrawOptions } from "../protocol.js";

/** What a diagram cannot change; Mermaid comes back to it before each one. */
const SITE_CONFIGURATION = {
  startOnLoad: false,
  securityLevel: "strict",
  deterministicIds: true,
  deterministicIDSeed: "diagram",
  suppressErrorRendering: true,
  logLevel: "fatal",
};

/** The sections of kinds that Mermaid 12 draws in the theme "redux-color" unless it is told otherwise. */
export const COLOURFUL_SECTIONS = [
  "flowchart",
  "swimlane",
  "agentflow",
  "sequence",
  "class",
  "state",
  "er",
  "requirement",
  "usecase",
  "venn",
] as const;

/** The sections of kinds that Mermaid 12 lays out with ELK unless it is told otherwise. */
export const ELK_SECTIONS = [
  "flowchart",
  "agentflow",
  "class",
  "state",
  "er",
  "requirement",
  "usecase",
] as const;

const sections = (names: readonly string[], settings: object): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, settings]));

/** As Mermaid drew before version 12. Dagre by section: told of all kinds, it would change mindmaps. */
const CLASSIC = {
  look: "classic",
  theme: "default",
  ...sections(ELK_SECTIONS, { layout: "dagre" }),
  flowchart: { layout: "dagre", wrappingWidth: 200, minNodeWidth: 0 },
};

/** Slices that stand out from black, and white letters from them: those of the theme "dark" are nearly black. */
const SLICES = [
  "#3f6fb5",
  "#b5523f",
  "#35834f",
  "#8a5fbf",
  "#946a12",
  "#2b7f8b",
  "#b3477f",
  "#5f7226",
  "#5b6fd0",
  "#99612e",
  "#457a76",
  "#8f4a9c",
];

/** The dark counterpart of each kind's own theme. */
const DARK = {
  theme: "dark",
  themeVariables: {
    ...Object.fromEntries(SLICES.map((colour, index) => [`pie${index + 1}`, colour])),
    pieSectionTextColor: "#ffffff",
    pieOpacity: "1",
  },
  ...sections(COLOURFUL_SECTIONS, { theme: "redux-dark-color" }),
};

/** What the configuration depends on. */
export type LookOptions = Pick<
  DrawOptions,
  "theme" | "look" | "dark" | "fontFamily" | "maxEdges" | "maxCharacters"
>;

/** Mermaid's configuration for these options. With no theme and no look given none is sent: each kind has its own. */
export function configurationFor({
  theme,
  look,
  dark,
  fontFamily,
  maxEdges,
  maxCharacters,
}: LookOptions): Record<string, unknown> {
  const ownTheme = theme ?? (dark && look === "classic" ? "dark" : null);
  return {
    ...SITE_CONFIGURATION,
    maxEdges,
    maxTextSize: maxCharacters,
    ...(ownTheme === null && dark ? DARK : {}),
    ...(look === "classic" ? CLASSIC : {}),
    ...(look === null ? {} : { look }),
    ...(ownTheme === null ? {} : { theme: ownTheme }),
    ...(fontFamily ? { fontFamily } : {}),
  };
}
