import { canonicalJson, isRecord } from "../../core/json.ts";
import { wilson } from "../../math/interval/wilson.ts";
import type { ShadowAnswers } from "../../summary/performance/load-summary.ts";

const mostShown = 10;
const longestShown = 300;

/** Members of replies that differ from request to request, whatever is answered. */
export const usualIgnored = [
  "seconds",
  "indexSeconds",
  "time_to_answer_sec",
  "indexing_time_sec",
  "usage",
  "requestId",
] as const;

/** Sets the answers of two services to the same samples side by side. */
export class AnswerPairs {
  readonly #ignored: ReadonlySet<string>;
  /** Whether all answers to a sample were the same so far. */
  readonly #samples = new Map<string, boolean>();
  readonly #differing: { readonly sample: string; readonly a: string; readonly b: string }[] = [];

  constructor(ignored: readonly string[]) {
    this.#ignored = new Set(ignored);
  }

  add(sample: string, a: string, b: string): void {
    const [first, second] = [a, b].map((text) => this.#compared(text));
    const isSame = first === second;
    const before = this.#samples.get(sample);
    this.#samples.set(sample, isSame && (before ?? true));
    if (isSame || before === false || this.#differing.length >= mostShown) return;
    this.#differing.push({ sample, a: cut(first!), b: cut(second!) });
  }

  finish(): ShadowAnswers {
    const samples = this.#samples.size;
    const same = [...this.#samples.values()].filter((isSame) => isSame).length;
    const interval = samples === 0 ? null : wilson(same, samples);
    return {
      samples,
      same,
      share: samples === 0 ? null : same / samples,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      differing: this.#differing,
      ignored: [...this.#ignored],
    };
  }

  /** The order of members, and what is ignored, make no difference; what is no JSON is compared as it is. */
  #compared(text: string): string {
    try {
      return canonicalJson(this.#without(JSON.parse(text)));
    } catch {
      return text;
    }
  }

  #without(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#without(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !this.#ignored.has(name))
        .map(([name, item]) => [name, this.#without(item)]),
    );
  }
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
