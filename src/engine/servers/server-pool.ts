import type { Timer } from "../../core/asking/timer.ts";
import type { Turn } from "../answer.ts";
import { Interrupted, SystemStopped } from "../interrupted.ts";
import type { Place, PoolServer } from "./place.ts";

/** So many videos are remembered, with the servers that know them. */
const rememberedVideos = 10_000;
/** How much the last reply counts in the time that a server takes. */
const freshness = 0.1;
/**
 * A server with room takes over questions about videos of others once both have waited for a tenth
 * of the time that a reply takes, within these bounds: a video stays with one server where that
 * costs little.
 */
const [idleShare, leastIdleMs, mostIdleMs] = [0.1, 5, 1_000];
const usualMs = 500;

interface Waiter {
  readonly turn: Turn;
  readonly since: number;
  readonly isOngoing: boolean;
  /** Servers at which this very ask failed. */
  readonly avoid: readonly PoolServer[];
  resolve(place: Place): void;
  reject(error: unknown): void;
}

interface Member extends PoolServer {
  meanMs: number | undefined;
  /** Since when it has had room for more than it was given. */
  idleSince: number | undefined;
  /** Whether its limiter was asked for a place that nobody has yet. */
  isClaimed: boolean;
  /** Whether the run is being left and nobody waits for its limit any more. */
  isClosed: boolean;
}

export interface ServerPoolOptions {
  readonly timer: Timer;
  /** How many asks may be under way at all servers together, at most. */
  readonly most: number;
}

/**
 * Servers that answer alike, each with its own limit and its own outages. An ask goes to a server
 * that knows its video already; a new video, or one whose servers are down, goes to the one that
 * will have it done first; no server stays idle while somebody waits. A server that is down is
 * probed with single asks, and an ask that failed at one server is put to another.
 */
export class ServerPool {
  readonly #timer: Timer;
  readonly #members: readonly Member[];
  /** Conversations that have begun come first. */
  readonly #waiting: Waiter[] = [];
  readonly #knownAt = new Map<string, Set<object>>();
  #most: number;
  #inFlight = 0;
  #outages = 0;
  #wasOn = false;
  #isStopping = false;
  #cancelWake: (() => void) | undefined;

