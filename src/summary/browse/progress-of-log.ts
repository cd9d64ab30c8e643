import type { AskFacts } from "../../core/asking/asked.ts";
import { costOf, type Price, type Priced, type Prices, priceOf } from "../../core/asking/price.ts";
import { isValidUsage } from "../../core/asking/valid-usage.ts";
import { isRecord } from "../../core/json.ts";
import { type NoAnswer, type OutcomeKind, settles } from "../../core/run/outcome.ts";
import type { NoteEvent, RunEvent } from "../../core/run/run-event.ts";
import type { RunHeader } from "../../core/run/run-store.ts";
import { cellDigits } from "../../core/run/work.ts";
import { isReference } from "../baseline-systems.ts";
import type {
  AskingNow,
  InFlight,
  LiveCell,
  LiveFailure,
  LiveProgress,
  LiveTotal,
  RequestCounts,
} from "./live-progress.ts";

/** Rates are those of the last so many samples and seconds. */
const recentSamples = 200;
const recentMs = 120_000;
const shownFailures = 10;
const bytesPerSample = 16;

interface Counts {
  made: number;
  retries: number;
  cost: number | null;
}

interface Cell {
  readonly task: string;
  readonly system: string;
  isReference: boolean;
  /** Repeats of a sample are settled one by one. */
  repeats: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  settled: number;
  /** When samples were settled, newest last. */
  recent: number[];
  readonly requests: Counts;
  stopped?: string;
}

interface AskedCell {
  readonly cell: Cell;
  readonly priced: Priced;
}

/** What is known while events of a log are read one after the other. */
export class ProgressOfLog {
  readonly #prices: Prices;
  readonly #cells = new Map<string, Cell>();
  /** Tasks of one family and equal settings have one digest. */
  readonly #byDigest = new Map<string, AskedCell[]>();
  readonly #expected = new Map<string, number>();
  readonly #ends = new Map<string, OutcomeKind>();
  /** What has begun and not ended, by its key. */
  readonly #begun = new Map<string, Pick<InFlight, "media" | "replies">>();
  readonly #failures = new Map<string, LiveFailure>();
  #writtenAt: number | null = null;

  constructor({ spec }: Pick<RunHeader, "spec">) {
    const prices = isRecord(spec) ? spec.prices : undefined;
    this.#prices = isRecord(prices) ? (prices as unknown as Prices) : {};
  }

