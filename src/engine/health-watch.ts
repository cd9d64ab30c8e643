import type { Asked } from "../core/asking/asked.ts";
import type { System } from "../core/asking/system.ts";
import type { Turn } from "./answer.ts";
import { reasonToStop } from "./limited-pace.ts";
import { SameFailures } from "./same-failures.ts";
import type { Account, Place } from "./servers/place.ts";
import type { ServerPool } from "./servers/server-pool.ts";

/**
 * `held`: a system is down and only probed; `back`: it replies again; `stopped`: it is not asked
 * any more in this start.
 */
export interface SystemHealth {
  readonly state: "held" | "back" | "stopped";
  readonly system: string;
  /** The one that this is about, where the system has several and this is not about all of them. */
  readonly server?: string;
  readonly reason: string;
  /** Milliseconds since the first failure. */
  readonly forMs: number;
}

export interface HealthWatchOptions {
  /**
   * After so many failures in a row with the same words a system is not asked any more; 0: never.
   */
  readonly sameFailures: number;
  onHealth?(health: SystemHealth): void;
}

/** One answer, with where and on behalf of which work it was asked for. */
export interface WatchedAnswer {
  readonly asked: Asked<unknown>;
  readonly turn: Turn;
  readonly place: Place;
  /** Where the system has several servers. */
  readonly pool?: ServerPool | undefined;
}

/**
 * Concludes from answers whether a system should not be asked any more, is down, or is back, and
 * tells its limiter and the caller.
 */
export class HealthWatch {
  readonly #options: HealthWatchOptions;
  readonly #sameFailures = new Map<string, SameFailures>();
  readonly #stopped = new Map<string, string>();

  constructor(options: HealthWatchOptions) {
    this.#options = options;
  }

  /** Why a system is not asked any more; `undefined` while it is. */
  stoppedBecause({ id }: System): string | undefined {
    return this.#stopped.get(id);
  }

  /** Stops a system for a reason that is reported elsewhere, such as a budget. */
  stopQuietly({ id }: System, reason: string): void {
    this.#stopped.set(id, reason);
  }

  /** Stops a system none of whose servers can be asked any more. */
  stopAll(system: System, pool: ServerPool): string | undefined {
    const reason = pool.givenUp;
    if (reason !== undefined) this.#stop(system, reason);
    return reason;
  }

  note(system: System, answer: WatchedAnswer): void {
    const { asked, turn, place } = answer;
    const stopped = reasonToStop(asked, turn) ?? this.#sameAgain(system, answer);
    if (stopped !== undefined && place.server) this.#leaveOut(system, stopped, answer);
    else if (stopped !== undefined) this.#stop(system, stopped, place.account);
    if (asked.kind !== "failed" || asked.cause !== "transient") this.#noteReply(system, answer);
    else this.#noteFailure(system, asked.reason, answer);
  }

  #noteReply(system: System, { place, pool }: WatchedAnswer): void {
    const { limiter, outage } = place.account;
    const { reason, forMs } = outage;
    if (!outage.replied()) return;
    limiter.resume();
    pool?.noteHealth();
    this.#say({ state: "back", system: system.id, ...named(place), reason, forMs });
  }

  #noteFailure(system: System, failed: string, { turn, place, pool }: WatchedAnswer): void {
    const { limiter, outage } = place.account;
    const wasOn = outage.isOn;
    const holdMs = outage.failed({ startedAt: place.startedAt, reason: failed, work: turn });
    if (holdMs === undefined) return;
    limiter.hold(holdMs);
    pool?.noteHealth();
    const { reason, forMs } = outage;
    if (!wasOn) {
      const about = pool?.isOn ? { reason: pool.reason } : { reason, ...named(place) };
      this.#say({ state: "held", system: system.id, ...about, forMs });
    }
    if (!outage.isHopeless) return;
    if (pool) this.stopAll(system, pool);
    else
      this.#stop(
        system,
        `no usable reply for ${Math.round(forMs / 1000)} s: ${reason}; run again when it is back`,
        place.account,
      );
  }

  /** Why a system should not be asked any more that fails with the same words again and again. */
  #sameAgain({ id }: System, { asked, place }: WatchedAnswer): string | undefined {
    const most = this.#options.sameFailures;
    const key = place.server ? `${id} ${place.server.name}` : id;
    const same = this.#sameFailures.get(key) ?? new SameFailures();
    this.#sameFailures.set(key, same);
    if (asked.kind !== "failed") same.replied();
    if (
      asked.kind !== "failed" ||
      asked.cause === "rate" ||
      asked.cause === "transient" ||
      asked.cause === "session"
    )
      return undefined;
    const count = same.add(asked);
    return most > 0 && count >= most
      ? `${count} requests in a row failed alike: ${asked.reason}`
      : undefined;
  }

  /** Others are asked in its place; where there are none, the system is not asked any more. */
  #leaveOut(system: System, reason: string, { place, pool }: WatchedAnswer): void {
    const { server, account } = place;
    if (!server || !pool || server.leftOut !== undefined) return;
    server.leftOut = reason;
    pool.noteHealth();
    const { forMs } = account.outage;
    this.#say({ state: "stopped", system: system.id, ...named(place), reason, forMs });
    this.stopAll(system, pool);
  }

  #stop({ id }: System, reason: string, account?: Account): void {
    if (this.#stopped.has(id)) return;
    this.#stopped.set(id, reason);
    this.#say({ state: "stopped", system: id, reason, forMs: account?.outage.forMs ?? 0 });
    // Nobody is to wait for a place that would not be used.
    if (account?.outage.isOn) account.limiter.resume();
  }

  #say(health: SystemHealth): void {
    this.#options.onHealth?.(health);
  }
}

function named({ server }: Place): Pick<SystemHealth, "server"> {
  return server ? { server: server.name } : {};
}
