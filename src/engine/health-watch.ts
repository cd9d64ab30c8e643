import type { Asked } from "../core/asking/asked.ts";
import type { Limiter } from "../core/asking/limiter.ts";
import type { System } from "../core/asking/system.ts";
import type { Turn } from "./answer.ts";
import { reasonToStop } from "./limited-pace.ts";
import type { Outage } from "./outage.ts";
import { SameFailures } from "./same-failures.ts";

/**
 * `held`: a system is down and only probed; `back`: it replies again; `stopped`: it is not asked
 * any more in this start.
 */
export interface SystemHealth {
  readonly state: "held" | "back" | "stopped";
  readonly system: string;
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

/**
 * What systems of equal scope share: when they may be asked, and whether the other side is down.
 */
export interface WatchedScope {
  readonly limiter: Limiter;
  readonly outage: Outage;
}

/** One answer, with when it was asked for and on behalf of which work. */
export interface WatchedAnswer {
  readonly asked: Asked<unknown>;
  readonly turn: Turn;
  readonly startedAt: number;
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

  note(system: System, answer: WatchedAnswer, scope: WatchedScope): void {
    const { asked, turn } = answer;
    const stopped = reasonToStop(asked, turn) ?? this.#sameAgain(system, asked);
    if (stopped !== undefined) this.#stop(system, stopped, scope);
    if (asked.kind !== "failed" || asked.cause !== "transient") this.#noteReply(system, scope);
    else this.#noteFailure(system, { ...answer, reason: asked.reason }, scope);
  }

  #noteReply(system: System, { limiter, outage }: WatchedScope): void {
    const { reason, forMs } = outage;
    if (!outage.replied()) return;
    limiter.resume();
    this.#options.onHealth?.({ state: "back", system: system.id, reason, forMs });
  }

  #noteFailure(
    system: System,
    failure: Pick<WatchedAnswer, "turn" | "startedAt"> & { readonly reason: string },
    scope: WatchedScope,
  ): void {
    const { limiter, outage } = scope;
    const wasOn = outage.isOn;
    const holdMs = outage.failed({
      startedAt: failure.startedAt,
      reason: failure.reason,
      work: failure.turn,
    });
    if (holdMs === undefined) return;
    limiter.hold(holdMs);
    const { reason, forMs } = outage;
    if (!wasOn) this.#options.onHealth?.({ state: "held", system: system.id, reason, forMs });
    if (outage.isHopeless)
      this.#stop(
        system,
        `no usable reply for ${Math.round(forMs / 1000)} s: ${reason}; run again when it is back`,
        scope,
      );
  }

  /** Why a system should not be asked any more that fails with the same words again and again. */
  #sameAgain(system: System, asked: Asked<unknown>): string | undefined {
    const most = this.#options.sameFailures;
    const same = this.#sameFailures.get(system.id) ?? new SameFailures();
    this.#sameFailures.set(system.id, same);
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

  #stop(system: System, reason: string, { limiter, outage }: WatchedScope): void {
    if (this.#stopped.has(system.id)) return;
    this.#stopped.set(system.id, reason);
    this.#options.onHealth?.({ state: "stopped", system: system.id, reason, forMs: outage.forMs });
    // Nobody is to wait for a place that would not be used.
    if (outage.isOn) limiter.resume();
  }
}
