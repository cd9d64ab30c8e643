import type { Asked, TokenUsage } from "../core/asking/asked.ts";
import type { Budget, SpentBudget } from "../core/asking/budget.ts";
import type { EmbedTexts } from "../core/asking/embed.ts";
import type { KeptEmbeddings } from "../core/asking/kept-embeddings.ts";
import type { ReplyCache, ReplyKey } from "../core/asking/reply-cache.ts";
import { sumUsage } from "../core/asking/sum-usage.ts";
import type { System } from "../core/asking/system.ts";
import type { Timer } from "../core/asking/timer.ts";
import type { Digest } from "../core/digest.ts";
import { canonicalJson, isRecord } from "../core/json.ts";
import type { Random } from "../core/random.ts";
import type { NoAnswer, Outcome } from "../core/run/outcome.ts";
import { Slots } from "../core/slots.ts";
import { AbortWatch } from "./abort-watch.ts";
import type { Answer, Question, Turn } from "./answer.ts";
import { ask, longestMs } from "./ask.ts";
import { askFacts } from "./ask-facts.ts";
import { AskGatherers } from "./ask-gatherer.ts";
import { AskTimes } from "./ask-times.ts";
import type { DispatcherFigures } from "./dispatcher-figures.ts";
import { EmbeddingMemo } from "./embedding-memo.ts";
import { HealthWatch, type SystemHealth } from "./health-watch.ts";
import { Interrupted, LeftOpen, SystemStopped } from "./interrupted.ts";
import { knownEmbedding } from "./known-embedding.ts";
import { limitedPace, reasonToStop } from "./limited-pace.ts";
import { waitBeforeRetry } from "./retry-policy.ts";
import { RetryReasons } from "./retry-reasons.ts";
import { SentAsks } from "./sent-asks.ts";
import { Accounts, type AccountsParts } from "./servers/accounts.ts";
import type { Place, PoolServer } from "./servers/place.ts";
import { textsTogether } from "./texts-together.ts";

export interface DispatcherParts extends AccountsParts {
  readonly digest: Digest;
  /** Shortens waits; seeded. */
  readonly random: Random;
  readonly cache: ReplyCache | undefined;
  /** What pays. */
  readonly budget: Budget;
  /** The seed of a repeat. */
  seedOf(repeat: number): number;
  readonly abort: AbortSignal;
  /** Embeddings that are known already, and are kept for others; its own if absent. */
  readonly embeddings?: EmbeddingMemo | undefined;
  /** Embeddings of earlier starts; absent where none are kept. */
  readonly keptEmbeddings?: KeptEmbeddings | undefined;
  /** Told while a system is asked; what it returns is disposed of when the reply is there. */
  readonly onAsk?: ((system: System) => Disposable) | undefined;
  onHealth?(health: SystemHealth): void;
}

