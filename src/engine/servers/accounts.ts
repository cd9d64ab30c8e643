import type { Limiter, LimiterOptions } from "../../core/asking/limiter.ts";
import type { System } from "../../core/asking/system.ts";
import type { Timer } from "../../core/asking/timer.ts";
import type { Turn } from "../answer.ts";
import type { DispatcherFigures } from "../dispatcher-figures.ts";
import { Outage } from "../outage.ts";
import type { RetrySettings } from "../retry-policy.ts";
import type { Account, Place, PoolServer } from "./place.ts";
import { ServerPool } from "./server-pool.ts";

/** What is asked of all systems alike, beside what each says itself. */
interface Ceiling {
  readonly most?: number | undefined;
  readonly pacing?: "adaptive" | "fixed" | undefined;
}

export interface AccountsParts {
  readonly timer: Timer;
  readonly retries: RetrySettings;
  readonly ceiling: Ceiling;
  /**
   * What limits: made once for all systems of equal scope; a system without one has its own, on this
   * machine.
   */
  limiterOf(options: LimiterOptions, scope: string | undefined): Limiter;
  readonly stop: AbortSignal;
}

/** Limits and outages of all that a run asks: systems of equal scope share one account. */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #byScope = new Map<string, Account>();
  readonly #known = new WeakMap<System, Account>();
  readonly #pools = new Map<string, ServerPool>();
  readonly #knownPools = new WeakMap<System, ServerPool>();
  /** Keeps systems to their own number of asks if their account allows more to others. */
  readonly #ownLimits = new Map<System, Limiter>();
  readonly #pooled = new WeakSet<Account>();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
    parts.stop.addEventListener("abort", () => {
      for (const pool of this.#pools.values()) pool.stop();
      for (const { limiter } of this.#byScope.values()) limiter.stop();
      for (const own of this.#ownLimits.values()) own.stop();
    });
  }

  abort(): void {
    for (const pool of this.#pools.values()) pool.abort();
    for (const { limiter } of this.#byScope.values()) limiter.abort();
    for (const own of this.#ownLimits.values()) own.abort();
  }

  /** Learns who shares an account before any of them is asked. */
  meet(system: System): void {
    if (system.scope !== undefined && !system.servers) this.#accountOf(system);
  }

  /** How many asks of a system may be under way, whatever its limit is at the moment. */
  concurrencyOf(system: System): number {
    return Math.min(system.concurrency, this.#parts.ceiling.most ?? Number.POSITIVE_INFINITY);
  }

  /** Waits for room for one ask; of several servers, not at those to be avoided if others are well. */
  async take(system: System, turn: Turn, avoid: readonly PoolServer[]): Promise<Place> {
    const pool = this.poolOf(system);
    if (pool) return pool.take(turn, avoid);
    const account = this.#accountOf(system);
    const { limiter } = account;
    const isOngoing = turn.startedAt !== undefined;
    // Among equals the account alone decides, so that conversations which have begun come first.
    const isSmaller = this.concurrencyOf(system) < account.most;
    const own = isSmaller ? this.#ownLimitOf(system) : undefined;
    const ownStartedAt = await own?.take(isOngoing);
    const leave = (isUnused: boolean) =>
      own?.release({
        startedAt: ownStartedAt!,
        isOverloaded: false,
        isAnswered: !isUnused,
        isUnused,
      });
    const startedAt = await limiter.take(isOngoing).catch((error: unknown) => {
      leave(true);
      throw error;
    });
    return {
      account,
      startedAt,
      release(ended) {
        leave(ended.isUnused === true);
        limiter.release({ startedAt, ...ended });
      },
    };
  }

  #ownLimitOf(system: System): Limiter {
    const known = this.#ownLimits.get(system);
    if (known) return known;
    const { limiterOf, stop } = this.#parts;
    const own = limiterOf({ most: this.concurrencyOf(system), isAdaptive: false }, undefined);
    if (stop.aborted) own.stop();
    this.#ownLimits.set(system, own);
    return own;
  }

  /** Whether the other side is down, all of its servers where it has several, and how often it was. */
  outageOf(system: System): Pick<Outage, "isOn" | "count"> {
    return this.poolOf(system) ?? this.#accountOf(system).outage;
  }

  /** The servers of a system that has several. */
  poolOf(system: System): ServerPool | undefined {
    if (!system.servers) return undefined;
    const own = this.#knownPools.get(system);
    if (own) return own;
    const most = this.concurrencyOf(system);
    const servers = system.servers.map(({ name, scope, concurrency }) => ({
      name,
      account: this.#accountAt(scope, Math.min(concurrency, most), system),
    }));
    for (const { account } of servers) this.#pooled.add(account);
    const scopes = JSON.stringify(system.servers.map(({ scope }) => scope));
    const shared = this.#pools.get(scopes);
    const pool = shared ?? new ServerPool(servers, { timer: this.#parts.timer, most });
    if (shared) shared.share(most);
    else if (this.#parts.stop.aborted) pool.stop();
    this.#pools.set(scopes, pool);
    this.#knownPools.set(system, pool);
    return pool;
  }

  figures(): Pick<DispatcherFigures, "inFlight" | "limit" | "slowedBecause" | "heldBecause"> {
    let inFlight = 0;
    let limit = 0;
    let slowedBecause: string | undefined;
    let heldBecause: string | undefined;
    for (const account of this.#byScope.values()) {
      const { limiter, outage, overload } = account;
      inFlight += limiter.inFlight;
      limit += limiter.limit;
      if (outage.isOn && !this.#pooled.has(account)) heldBecause = outage.reason;
      else if (limiter.isLowered) slowedBecause = overload;
    }
    for (const pool of this.#pools.values()) if (pool.isOn) heldBecause = pool.reason;
    return { inFlight, limit, slowedBecause, heldBecause };
  }

  #accountOf(system: System): Account {
    const own = this.#known.get(system);
    if (own) return own;
    const account = this.#accountAt(system.scope, this.concurrencyOf(system), system);
    this.#known.set(system, account);
    return account;
  }

  #accountAt(scope: string | undefined, most: number, { id, pacing }: System): Account {
    const { timer, ceiling, retries, limiterOf, stop } = this.#parts;
    const options = { most, isAdaptive: (ceiling.pacing ?? pacing) === "adaptive" };
    const name = scope ?? `system ${id}`;
    const shared = this.#byScope.get(name);
    const account = shared ?? {
      limiter: limiterOf(options, scope),
      most,
      outage: new Outage({ timer, holdMs: retries.holdMs }),
      overload: undefined,
    };
    account.most = Math.max(account.most, most);
    if (shared) shared.limiter.share(options);
    else if (stop.aborted) account.limiter.stop();
    this.#byScope.set(name, account);
    return account;
  }
}