  constructor(
    servers: readonly Pick<PoolServer, "name" | "account">[],
    { timer, most }: ServerPoolOptions,
  ) {
    this.#timer = timer;
    this.#most = most;
    this.#members = servers.map(({ name, account }, at) => ({
      name,
      at,
      account,
      leftOut: undefined,
      meanMs: undefined,
      idleSince: undefined,
      isClaimed: false,
      isClosed: false,
    }));
  }

  /** Whether all servers are down or left out. */
  get isOn(): boolean {
    return !this.#members.some(isWell);
  }

  /** How often all were, this time included. */
  get count(): number {
    return this.#outages;
  }

  /** What each server failed with. */
  get reason(): string {
    return this.#members
      .map(({ name, leftOut, account }) => `${name}: ${leftOut ?? account.outage.reason}`)
      .join("; ");
  }

  /** Why no server is to be asked any more; `undefined` while one is. */
  get givenUp(): string | undefined {
    const isGivenUp = this.#members.every(
      ({ leftOut, account }) => leftOut !== undefined || account.outage.isHopeless,
    );
    return isGivenUp
      ? `none of its ${this.#members.length} servers can be asked: ${this.reason}; run again when one is back`
      : undefined;
  }

  /** Another system shares the servers. */
  share(most: number): void {
    this.#most = Math.max(this.#most, most);
  }

  /** Whether an ask that failed at these servers can be put to another at once. */
  hasOther(avoid: readonly PoolServer[]): boolean {
    return this.#members.some((member) => isWell(member) && !avoid.includes(member));
  }

  /** To be called whenever a server is down, back or left out. */
  noteHealth(): void {
    if (this.isOn && !this.#wasOn) this.#outages++;
    this.#wasOn = this.isOn;
    const { givenUp } = this;
    if (givenUp !== undefined) this.#rejectAll(() => new SystemStopped(givenUp));
  }

  /** Waits for a place at the best server. */
  take(turn: Turn, avoid: readonly PoolServer[]): Promise<Place> {
    const isOngoing = turn.startedAt !== undefined;
    const { givenUp } = this;
    if (givenUp !== undefined) return Promise.reject(new SystemStopped(givenUp));
    if (this.#isStopping && !isOngoing) return Promise.reject(new Interrupted());
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const at = isOngoing ? this.#waiting.findIndex((other) => !other.isOngoing) : -1;
    const since = this.#timer.now();
    const waiter = { turn, since, isOngoing, avoid, resolve, reject };
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, waiter);
    // Limits may have been renewed since.
    for (const member of this.#members) member.isClosed = false;
    this.#admit();
    return promise;
  }

  /** No conversation begins any more. */
  stop(): void {
    this.#isStopping = true;
    for (const waiter of this.#waiting.filter(({ isOngoing }) => !isOngoing)) {
      this.#remove(waiter);
      waiter.reject(new Interrupted());
    }
  }

  abort(): void {
    this.#rejectAll(() => new Interrupted());
    this.#cancelWake?.();
  }

  #admit(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    this.#probe();
    for (const waiter of [...this.#waiting]) {
      if (!this.#members.some((member) => this.#isOpen(member))) break;
      const server = this.#bestFor(waiter);
      if (!server) continue;
      server.idleSince = undefined;
      this.#give(waiter, server);
    }
    this.#takeOver();
    this.#claimAll();
  }

  /** The ask furthest from those that failed is the best probe. */
  #probe(): void {
    for (const member of this.#members) {
      if (!member.account.outage.isOn || !this.#isOpen(member)) continue;
      const waiter = this.#waiting.findLast((one) => !this.#avoids(one, member));
      if (waiter) this.#give(waiter, member);
    }
  }

  /** What waits for other servers goes to those that have been idle for a moment. */
  #takeOver(): void {
    const now = this.#timer.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    for (const member of this.#members) {
      while (this.#isOpen(member) && isWell(member)) {
        member.idleSince ??= now;
        const waiter = this.#waiting.find((one) => !this.#avoids(one, member));
        if (!waiter) break;
        const bothSince = Math.max(member.idleSince, waiter.since);
        const leftMs = bothSince + this.#patienceMs(member) - now;
        if (leftMs > 0) {
          wakeMs = Math.min(wakeMs, leftMs);
          break;
        }
        this.#give(waiter, member);
      }
    }
    if (this.#waiting.length > 0 && Number.isFinite(wakeMs))
      this.#cancelWake = this.#timer.after(wakeMs, () => this.#admit());
  }

  #patienceMs(member: Member): number {
    return Math.min(mostIdleMs, Math.max(leastIdleMs, idleShare * this.#meanMs(member)));
  }

  /** A server that has not replied yet is taken to be like the others. */
  #meanMs({ meanMs }: Member): number {
    if (meanMs !== undefined) return meanMs;
    const known = this.#members.flatMap((one) => one.meanMs ?? []);
    return known.length === 0 ? usualMs : known.reduce((sum, ms) => sum + ms, 0) / known.length;
  }

  /** Who waits is called as soon as any server has room, whoever made it. */
  #claimAll(): void {
    for (const member of this.#members) {
      const [first] = this.#waiting;
      if (!first || this.#inFlight >= this.#most) return;
      const { isClaimed, isClosed, leftOut, account } = member;
      if (isClaimed || isClosed || leftOut !== undefined || account.limiter.hasRoom) continue;
      member.isClaimed = true;
      account.limiter.take(first.isOngoing).then(
        (startedAt) => this.#useClaim(member, startedAt),
        () => this.#loseClaim(member, first.isOngoing),
      );
    }
  }

  #useClaim(member: Member, startedAt: number): void {
    member.isClaimed = false;
    const isFull = this.#inFlight >= this.#most || member.leftOut !== undefined;
    const waiter = isFull ? undefined : this.#waiterFor(member);
    if (waiter) this.#give(waiter, member, Promise.resolve(startedAt));
    else member.account.limiter.release({ startedAt, ...unused });
    this.#admit();
  }

  #waiterFor(member: Member): Waiter | undefined {
    const mayAsk = (waiter: Waiter) => !this.#avoids(waiter, member);
    return member.account.outage.isOn
      ? this.#waiting.findLast(mayAsk)
      : this.#waiting.find((waiter) => mayAsk(waiter) && this.#isFor(waiter, member));
  }

  #loseClaim(member: Member, wasOngoing: boolean): void {
    member.isClaimed = false;
    member.isClosed = wasOngoing;
    if (this.#members.every(({ isClosed, leftOut }) => isClosed || leftOut !== undefined))
      this.#rejectAll(() => new Interrupted());
    else this.#admit();
  }

  #bestFor(waiter: Waiter): Member | undefined {
    return this.#members
      .filter(
        (member) =>
          isWell(member) &&
          this.#isOpen(member) &&
          !this.#avoids(waiter, member) &&
          this.#isFor(waiter, member),
      )
      .reduce<Member | undefined>(
        (best, one) => (best && this.#doneIn(best) <= this.#doneIn(one) ? best : one),
        undefined,
      );
  }

  /** Whether a server knows the video, or no server that is well and free to be asked does. */
  #isFor(waiter: Waiter, member: Member): boolean {
    const { video, server } = waiter.turn;
    const known = video === undefined ? new Set([server]) : this.#knownAt.get(video);
    if (!known || known.has(member)) return true;
    return !this.#members.some(
      (one) => known.has(one) && isWell(one) && !this.#avoids(waiter, one),
    );
  }

  /** An ask that failed somewhere goes elsewhere, as long as there is somewhere else. */
  #avoids({ avoid }: Waiter, member: Member): boolean {
    return avoid.includes(member) && this.hasOther(avoid);
  }

  #isOpen({ leftOut, account }: Member): boolean {
    return leftOut === undefined && this.#inFlight < this.#most && account.limiter.hasRoom;
  }

  /** How long one more ask would take, up to a factor: what is under way shares the server. */
  #doneIn(member: Member): number {
    const { inFlight, limit } = member.account.limiter;
    return ((inFlight + 1) / limit) * this.#meanMs(member);
  }

  #give(
    waiter: Waiter,
    member: Member,
    taken = member.account.limiter.take(waiter.isOngoing),
  ): void {
    const { turn, resolve, reject } = waiter;
    this.#remove(waiter);
    this.#inFlight++;
    turn.server = member;
    if (turn.video !== undefined) this.#remember(turn.video, member);
    taken.then(
      (startedAt) => resolve(this.#placeAt(member, startedAt)),
      (error: unknown) => {
        this.#inFlight--;
        reject(error);
      },
    );
  }

  #placeAt(member: Member, startedAt: number): Place {
    const { account } = member;
    return {
      account,
      startedAt,
      server: member,
      release: (ended) => {
        this.#inFlight--;
        if (ended.isAnswered) {
          const tookMs = this.#timer.now() - startedAt;
          member.meanMs = (1 - freshness) * (member.meanMs ?? tookMs) + freshness * tookMs;
        }
        account.limiter.release({ startedAt, ...ended });
        this.#admit();
      },
    };
  }

  #remember(video: string, member: Member): void {
    const known = this.#knownAt.get(video) ?? new Set();
    this.#knownAt.delete(video);
    this.#knownAt.set(video, known.add(member));
    if (this.#knownAt.size <= rememberedVideos) return;
    const [oldest] = this.#knownAt.keys();
    this.#knownAt.delete(oldest!);
  }

  #remove(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
  }

  #rejectAll(error: () => Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error());
  }
}

const unused = { isOverloaded: false, isAnswered: false, isUnused: true } as const;

function isWell({ leftOut, account }: PoolServer): boolean {
  return leftOut === undefined && !account.outage.isOn;
}
