/** Faults by what becomes of the answer: a client gets the whole of it, or must fail. */
import type { FaultDefinition, FaultScene } from "./definition.js";

type Frames = NonNullable<FaultDefinition["frames"]>;

/** A bent stream out of which the whole answer can be read. */
export const whole = (what: string, frames: Frames): FaultDefinition => ({
  description: `${what}: a complete answer.`,
  acts: "stream",
  truth: "whole",
  frames,
});

/** A bent stream that is no answer, however whole it looks. */
export const failed = (description: string, frames: Frames): FaultDefinition => ({
  description,
  acts: "stream",
  truth: "failed",
  frames,
});

/** Something else in place of the answer. */
export const instead = (
  description: string,
  respond: (exchange: FaultScene["exchange"]) => void,
): FaultDefinition => ({
  description,
  acts: "answer",
  truth: "failed",
  respond: ({ exchange }) => respond(exchange),
});
