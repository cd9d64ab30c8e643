import type { AskFacts } from "../core/asked.ts";
import type { EndedSample } from "../core/ended-sample.ts";
import { costOf, type Price } from "../core/price.ts";
import { type GrowingArray, growing } from "../math/growing-array.ts";
import { quantile } from "../math/quantile.ts";
import { type ResourceSummary, type TimePart, type TimeSummary, timeParts } from "./resource-summary.ts";

/** What one sample took, all of its asks together; times in milliseconds, absent where they are not known. */
export interface SampleResources {
  readonly asks: number;
  readonly cached: number;
  /** Requests that were made. */
  readonly attempts: number;
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number;
  readonly reasoning: number;
  /** US dollars; `undefined` where no price is known. */
  readonly cost: number | undefined;
  readonly unpriced: number;
  readonly times: Readonly<Partial<Record<TimePart, number>>>;
  /** Parameters that were not sent. */
  readonly dropped: readonly string[];
}

/** `undefined` where the system says nothing about its requests. */
export function sampleResources(
  { replies, facts: own, decodeMs }: Pick<EndedSample, "replies" | "facts" | "decodeMs">,
  priceOf: PriceOf,
): SampleResources | undefined {
  const facts = own ? [own] : replies.flatMap((reply) => (reply.facts ? [reply.facts] : []));
  return resourcesOf(facts, priceOf, decodeMs);
}

/** What a model costs, by its own name for itself, where the configuration's names have no price. */
export type PriceOf = (model: string | undefined) => Price | undefined;

/** What the asks took that these facts are about, all together; `undefined` where there are none. */
export function resourcesOf(facts: readonly AskFacts[], priceOf: PriceOf, decodeMs?: number): SampleResources | undefined {
  if (facts.length === 0) return undefined;
  const asked = facts.filter(({ cached }) => !cached);
  const costs = asked.map((one) => costOfAsk(one, priceOf(one.model)));
  const known = costs.filter((cost) => cost !== undefined);
  return {
    asks: facts.length,
    cached: facts.length - asked.length,
    attempts: asked.reduce((sum, { attempts = 1 }) => sum + attempts, 0),
    ...tokensOf(asked),
    cost: known.length === 0 && asked.length > 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0),
    unpriced: costs.length - known.length,
    times: timesOf(asked, decodeMs),
    dropped: facts.flatMap(({ dropped = [] }) => dropped),
  };
}

function costOfAsk({ usage }: AskFacts, price: Price | undefined): number | undefined {
  return usage && price ? costOf(usage, price) : undefined;
}

function tokensOf(facts: readonly AskFacts[]): ResourceSummary["tokens"] {
  const sum = (of: (usage: NonNullable<AskFacts["usage"]>) => number | undefined) =>
    facts.reduce((total, { usage }) => total + ((usage && of(usage)) ?? 0), 0);
  return {
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    cachedInput: sum(({ cachedInput }) => cachedInput),
    reasoning: sum(({ reasoning }) => reasoning),
  };
}

function timesOf(facts: readonly AskFacts[], decodeMs: number | undefined): SampleResources["times"] {
  const sum = (of: (one: AskFacts) => number | undefined) => {
    const values = facts.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : toTenths(values.reduce((total, value) => total + value, 0));
  };
  const times = {
    decode: decodeMs,
    queue: facts.length === 0 ? undefined : (sum(({ queueMs }) => queueMs) ?? 0),
    firstToken: sum(({ firstTokenMs }) => firstTokenMs),
    generation: sum(({ firstTokenMs, totalMs }) =>
      firstTokenMs === undefined || totalMs === undefined ? undefined : Math.max(0, totalMs - firstTokenMs),
    ),
    total: sum(({ totalMs }) => totalMs),
  };
  return Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined));
}

/** As exact as times are journalled: sums and differences of tenths have a tail of digits that say nothing. */
function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

const noResources = { asks: 0, cached: 0, attempts: 0, input: 0, output: 0, cachedInput: 0, reasoning: 0, unpriced: 0, cost: 0 };
const summed = Object.keys(noResources) as (keyof typeof noResources)[];
/** Sums in another order differ in the last digits, which nobody pays. */
const costStep = 1e9;

/** Sums up what a system's samples took. What it is known to drop is told also where all replies came from the cache. */
export class ResourceMeter {
  readonly #dropped: Set<string>;
  readonly #times = new Map<TimePart, GrowingArray<Float64Array>>();
  readonly #sums = { ...noResources };

  constructor(dropped: readonly string[] = []) {
    this.#dropped = new Set(dropped);
  }

  add(sample: SampleResources | undefined): void {
    if (!sample) return;
    for (const name of summed) this.#sums[name] += sample[name] ?? 0;
    for (const name of sample.dropped) this.#dropped.add(name);
    for (const part of timeParts) {
      const value = sample.times[part];
      if (value === undefined) continue;
      let column = this.#times.get(part);
      if (!column) {
        column = growing.numbers();
        this.#times.set(part, column);
      }
      column.push(value);
    }
  }

  finish(): ResourceSummary | undefined {
    const { asks, cached, attempts, input, output, cachedInput, reasoning, unpriced, cost } = this.#sums;
    if (asks === 0) return undefined;
    return {
      asks,
      cached,
      retries: attempts - (asks - cached),
      tokens: { input, output, cachedInput, reasoning },
      cost: unpriced === asks - cached && unpriced > 0 ? null : Math.round(cost * costStep) / costStep,
      unpriced,
      times: Object.fromEntries([...this.#times].map(([part, column]) => [part, timeSummary(column.view())])),
      ...(this.#dropped.size > 0 ? { dropped: [...this.#dropped].sort() } : {}),
    };
  }
}

function timeSummary(values: Float64Array): TimeSummary {
  const sorted = values.toSorted();
  // Summed in ascending order, so that the order of arrival changes nothing.
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { n: sorted.length, mean, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
