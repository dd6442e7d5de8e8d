/** When V8 optimises what it runs and how soon it collects garbage, in a process of our own. */
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

// Most processes draw one diagram: by default V8 spends half of the time of a large one on optimising what ends then.
// And it goes over all that lives again and again while the heap grows; the thread's limit on it bounds what is kept.
// It is asked as often as usual and wants to see more: a larger budget until it is asked would stay with each function for dozens of drawings.
const PATIENT = [
  "--ticks-before-optimization=60",
  "--bytecode-size-allowance-per-tick=10",
  "--max-bytecode-size-for-early-opt=0",
  "--heap-growing-percent=2000",
];
const USUAL = [
  "--ticks-before-optimization=3",
  "--bytecode-size-allowance-per-tick=150",
  "--max-bytecode-size-for-early-opt=81",
  "--heap-growing-percent=0",
];
/** Threads that collect short-lived garbage together cost more than they save: a fourteenth of the time of 1,000 nodes. */
const ONE_COLLECTOR = "--no-parallel-scavenge";

function setFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Another engine than V8.
  }
}

/**
 * Lets V8 optimise late and the heap grow while a process draws its first diagram. Compiled code, that of Node's own modules as well, is taken
 * back only under the flags that it was made with: they are changed when Node has started, and not while code is loaded.
 */
export class Tiering {
  readonly #usualCode = cachedDataVersionTag();
  #hasDrawn = false;
  #isPatient = false;

  constructor() {
    setFlag(ONE_COLLECTOR);
  }

  /** To be called before each drawing. */
  beginDrawing(): void {
    this.#be(!this.#hasDrawn);
    this.#hasDrawn = true;
  }

  /** Runs what loads or keeps compiled code. */
  readonly asUsual = <Result>(work: () => Result): Result => {
    const wasPatient = this.#isPatient;
    this.#be(false);
    // Where the usual flags are others, this engine's ways are left alone.
    const isKnown = cachedDataVersionTag() === this.#usualCode;
    try {
      return work();
    } finally {
      this.#be(wasPatient && isKnown);
    }
  };

  #be(patient: boolean): void {
    if (patient === this.#isPatient) return;
    this.#isPatient = patient;
    for (const flag of patient ? PATIENT : USUAL) setFlag(flag);
  }
}
