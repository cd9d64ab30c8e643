import type { AskFacts } from "../core/asking/asked.ts";
import { costOf, type Price } from "../core/asking/price.ts";
import { isValidUsage } from "../core/asking/valid-usage.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { type GrowingArray, growing } from "../math/growing-array.ts";
import { quantile } from "../math/quantile.ts";
import {
  type ResourceSummary,
  type ServerSummary,
  type TimePart,
  type TimeSummary,
  timeParts,
} from "../summary/resource-summary.ts";

/**
 * What one sample took, all of its asks together; times in milliseconds, absent where they are not
 * known.
 */
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
  /** Asks to which tokens were told that cannot be. */
  readonly badUsage: number;
  readonly times: Readonly<Partial<Record<TimePart, number>>>;
  /** Parameters that were not sent. */
  readonly dropped: readonly string[];
  /** Asks whose requests went to servers of a list; only where there are some. */
  readonly served?: readonly Pick<AskFacts, "server" | "failedOn" | "totalMs">[];
}

/** `undefined` where the system says nothing about its requests. */
export function sampleResources(
  {
    replies,
    facts: own,
    asked = [],
    decodeMs,
  }: Pick<EndedSample, "replies" | "facts" | "asked" | "decodeMs">,
  priceOf: PriceOf,
): SampleResources | undefined {
  const facts = own
    ? [own]
    : [...asked, ...replies.flatMap((reply) => (reply.facts ? [reply.facts] : []))];
  return resourcesOf(facts, priceOf, decodeMs);
}

/**
 * What a model costs, by its own name for itself, where the configuration's names have no price.
 */
export type PriceOf = (model: string | undefined) => Price | undefined;

/**
 * What the asks took that these facts are about, all together; `undefined` where there are none.
 * Made for every sample: one pass, no lists between.
 */
export function resourcesOf(
  facts: readonly AskFacts[],
  priceOf: PriceOf,
  decodeMs?: number,
): SampleResources | undefined {
  if (facts.length === 0) return undefined;
  const sums = { ...noResources, asks: facts.length };
  const times: Times = decodeMs === undefined ? {} : { decode: decodeMs };
  const dropped: string[] = [];
  let served = noAsks;
  for (const ask of facts) {
    if (ask.dropped) dropped.push(...ask.dropped);
    if (ask.server !== undefined || ask.failedOn) served = [...served, ask];
    if (ask.cached) sums.cached++;
    else {
      addSums(sums, ask, priceOf(ask.model));
      addTimes(times, ask);
    }
  }
  const isUnpriced = sums.unpriced > 0 && sums.unpriced === sums.asks - sums.cached;
  return {
    ...sums,
    cost: isUnpriced ? undefined : sums.cost,
    times: inTenths(times),
    dropped,
    ...(served.length > 0 ? { served } : {}),
  };
}

const noAsks: readonly AskFacts[] = [];

type Sums = { -readonly [Name in keyof typeof noResources]: number };
type Times = { -readonly [Part in TimePart]?: number };

function addSums(
  sums: Sums,
  { attempts = 1, usage: told, badUsage }: AskFacts,
  price: Price | undefined,
): void {
  sums.attempts += attempts;
  // Logs of earlier versions hold whatever servers said.
  const usage = told && isValidUsage(told) ? told : undefined;
  if (badUsage || usage !== told) sums.badUsage++;
  sums.input += usage?.input ?? 0;
  sums.output += usage?.output ?? 0;
  sums.cachedInput += usage?.cachedInput ?? 0;
  sums.reasoning += usage?.reasoning ?? 0;
  const cost = usage && price && costOf(usage, price);
  if (cost === undefined) sums.unpriced++;
  else sums.cost += cost;
}