  take(event: RunEvent): void {
    this.#writtenAt = Math.max(this.#writtenAt ?? 0, event.at);
    if (event.event === "note") this.#takeNote(event);
    if (event.event !== "media" && event.event !== "reply" && event.event !== "outcome") return;
    const asked = this.#askedBy(event.key, event.event === "outcome" ? event.task : undefined);
    // The work of graders is not that of a sample.
    if (!asked) return;
    const { cell } = asked;
    if (event.event === "outcome") {
      this.#begun.delete(event.key);
      this.#settle(cell, event.key, event.outcome.kind, event.at);
      for (const facts of event.asked ?? []) this.#count(asked, facts);
    } else {
      const known = this.#begun.get(event.key);
      const first = event.event === "media" ? event.media[0]?.path : undefined;
      const media = known?.media ?? first;
      this.#begun.set(event.key, {
        ...(media === undefined ? {} : { media }),
        replies: (known?.replies ?? 0) + (event.event === "reply" ? 1 : 0),
      });
    }
    if (event.event === "media") return;
    this.#count(asked, event.facts);
    if (event.outcome.kind === "failed") this.#fail(cell.system, event.outcome);
  }

  /**
   * How far it is at a time, in milliseconds since 1970. What is in flight no log says: `asking` is
   * what the program that writes it says of itself.
   */
  progress(now: number, isRunning: boolean, asking?: AskingNow): LiveProgress {
    const cells = [...this.#cells.values()].map((cell) => this.#cellAt(cell, now, isRunning));
    const own = aboutSystems(cells);
    const inFlight = isRunning ? (asking?.oldest ?? []).map((one) => this.#inFlight(one)) : [];
    const inFlightCount = isRunning ? (asking?.inFlight ?? 0) : 0;
    return {
      at: now,
      isRunning,
      writtenAt: this.#writtenAt,
      cells,
      total: totalOf(own),
      etaSeconds: isRunning ? this.#etaOf(own, now) : null,
      requests: sum(cells.map(({ requests }) => requests)),
      inFlight,
      inFlightCount,
      waiting: isRunning && asking ? Math.max(0, this.#begun.size - inFlightCount) : 0,
      failures: [...this.#failures.values()]
        .sort((a, b) => b.count - a.count)
        .slice(0, shownFailures),
      ...(isRunning && asking?.workers ? { workers: asking.workers } : {}),
    };
  }

  /**
   * Whose work it is. Where several tasks share a digest, only outcomes name theirs; a system goes
   * through its tasks one after the other, so that other events belong to the first that has work
   * left.
   */
  #askedBy(key: string, task?: string): AskedCell | undefined {
    const all = this.#byDigest.get(key.slice(0, cellDigits)) ?? [];
    const isMeant = ({ cell }: AskedCell) =>
      task === undefined
        ? cell.settled < (this.#expectedOf(cell) ?? Number.POSITIVE_INFINITY)
        : cell.task === task;
    return all.find(isMeant) ?? all[0];
  }

  #expectedOf({ task, repeats }: Cell): number | undefined {
    const samples = this.#expected.get(task);
    return samples === undefined ? undefined : samples * repeats;
  }

  /** Systems go on side by side, and each through its tasks at its own rate. */
  #etaOf(cells: readonly LiveCell[], now: number): number | null {
    const systems = Map.groupBy(cells, ({ system }) => system);
    const etas = [...systems].map(([id, own]) => {
      const going = own.filter(({ stopped }) => stopped === undefined);
      if (going.some(({ expected }) => expected === null)) return null;
      const left = going.reduce((sum, { expected, settled }) => sum + expected! - settled, 0);
      if (left === 0) return 0;
      const times = [...this.#cells.values()]
        .filter(({ system }) => system === id)
        .flatMap(({ recent }) => recent);
      const rate = rateOf(
        times.sort((a, b) => a - b),
        now,
      );
      return rate ? left / rate : null;
    });
    return etas.every((eta) => eta !== null) ? Math.max(0, ...etas) : null;
  }

  #inFlight({ key = "", system, since }: AskingNow["oldest"][number]): InFlight {
    const task = this.#askedBy(key)?.cell.task ?? "";
    return { task, system, since, replies: 0, ...this.#begun.get(key) };
  }

  #takeNote({ note, data }: NoteEvent): void {
    if (!isRecord(data) || typeof data.task !== "string") return;
    if (note === "data" && typeof data.samples === "string") {
      const before = data.part === 0 ? 0 : (this.#expected.get(data.task) ?? 0);
      this.#expected.set(data.task, before + bytesOf(data.samples) / bytesPerSample);
    }
    if (typeof data.system !== "string") return;
    const cell = this.#cellOf(data.task, data.system);
    if (note === "stopped") {
      if (typeof data.reason === "string") cell.stopped = data.reason;
      else delete cell.stopped;
    }
    if (note !== "cell" || typeof data.digest !== "string") return;
    cell.isReference = typeof data.kind === "string" && isReference({ kind: data.kind });
    cell.repeats = Math.max(cell.repeats, 1 + (typeof data.repeat === "number" ? data.repeat : 0));
    const model = typeof data.model === "string" ? data.model : undefined;
    const listPrice = data.listPrice as Price | undefined;
    const known = this.#byDigest.get(data.digest)?.filter((one) => one.cell !== cell) ?? [];
    const asked = { cell, priced: { id: data.system, model, listPrice } };
    this.#byDigest.set(data.digest, [...known, asked]);
  }

  #cellOf(task: string, system: string): Cell {
    const name = JSON.stringify([task, system]);
    const known = this.#cells.get(name);
    if (known) return known;
    const requests = { made: 0, retries: 0, cost: null };
    const counts = { outcomes: {}, settled: 0, recent: [], requests };
    const cell: Cell = { task, system, isReference: false, repeats: 1, ...counts };
    this.#cells.set(name, cell);
    return cell;
  }

  /** The last outcome of a key counts. */
  #settle(cell: Cell, key: string, kind: OutcomeKind, at: number): void {
    const before = this.#ends.get(key);
    this.#ends.set(key, kind);
    if (before !== undefined) cell.outcomes[before]!--;
    cell.outcomes[kind] = (cell.outcomes[kind] ?? 0) + 1;
    cell.settled += Number(settles(kind)) - Number(before !== undefined && settles(before));
    if (!settles(kind)) return;
    cell.recent.push(at);
    if (cell.recent.length > 2 * recentSamples) cell.recent = cell.recent.slice(-recentSamples);
  }

  #count({ cell, priced }: AskedCell, facts?: AskFacts): void {
    if (!facts || facts.cached) return;
    const { requests } = cell;
    requests.made += facts.attempts ?? 1;
    requests.retries += (facts.attempts ?? 1) - 1;
    const price =
      facts.usage && isValidUsage(facts.usage) && priceOf(this.#prices, priced, facts.model);
    const cost = price && facts.usage ? costOf(facts.usage, price) : undefined;
    if (cost !== undefined) requests.cost = (requests.cost ?? 0) + cost;
  }

  #fail(system: string, { cause: known, reason }: NoAnswer): void {
    const cause = known ?? "unknown";
    const name = JSON.stringify([system, cause]);
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    this.#failures.set(name, { system, cause, reason, count });
  }

  #cellAt(cell: Cell, now: number, isRunning: boolean): LiveCell {
    const { task, system, isReference: isRule, settled, outcomes, requests, stopped } = cell;
    const expected = this.#expectedOf(cell) ?? null;
    const perSecond = isRunning && stopped === undefined ? rateOf(cell.recent, now) : null;
    const left = expected === null ? null : Math.max(0, expected - settled);
    return {
      ...{ task, system, isReference: isRule, settled, perSecond },
      ...{ outcomes: { ...outcomes }, requests: { ...requests } },
      expected: expected === null ? null : Math.max(expected, settled),
      etaSeconds: left === 0 ? 0 : left === null || !perSecond ? null : left / perSecond,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}

