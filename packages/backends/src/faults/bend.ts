/** Ways to bend a healthy stream, shared by the faults. */
import type { Frame } from "../chat/frames.js";
import { asRecord, type Fields, isRecord } from "../json.js";

type EventFrame = Extract<Frame, { kind: "event" }>;
export const AFTER_DEFAULT = 3;

export const raw = (text: string): Frame => ({ kind: "raw", text });
export const data = (text: string): Frame => ({ kind: "event", role: "noise", data: text });
export const json = (value: unknown): Frame => data(JSON.stringify(value));
export const done: Frame = { kind: "event", role: "done", data: "[DONE]" };

/** The stream with each event replaced by others. */
export function* eachEvent(
  frames: Iterable<Frame>,
  bend: (frame: EventFrame, place: number) => Iterable<Frame>,
): Generator<Frame> {
  let place = 0;
  for (const frame of frames) {
    if (frame.kind !== "event") yield frame;
    else {
      yield* bend(frame, place);
      place += 1;
    }
  }
}

/** The stream with the choice of each chunk replaced. */
export function eachChoice(
  frames: Iterable<Frame>,
  bend: (choice: Fields, role: EventFrame["role"]) => Fields,
): Iterable<Frame> {
  return eachEvent(frames, (frame) => [bentChoice(frame, bend)]);
}

function bentChoice(
  frame: EventFrame,
  bend: (choice: Fields, role: EventFrame["role"]) => Fields,
): EventFrame {
  if (frame.role === "done") return frame;
  const chunk = asRecord(JSON.parse(frame.data));
  const [choice] = Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[]) : [];
  if (!isRecord(choice)) return frame;
  return { ...frame, data: JSON.stringify({ ...chunk, choices: [bend(choice, frame.role)] }) };
}

/** The beginning of a stream, up to its end or so many events, and these frames instead of the rest. */
export function* until(
  frames: Iterable<Frame>,
  rest: Iterable<Frame>,
  afterChunks = AFTER_DEFAULT,
): Generator<Frame> {
  let left = afterChunks;
  for (const frame of frames) {
    if (frame.kind === "event") {
      // A short answer breaks before its end, whatever the number says.
      if (left === 0 || frame.role === "finish" || frame.role === "done") break;
      left -= 1;
    }
    yield frame;
  }
  yield* rest;
}

/** Everything before the end, and these frames instead of it. */
export const beforeEnd = (frames: Iterable<Frame>, rest: Iterable<Frame>): Iterable<Frame> =>
  until(frames, rest, Infinity);

/** The whole stream, with these frames before the events of this role. */
export const before = (
  frames: Iterable<Frame>,
  role: EventFrame["role"],
  extra: readonly Frame[],
): Iterable<Frame> => eachEvent(frames, (frame) => (frame.role === role ? [...extra, frame] : [frame]));

/** The whole stream, with these frames after the events of this role. */
export const after = (
  frames: Iterable<Frame>,
  role: EventFrame["role"],
  extra: readonly Frame[],
): Iterable<Frame> => eachEvent(frames, (frame) => (frame.role === role ? [frame, ...extra] : [frame]));

/** The stream without the events of these roles. */
export const without = (frames: Iterable<Frame>, ...roles: readonly EventFrame["role"][]): Iterable<Frame> =>
  eachEvent(frames, (frame) => (roles.includes(frame.role) ? [] : [frame]));

export function* chain(...parts: Iterable<Frame>[]): Generator<Frame> {
  for (const part of parts) yield* part;
}