/**
 * Puts asks to systems for a whole run: systems of equal scope share one limit, failures that may
 * pass are tried again, replies come from the cache where they can, and what they cost is counted.
 * A system that rejects our key is not asked again, while others go on.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #accounts: Accounts;
  readonly #health: HealthWatch;
  readonly #reasons = new RetryReasons();
  readonly #times = new AskTimes();
  readonly #sent = new SentAsks();
  readonly #systemTexts = new WeakMap<System, string>();
  readonly #showings = new WeakMap<System, Slots>();
  readonly #embeddings: EmbeddingMemo;
  readonly #gatherers: AskGatherers;
  readonly #abort: AbortWatch;
  #retries = 0;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#health = new HealthWatch({
      sameFailures: parts.retries.sameFailures,
      onHealth: (health) => parts.onHealth?.(health),
    });
    this.#embeddings = parts.embeddings ?? new EmbeddingMemo();
    this.#gatherers = new AskGatherers(parts.timer);
    this.#accounts = new Accounts(parts);
    this.#abort = new AbortWatch(parts.abort);
    this.#abort.add(() => this.#accounts.abort());
  }

  get timer(): Timer {
    return this.#parts.timer;
  }

  /** For callers that ask a system without a place, a retry or the cache. */
  get abort(): AbortWatch {
    return this.#abort;
  }

  figures(): DispatcherFigures {
    const { spent } = this.#parts.budget;
    const times = this.#times.list();
    const retried = { retries: this.#retries, retriesBecause: this.#reasons.usual };
    const oldest = this.#sent.oldest(this.#parts.timer.now());
    return { ...this.#accounts.figures(), ...retried, oldest, spent, times };
  }

  /** Set where the budget is why a system is not asked any more. */
  get spentBudget(): SpentBudget | undefined {
    return this.#parts.budget.spentBudget;
  }

  /** Why a system is not asked any more; `undefined` while it is. */
  refusal(system: System): string | undefined {
    const pool = this.#accounts.poolOf(system);
    const reason =
      this.#health.stoppedBecause(system) ?? (pool && this.#health.stopAll(system, pool));
    if (reason !== undefined) return reason;
    const refused = this.#parts.budget.refusal(system);
    if (refused !== undefined) this.#health.stopQuietly(system, refused);
    return refused;
  }

  #checkRefusal(system: System): void {
    const refused = this.refusal(system);
    if (refused !== undefined) throw new SystemStopped(refused);
  }

  /** Learns who shares an account: to be called for all systems before any of them is asked. */
  meet(system: System): void {
    this.#accounts.meet(system);
  }

  /** How many asks of a system may be under way, whatever its limit is at the moment. */
  concurrencyOf(system: System): number {
    return this.#accounts.concurrencyOf(system);
  }

  /**
   * One ask of a conversation. Rejects with `Interrupted` or `SystemStopped` where the work is to
   * stay open.
   */
  async put(system: System, question: Question, turn: Turn): Promise<Answer> {
    if (system.speaks === "encoder") {
      const { keptEmbeddings: embeddings, digest } = this.#parts;
      const id = `${this.#systemText(system)}#${question.digest}`;
      const kept = embeddings && system.cacheable ? { embeddings, key: digest(id) } : undefined;
      const { texts } = question.ask as Partial<EmbedTexts>;
      const places = { memo: this.#embeddings, kept: texts ? undefined : kept };
      return knownEmbedding(id, places, () =>
        texts
          ? textsTogether(texts, digest, (one) => this.put(system, one, turn))
          : this.#askPatiently(system, question, turn),
      );
    }
    const { cache } = this.#parts;
    const key = cache && system.cacheable ? this.#keyOf(system, question, turn) : undefined;
    const found = key && !turn.isAgain ? cache!.get(key) : undefined;
    const kept = found instanceof Promise ? await found : found;
    if (kept) return { outcome: kept, facts: { cached: true }, cache: key!.digest };
    const answer = await this.#askPatiently(system, question, turn);
    // The other side waits for the asks that take this one's place; nobody waits for what is
    // written about it.
    await this.#parts.timer.breath();
    if (!key) return answer;
    if (saysSomething(answer.outcome)) cache!.put(key, answer.outcome);
    return { ...answer, cache: key.digest };
  }

  /**
   * Shows a stream once the system has room for one more: it keeps the state of each until that
   * ends.
   */
  showing<T>(system: System, show: () => Promise<T>): Promise<T> {
    const slots = this.#showings.get(system) ?? new Slots(this.concurrencyOf(system));
    this.#showings.set(system, slots);
    return slots.run(show);
  }

  async #askPatiently(system: System, question: Question, turn: Turn): Promise<Answer> {
    const { timer, retries, random } = this.#parts;
    let queueMs = 0;
    let usedBefore: TokenUsage | undefined;
    let failed: Answer | undefined;
    const failedOn: PoolServer[] = [];
    try {
      for (let attempt = 1; ; attempt++) {
        const queuedAt = timer.now();
        const { asked, isTimedOut, place, totalMs } = await this.#askOnce(
          system,
          question,
          turn,
          failedOn,
        );
        const { server } = place;
        queueMs += place.startedAt - queuedAt;
        if (server && asked.kind === "failed") failedOn.push(server);
        const { facts: own, pace, ...outcome } = asked;
        const usage = sumUsage(usedBefore, own?.usage);
        const facts = usage ? { ...own, usage } : own;
        usedBefore = usage;
        const scheduling = { queueMs, totalMs, attempts: attempt, server, failedOn };
        if (outcome.kind === "answered") return { outcome, facts: askFacts(facts, scheduling) };
        // Where somebody else was asked, the request counts, whatever is known of it.
        const told = {
          facts: askFacts(system.scope === undefined ? facts : (facts ?? {}), scheduling),
        };
        if (outcome.kind !== "failed") return { outcome, ...told };
        failed = { outcome, ...told };
        const refused = reasonToStop(asked, turn);
        const stopped = (server ? undefined : refused) ?? this.#health.stoppedBecause(system);
        if (stopped !== undefined) throw new SystemStopped(stopped);
        const failure = {
          outcome,
          isTimedOut,
          // Of requests that failed at one server each, only the first counts.
          attempt: attempt - Math.max(0, new Set(failedOn).size - 1),
          retryAfterMs: pace?.retryAfterMs,
        };
        const backOffMs = refused === undefined ? waitBeforeRetry(failure, retries, random) : 0;
        if (backOffMs === undefined) return failed;
        // While the other side is down, the limiter says when to ask; another server can be asked
        // at once.
        const isReady =
          this.#accounts.outageOf(system).isOn ||
          this.#accounts.poolOf(system)?.hasOther(failedOn) === true;
        const waitMs = isReady ? 0 : backOffMs;
        const givenUp = this.#givesUp(outcome, turn, waitMs);
        if (givenUp) return { ...failed, outcome: givenUp };
        this.#retries++;
        this.#reasons.add(outcome.reason);
        if (waitMs > 0) await this.#pause(waitMs);
        queueMs += waitMs;
      }
    } catch (error) {
      if (error instanceof LeftOpen) error.asked = failed;
      throw error;
    }
  }

  async #askOnce(system: System, { ask: own }: Question, turn: Turn, avoid: readonly PoolServer[]) {
    const { timer, retries, seedOf, budget } = this.#parts;
    const pool = this.#accounts.poolOf(system);
    const outage = this.#accounts.outageOf(system);
    // Nobody is to wait for a place that would not be used.
    this.#checkRefusal(system);
    const expected = budget.expected(system, own);
    const room = budget.begin(system, expected);
    const noRoom = room && (await room);
    if (noRoom !== undefined) throw new SystemStopped(noRoom);
    const outagesBefore = outage.isOn ? outage.count - 1 : outage.count;
    let place: Place | undefined;
    try {
      place = await this.#accounts.take(system, turn, avoid);
      if (turn.lost?.aborted) throw new Interrupted();
      this.#checkRefusal(system);
    } catch (error) {
      budget.leave(system, expected);
      place?.release({ isOverloaded: false, isAnswered: false, isUnused: true });
      throw error;
    }
    const { startedAt, account, server } = place;
    let asked: Asked<unknown> | undefined;
    let isTimedOut = false;
    const sent = { system, turn, startedAt };
    this.#sent.add(sent);
    try {
      // An outage takes nothing of the time that a sample has.
      if (outage.count > outagesBefore) turn.startedAt = startedAt;
      turn.startedAt ??= startedAt;
      turn.limitMs = isLong(system) ? Number.POSITIVE_INFINITY : retries.sampleTimeoutMs;
      const leftMs = turn.startedAt + turn.limitMs - startedAt;
      const timeoutMs = Math.max(1, Math.round(Math.min(system.timeoutMs ?? longestMs, leftMs)));
      const { repeat, session } = turn;
      const options = {
        timer,
        timeoutMs,
        abort: this.#abort,
        turn: { repeat, seed: seedOf(repeat), session, server: server?.at },
      };
      using _asking = this.#parts.onAsk?.(system);
      const askable = system.speaks === "encoder" ? this.#gatherers.of(system) : system;
      const answers = await ask<never, unknown>(askable, [own as never], options);
      asked = answers.asked[0]!;
      isTimedOut = answers.isTimedOut;
      const totalMs = timer.now() - startedAt;
      this.#times.add({ system: system.id, server: server?.name }, asked, totalMs);
      return { asked, isTimedOut, place, totalMs };
    } finally {
      this.#sent.delete(sent);
      budget.end(system, asked?.facts, expected);
      const cause = asked?.kind === "failed" ? asked.cause : undefined;
      const isAnswered = asked !== undefined && asked.kind !== "failed";
      const isOverloaded = cause === "rate" || isTimedOut || asked?.pace?.isOverloaded === true;
      // Before the place is free: nobody else is to take it.
      if (asked) this.#health.note(system, { asked, turn, place, pool });
      if (isOverloaded && asked?.kind === "failed") account.overload = asked.reason;
      place.release({
        isOverloaded,
        isAnswered,
        pace: asked?.pace && limitedPace(asked.pace, turn),
      });
    }
  }

  #givesUp(outcome: NoAnswer, { startedAt, limitMs }: Turn, waitMs: number): NoAnswer | undefined {
    const { retries, timer } = this.#parts;
    if (this.#retries >= retries.budget)
      return because(outcome, `the retry budget of ${retries.budget} is spent`);
    if (timer.now() + waitMs < (startedAt ?? 0) + (limitMs ?? retries.sampleTimeoutMs))
      return undefined;
    return because(outcome, `given up after ${retries.sampleTimeoutMs} ms`);
  }

  /** Nobody waits for a retry once the run is being left. */
  #pause(ms: number): Promise<void> {
    const { timer, stop } = this.#parts;
    if (stop.aborted) return Promise.reject(new Interrupted());
    return new Promise((resolve, reject) => {
      const leave = () => {
        cancel();
        reject(new Interrupted());
      };
      const cancel = timer.after(ms, () => {
        stop.removeEventListener("abort", leave);
        resolve();
      });
      stop.addEventListener("abort", leave, { once: true });
    });
  }

  #keyOf(system: System, question: Question, { repeat }: Turn): ReplyKey {
    const text = `{"ask":${question.text},"repeat":${repeat},"system":${this.#systemText(system)}}`;
    return { text, digest: this.#parts.digest(text) };
  }

  #systemText(system: System): string {
    const known = this.#systemTexts.get(system);
    if (known !== undefined) return known;
    const text = canonicalJson({ kind: system.kind, identity: system.identity });
    this.#systemTexts.set(system, text);
    return text;
  }
}

/**
 * Whether a sample may take as long as it takes: batches come late, and streams have many steps.
 */
function isLong({ repliesLate, speaks }: System): boolean {
  return repliesLate === true || speaks === "stream";
}

function because(outcome: NoAnswer, why: string): NoAnswer {
  return { ...outcome, reason: `${outcome.reason} (${why})` };
}

/**
 * An empty reply is more likely an accident of the other side than an answer, and must not be made
 * to last.
 */
function saysSomething(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== "answered") return false;
  const { value } = outcome;
  return (
    !isRecord(value) ||
    typeof value.text !== "string" ||
    value.text.trim() !== "" ||
    value.logLikelihoods !== undefined
  );
}