function addTimes(times: Times, { queueMs = 0, firstTokenMs, totalMs }: AskFacts): void {
  times.queue = (times.queue ?? 0) + queueMs;
  if (firstTokenMs !== undefined) times.firstToken = (times.firstToken ?? 0) + firstTokenMs;
  if (firstTokenMs !== undefined && totalMs !== undefined)
    times.generation = (times.generation ?? 0) + Math.max(0, totalMs - firstTokenMs);
  if (totalMs !== undefined) times.total = (times.total ?? 0) + totalMs;
}

/** What was not timed stays away; decoding is as exact as it is. */
function inTenths(times: Times): SampleResources["times"] {
  const rounded: Times = {};
  for (const part of timeParts) {
    const value = times[part];
    if (value !== undefined) rounded[part] = part === "decode" ? value : toTenths(value);
  }
  return rounded;
}

/**
 * As exact as times are journalled: sums and differences of tenths have a tail of digits that say
 * nothing.
 */
function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

const noResources = {
  asks: 0,
  cached: 0,
  attempts: 0,
  input: 0,
  output: 0,
  cachedInput: 0,
  reasoning: 0,
  unpriced: 0,
  badUsage: 0,
  cost: 0,
};
const summed = Object.keys(noResources) as (keyof typeof noResources)[];
/** Sums in another order differ in the last digits, which nobody pays. */
const costStep = 1e9;

/**
 * Sums up what a system's samples took. What it is known to drop is named also where all replies
 * came from the cache.
 */
export class ResourceMeter {
  readonly #dropped: Set<string>;
  readonly #times = new Map<TimePart, GrowingArray<Float64Array>>();
  readonly #sums = { ...noResources };
  readonly #servers = new Map<string, ServerCounts>();
  readonly #price: Price | undefined;

  constructor(dropped: readonly string[] = [], price?: Price) {
    this.#dropped = new Set(dropped);
    this.#price = price;
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
    for (const ask of sample.served ?? []) this.#addServed(ask);
  }

  #addServed({ server, failedOn = [], totalMs }: AskFacts): void {
    for (const name of failedOn) this.#server(name).errors++;
    if (server !== undefined) this.#server(server).answered.push(totalMs ?? 0);
  }

  #server(name: string): ServerCounts {
    const counts = this.#servers.get(name) ?? { errors: 0, answered: growing.numbers() };
    this.#servers.set(name, counts);
    return counts;
  }

  finish(): ResourceSummary | undefined {
    const {
      asks,
      cached,
      attempts,
      input,
      output,
      cachedInput,
      reasoning,
      unpriced,
      badUsage,
      cost,
    } = this.#sums;
    if (asks === 0) return undefined;
    const { asOf } = this.#price ?? {};
    return {
      asks,
      cached,
      retries: attempts - (asks - cached),
      tokens: { input, output, cachedInput, reasoning },
      cost:
        unpriced === asks - cached && unpriced > 0 ? null : Math.round(cost * costStep) / costStep,
      unpriced,
      ...(badUsage === 0 ? {} : { badUsage }),
      ...(asOf === undefined ? {} : { pricesAsOf: asOf }),
      times: Object.fromEntries(
        [...this.#times].map(([part, column]) => [part, timeSummary(column.view())]),
      ),
      ...(this.#dropped.size > 0 ? { dropped: [...this.#dropped].sort() } : {}),
      ...(this.#servers.size > 0 ? { servers: serverSummaries(this.#servers) } : {}),
    };
  }
}

interface ServerCounts {
  errors: number;
  /** How long each request took, in milliseconds. */
  readonly answered: GrowingArray<Float64Array>;
}

function serverSummaries(servers: ReadonlyMap<string, ServerCounts>): readonly ServerSummary[] {
  return [...servers]
    .map(([name, { errors, answered }]) => {
      const sorted = answered.view().toSorted();
      const median = sorted.length === 0 ? null : quantile(sorted, 0.5);
      return { name, requests: errors + sorted.length, errors, median };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function timeSummary(values: Float64Array): TimeSummary {
  const sorted = values.toSorted();
  // Summed in ascending order, so that the order of arrival changes nothing.
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { n: sorted.length, mean, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
