import type { ReplyFacts } from "../core/asked.ts";
import { isRecord } from "../core/json.ts";
import { costOf, type Price, type Prices, priceOf } from "../core/price.ts";
import type { System } from "../core/system.ts";
import { SystemStopped } from "./interrupted.ts";

/** What asks of one system have cost, in US dollars, and how many they were. */
export interface Spent {
  readonly spent: number;
  readonly asks: number;
}

export interface SpendingOptions {
  readonly prices: Prices;
  /** US dollars that a run may cost in all. */
  readonly budget: number | undefined;
  /** What the run had cost before this start, by the id of the system or grader. */
  readonly before: Readonly<Record<string, Spent>>;
}

/** The model that a system is configured with, where it names one. */
export function modelOf({ identity }: Pick<System, "identity">): string | undefined {
  return isRecord(identity) && typeof identity.model === "string" ? identity.model : undefined;
}

/** What is known of the asks of one system. */
interface Account {
  spent: number;
  /** The sum of the squares of costs. */
  squares: number;
  /** Asks whose cost is known. */
  asks: number;
  underWay: number;
  /** Asks that ended at no known cost. */
  unpriced: number;
}

interface Waiter {
  readonly system: System;
  readonly admit: () => void;
  readonly refuse: (error: SystemStopped) => void;
}

/**
 * Counts what asks cost. Under a budget an ask begins only where there is room for it beside those under way, which are taken to cost what asks of
 * their systems cost so far, and a little more; otherwise it waits until they have ended, and is refused for good once none is under way and
 * it still does not fit. Of a system whose cost is not known yet one ask goes ahead alone.
 */
export class Spending {
  readonly #options: SpendingOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #refused = new Map<string, string>();
  readonly #waiting: Waiter[] = [];
  #spent = 0;

  constructor(options: SpendingOptions) {
    this.#options = options;
    for (const [id, { spent, asks }] of Object.entries(options.before)) {
      // As if they had differed by as much as they cost.
      const squares = asks === 0 ? 0 : (2 * spent ** 2) / asks;
      this.#accounts.set(id, { spent, asks, squares, underWay: 0, unpriced: 0 });
      this.#spent += spent;
    }
  }

  /** US dollars, earlier starts included. */
  get spent(): number {
    return this.#spent;
  }

  priceOf(system: System, facts?: ReplyFacts): Price | undefined {
    return priceOf(this.#options.prices, [system.id, modelOf(system), facts?.model]);
  }

  /** Takes room for one ask: `undefined` where it has it, else a wait, which rejects with `SystemStopped` where there will be none. */
  begin(system: System): Promise<void> | undefined {
    if (!this.#isLimited(system)) return undefined;
    const account = this.#account(system);
    if (this.#waiting.length === 0 && this.#hasRoom(system)) {
      account.underWay++;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ system, admit: resolve, refuse: reject });
    this.#admit();
    return promise;
  }

  /** Gives the room of an ask back that was not put after all. */
  leave(system: System): void {
    if (!this.#isLimited(system)) return;
    this.#account(system).underWay--;
    this.#admit();
  }

  end(system: System, facts: ReplyFacts | undefined): void {
    const price = facts?.usage && this.priceOf(system, facts);
    const cost = price && costOf(facts.usage!, price);
    const account = this.#account(system);
    if (cost === undefined) account.unpriced++;
    else {
      account.asks++;
      account.spent += cost;
      account.squares += cost ** 2;
      this.#spent += cost;
    }
    this.leave(system);
  }

  /** Why a system may not be asked any more; `undefined` while there is room, or may be. */
  refusal(system: System): string | undefined {
    if (!this.#isLimited(system)) return undefined;
    const known = this.#refused.get(system.id);
    if (known !== undefined) return known;
    const isOver = this.#spent >= this.#options.budget! || (this.#isIdle() && !this.#hasRoom(system));
    return isOver ? this.#refuse(system) : undefined;
  }

  #refuse({ id }: System): string {
    const reason = `the budget of ${this.#options.budget} USD is spent (${this.#spent.toFixed(4)} USD so far); raise it and run again to go on`;
    this.#refused.set(id, reason);
    return reason;
  }

  #isLimited(system: System): boolean {
    return this.#options.budget !== undefined && this.priceOf(system) !== undefined;
  }

  #hasRoom(system: System): boolean {
    const account = this.#account(system);
    const left = this.#options.budget! - this.#spent - this.#reserved();
    // A batch of one would take as long as a batch of a thousand.
    if (system.repliesLate !== true && isTooManyAtFirst(account, left)) return false;
    return left > 0 && meanCost(account) <= left + rounding;
  }

  /** What the asks under way are taken to cost. */
  #reserved(): number {
    let reserved = 0;
    for (const account of this.#accounts.values()) reserved += reservedFor(account);
    return reserved;
  }

  #isIdle(): boolean {
    for (const { underWay } of this.#accounts.values()) if (underWay > 0) return false;
    return true;
  }

  /** First come, first served; whoever does not fit although nothing is under way never will. */
  #admit(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const { system, admit, refuse } = first;
      const refused = this.refusal(system);
      if (refused === undefined && !this.#hasRoom(system)) return;
      this.#waiting.shift();
      if (refused === undefined) this.#account(system).underWay++;
      refused === undefined ? admit() : refuse(new SystemStopped(refused));
    }
  }

  #account({ id }: System): Account {
    const known = this.#accounts.get(id);
    if (known) return known;
    const account = { spent: 0, asks: 0, squares: 0, underWay: 0, unpriced: 0 };
    this.#accounts.set(id, account);
    return account;
  }
}

/** Sums of costs have a tail of digits that nobody pays. */
const rounding = 1e-12;

/** At first no more asks are under way than have ended, and one: a few replies say little about sixty, unless there is money for all of them many times. */
function isTooManyAtFirst(account: Account, left: number): boolean {
  const { asks, unpriced, underWay } = account;
  const isAmple = asks >= 4 && 20 * meanCost(account) * (underWay + 1) <= left;
  return underWay > asks + unpriced && !isAmple;
}

/**
 * What the asks under way may cost: their mean so far, with what it may be off by, and two standard deviations of their sum, so that small
 * costs at first do not let too many begin.
 */
function reservedFor(account: Account): number {
  const { asks, underWay, squares } = account;
  if (asks === 0 || underWay === 0) return 0;
  const mean = meanCost(account);
  const deviation = asks === 1 ? mean : Math.sqrt(Math.max(0, squares / asks - mean ** 2));
  return underWay * (mean + deviation / Math.sqrt(asks)) + 2 * deviation * Math.sqrt(underWay);
}

function meanCost({ spent, asks }: Account): number {
  return asks === 0 ? 0 : spent / asks;
}
