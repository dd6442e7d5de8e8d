/**
 * How far nodes may move on one axis when others must stay before or after them: what cose-base works out for architecture
 * diagrams at each of some hundred steps. Mermaid finds a rule once for each way through the graph that leads to it, thousands
 * of times for sixty services, and each one is applied in turn.
 */

/** A node of cose-base, as far as it is moved. */
export interface Movable {
  displacementX: number;
  displacementY: number;
  getCenterX(): number;
  getCenterY(): number;
}

/** One node, or several that stand in line and move as one. */
interface Place {
  position: number;
  readonly isFixed: boolean;
  readonly nodes: readonly Movable[];
  /** Its rules as they were added, the same ones again and again. */
  readonly turns: Rule[];
  readonly rules: Map<Place, Rule[]>;
  ruleCount: number;
}

/** That a place lies before or after another one, and how far away at least. */
interface Rule {
  readonly other: Place;
  readonly isBefore: boolean;
  readonly gap: number;
  /** When it was last found to be kept. */
  keptAt: number;
}

/** The moves on one axis. */
export class RelativeMoves {
  /** In the order in which they are moved, which cose-base shuffles. */
  readonly order: Place[] = [];
  readonly #axis: "X" | "Y";
  readonly #nodesOf: (name: string) => readonly Movable[];
  readonly #isFixed: (name: string) => boolean;
  readonly #places = new Map<string, Place>();
  /** Counts the moments at which a rule may be kept that was not before. */
  #moment = 0;

  constructor(
    axis: "X" | "Y",
    nodesOf: (name: string) => readonly Movable[],
    isFixed: (name: string) => boolean,
  ) {
    this.#axis = axis;
    this.#nodesOf = nodesOf;
    this.#isFixed = isFixed;
  }

  /** One place lies before another one. */
  add(before: string, after: string, gap: number): void {
    const one = this.#place(before);
    const other = this.#place(after);
    addRule(one, other, true, gap);
    addRule(other, one, false, gap);
  }

  #place(name: string): Place {
    const known = this.#places.get(name);
    if (known) return known;
    const nodes = this.#nodesOf(name);
    const position = this.#axis === "X" ? nodes[0]?.getCenterX() : nodes[0]?.getCenterY();
    if (position === undefined) throw new TypeError(`no node ${name}`);
    const isFixed = this.#isFixed(name);
    const place: Place = { position, isFixed, nodes, turns: [], rules: new Map(), ruleCount: 0 };
    this.#places.set(name, place);
    this.order.push(place);
    return place;
  }

  /**
   * Changes the displacements of all nodes so that rules are kept. Once all rules of a place are kept where it is now, the
   * turns that are left change nothing.
   */
  move(): void {
    const key = this.#axis === "X" ? "displacementX" : "displacementY";
    for (const place of this.order) {
      const [first] = place.nodes;
      if (place.isFixed || !first) continue;
      const { position, ruleCount } = place;
      let displacement = first[key];
      let kept = 0;
      this.#moment += 1;
      for (const rule of place.turns) {
        if (rule.keptAt === this.#moment) continue;
        const { other, isBefore, gap } = rule;
        const distance = isBefore
          ? other.position - position - displacement
          : position - other.position + displacement;
        if (distance < gap) {
          if (isBefore) displacement -= gap - distance;
          else displacement += gap - distance;
          this.#moment += 1;
          kept = 0;
          continue;
        }
        rule.keptAt = this.#moment;
        kept += 1;
        if (kept === ruleCount) break;
      }
      place.position = position + displacement;
      for (const node of place.nodes) node[key] = displacement;
    }
  }
}

function addRule(place: Place, other: Place, isBefore: boolean, gap: number): void {
  const about = place.rules.get(other) ?? [];
  if (about.length === 0) place.rules.set(other, about);
  let rule = about.find((one) => one.isBefore === isBefore && one.gap === gap);
  if (!rule) {
    rule = { other, isBefore, gap, keptAt: 0 };
    about.push(rule);
    place.ruleCount += 1;
  }
  place.turns.push(rule);
}