/** Without what answers by the truth or by a rule, unless there is nothing else. */
function aboutSystems(cells: readonly LiveCell[]): readonly LiveCell[] {
  const own = cells.filter((cell) => !cell.isReference);
  return own.length > 0 ? own : cells;
}

function hasWorkLeft({ expected, settled }: LiveCell): boolean {
  return expected === null || settled < expected;
}

function totalOf(cells: readonly LiveCell[]): LiveTotal {
  const rates = cells.filter(hasWorkLeft).flatMap(({ perSecond }) => perSecond ?? []);
  const isKnown = cells.every(({ expected }) => expected !== null);
  return {
    settled: cells.reduce((sum, { settled }) => sum + settled, 0),
    expected: isKnown ? cells.reduce((sum, { expected }) => sum + expected!, 0) : null,
    perSecond: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
  };
}

/** A pause lowers it, so that what hangs does not look as if it went on. */
function rateOf(times: readonly number[], now: number): number | null {
  const recent = times.slice(-recentSamples).filter((at) => at > now - recentMs);
  const first = recent[0];
  if (first === undefined || recent.length < 2) return null;
  return ((recent.length - 1) * 1000) / Math.max(1, now - first);
}

function sum(all: readonly RequestCounts[]): RequestCounts {
  const costs = all.flatMap(({ cost }) => cost ?? []);
  return {
    made: all.reduce((total, { made }) => total + made, 0),
    retries: all.reduce((total, { retries }) => total + retries, 0),
    cost: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
  };
}

/** Of base64. */
function bytesOf(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
