import type { ReplyFacts } from "../../core/asking/asked.ts";
import type { Budget, SpentBudget } from "../../core/asking/budget.ts";
import { costOf, type Price, type Prices, priceOf } from "../../core/asking/price.ts";
import { pricedOf } from "../../core/asking/priced-system.ts";
import type { System } from "../../core/asking/system.ts";
import {
  type Account,
  enterCost,
  isKnown,
  isTooManyAtFirst,
  leastKnown,
  meanCost,
  newAccount,
  reservedFor,
  reservedForAnother,
  rounding,
} from "./spending-account.ts";

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
  /**
   * What one ask may cost, in US dollars, rather too much than too little; `undefined` where nobody
   * can tell. Wanted for asks whose replies come late: until the first of them says what it cost,
   * all are under way.
   */
  expect?(system: System, ask: unknown): number | undefined;
}

interface Waiter {
  readonly system: System;
  readonly expected: number | undefined;
  /** With the reason where there will be no room. */
  readonly end: (refused: string | undefined) => void;
}

/**
 * Counts what asks cost. Under a budget an ask begins only where there is room for it beside those
 * under way, which are taken to cost what asks of their systems cost so far, and a little more;
 * otherwise it waits until they have ended, and is refused for good once none is under way and it
 * still does not fit. Of a system whose cost is not known yet one ask goes ahead alone; of one
 * whose replies come late, as many as there is room for by what they are expected to cost.
 */
export class Spending implements Budget {
  readonly #options: SpendingOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #refused = new Map<string, string>();
  readonly #waiting: Waiter[] = [];
  /** Nobody else is to wait for what may take a day. */
  readonly #waitingLong: Waiter[] = [];
  #spent = 0;

  constructor(options: SpendingOptions) {
    this.#options = options;
    for (const [id, { spent, asks }] of Object.entries(options.before)) {
      this.#accounts.set(id, newAccount({ spent, asks }));
      this.#spent += spent;
    }
  }

  get spent(): number {
    return this.#spent;
  }

  get spentBudget(): SpentBudget | undefined {
    const { budget } = this.#options;
    return budget === undefined || this.#refused.size === 0
      ? undefined
      : { budget, spent: this.#spent };
  }

  priceOf(system: System, facts?: ReplyFacts): Price | undefined {
    return priceOf(this.#options.prices, pricedOf(system), facts?.model);
  }

  expected(system: System, ask: unknown): number | undefined {
    return system.repliesLate === true && this.#isLimited(system)
      ? this.#options.expect?.(system, ask)
      : undefined;
  }

  begin(system: System, expected?: number): Promise<string | undefined> | undefined {
    if (!this.#isLimited(system)) return undefined;
    const queue = system.repliesLate === true ? this.#waitingLong : this.#waiting;
    if (queue.length === 0 && this.#hasRoom(system, expected)) {
      this.#enter(system, expected);
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    queue.push({ system, expected, end: resolve });
    this.#admit();
    return promise;
  }

  leave(system: System, expected = 0): void {
    if (!this.#isLimited(system)) return;
    const account = this.#account(system);
    account.underWay--;
    account.expected -= expected;
    this.#admit();
  }

  end(system: System, facts: ReplyFacts | undefined, expected?: number): void {
    const price = facts?.usage && this.priceOf(system, facts);
    const cost = price && costOf(facts.usage!, price);
    enterCost(this.#account(system), cost, expected);
    this.#spent += cost ?? 0;
    this.leave(system, expected);
  }

  refusal(system: System): string | undefined {
    if (!this.#isLimited(system)) return undefined;
    const known = this.#refused.get(system.id);
    if (known !== undefined) return known;
    const isOver =
      this.#spent >= this.#options.budget! || (this.#isIdle() && !this.#hasRoom(system, undefined));
    return isOver ? this.#refuse(system) : undefined;
  }

  #refuse({ id }: System): string {
    const isLeft = this.#spent < this.#options.budget! - rounding;
    const spent = `${this.#spent.toFixed(this.#spent < 0.999_95 ? 4 : 2)} USD so far${isLeft ? "; what is left is too little to go on with" : ""}`;
    const reason = `the budget of ${this.#options.budget} USD is spent (${spent}); raise it and run again to go on`;
    this.#refused.set(id, reason);
    return reason;
  }

  #isLimited(system: System): boolean {
    return this.#options.budget !== undefined && this.priceOf(system) !== undefined;
  }

  #enter(system: System, expected = 0): void {
    const account = this.#account(system);
    account.underWay++;
    account.expected += expected;
  }

  #hasRoom(system: System, expected: number | undefined): boolean {
    const account = this.#account(system);
    const left = this.#options.budget! - this.#spent - this.#reserved();
    // Nobody waits a day for the last few asks.
    const isWorthIt =
      system.repliesLate !== true ||
      account.underWay > 0 ||
      account.asks < leastKnown ||
      left > this.#options.budget! / 50;
    if (!isWorthIt) return false;
    if (
      expected === undefined &&
      isTooManyAtFirst(account, left, system.repliesLate === true ? 10 : 1)
    )
      return false;
    const isSure = expected === undefined || account.underWay === 0 || isKnown(account);
    return (
      left > 0 &&
      (isSure ? meanCost(account) : reservedForAnother(account, expected)) <= left + rounding
    );
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

  #admit(): void {
    this.#admitFrom(this.#waiting);
    this.#admitFrom(this.#waitingLong);
  }

  /** First come, first served; what does not fit although nothing is under way never will. */
  #admitFrom(queue: Waiter[]): void {
    for (let [first] = queue; first; [first] = queue) {
      const { system, expected, end } = first;
      const refused = this.refusal(system);
      if (refused === undefined && !this.#hasRoom(system, expected)) return;
      queue.shift();
      if (refused === undefined) this.#enter(system, expected);
      end(refused);
    }
  }

  #account({ id }: System): Account {
    const known = this.#accounts.get(id);
    if (known) return known;
    const account = newAccount();
    this.#accounts.set(id, account);
    return account;
  }
}
