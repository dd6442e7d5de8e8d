/** The backends, by the neutral names of the providers that talk to them. */
export const backendNames = [
  "localdesk",
  "gpusrv",
  "hubmodels",
  "gateway",
  "serverless",
  "eucloud",
  "selfhost",
  "compatible",
] as const;

/** The name of a backend. */
export type BackendName = (typeof backendNames)[number];
