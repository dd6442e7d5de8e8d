/** Counters in Prometheus' text format. */
import type { CallEnd } from "@framework/shared";

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

type Labels = Readonly<Record<string, string>>;

class Histogram {
  readonly #counts = SECONDS.map(() => 0);
  #sum = 0;
  #count = 0;

  observe(seconds: number): void {
    for (const [place, bound] of SECONDS.entries()) {
      if (seconds <= bound) this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    }
    this.#sum += seconds;
    this.#count += 1;
  }

  lines(name: string, labels: string): string[] {
    const inner = labels === "" ? "" : `${labels},`;
    return [
      ...SECONDS.map((bound, place) => `${name}_bucket{${inner}le="${bound}"} ${this.#counts[place]}`),
      `${name}_bucket{${inner}le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>();
  readonly #firstToken = new Map<string, Histogram>();
  readonly #duration = new Map<string, Histogram>();

  count(name: string, labels: Labels, amount = 1): void {
    const values = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, values);
    const key = labelText(labels);
    values.set(key, (values.get(key) ?? 0) + amount);
  }

  /** A call to a backend has ended. */
  call({ provider, model, usage, cost, duration_ms, first_token_ms, retries, finish, error }: CallEnd): void {
    const labels = { provider, model };
    this.count("fw_calls_total", { ...labels, finish: error?.name ?? finish ?? "" });
    if (retries > 0) this.count("fw_retries_total", labels, retries);
    if (usage) {
      this.count("fw_tokens_total", { ...labels, kind: "prompt" }, usage.prompt_tokens);
      this.count("fw_tokens_total", { ...labels, kind: "output" }, usage.output_tokens);
    }
    if (cost) this.count("fw_cost_usd_total", { ...labels, source: cost.source }, cost.usd);
    observe(this.#duration, labels, duration_ms);
    if (first_token_ms !== undefined) observe(this.#firstToken, labels, first_token_ms);
  }

  text(gauges: Readonly<Record<string, number>>): string {
    const lines: string[] = [];
    for (const [name, value] of Object.entries(gauges))
      lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
    for (const [name, values] of this.#counters) {
      lines.push(
        `# TYPE ${name} counter`,
        ...[...values].map(([labels, value]) => `${name}{${labels}} ${value}`),
      );
    }
    const histograms = { fw_first_token_seconds: this.#firstToken, fw_call_seconds: this.#duration };
    for (const [name, byLabels] of Object.entries(histograms)) {
      lines.push(`# TYPE ${name} histogram`);
      for (const [labels, histogram] of byLabels) lines.push(...histogram.lines(name, labels));
    }
    return `${lines.join("\n")}\n`;
  }
}

function observe(histograms: Map<string, Histogram>, labels: Labels, milliseconds: number): void {
  const key = labelText(labels);
  const histogram = histograms.get(key) ?? new Histogram();
  histograms.set(key, histogram);
  histogram.observe(milliseconds / 1000);
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`,
    )
    .join(",");
