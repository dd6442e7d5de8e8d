/** Faults of the connection. */
import type { FaultDefinition, FaultScene } from "./definition.js";

/** Faults of the connection itself, before any byte of an answer. */
export const connectionFaults = {
  refuse: {
    description:
      "The port is closed: connections are refused. Reads `surface`; `on` and `times` do not apply.",
    acts: "connection",
  },
  "reset-before-headers": {
    description: "The connection is reset after the request was read.",
    acts: "connection",
    respond: ({ exchange }) => exchange.reset(),
  },
  "close-before-headers": {
    description: "The connection is closed in an orderly way, without an answer.",
    acts: "connection",
    respond: ({ exchange }) => exchange.hangUp(),
  },
  "reset-reused-connection": {
    description: "Requests on a connection that was used before are reset; those on a new one are answered.",
    acts: "connection",
    before: ({ exchange }: FaultScene) => {
      if (exchange.connectionReused) exchange.reset();
    },
  },
  "stall-before-headers": {
    description: "The request is read and never answered.",
    acts: "connection",
    respond: ({ exchange }) => exchange.silence(),
  },
  "slow-first-byte": {
    description: "The answer is right but begins late. Reads `delayMs` (1000).",
    acts: "connection",
    before: ({ exchange, options }: FaultScene) => exchange.wait(options.delayMs ?? 1000),
  },
} as const satisfies Record<string, FaultDefinition>;
