import type { ReplyFacts } from "../../core/asking/asked.ts";
import type { Budget, SpentBudget } from "../../core/asking/budget.ts";
import { costOf, type Price, type Prices, priceOf } from "../../core/asking/price.ts";
import { pricedOf } from "../../core/asking/priced-system.ts";
import type { System } from "../../core/asking/system.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import {
  type Account,
  type Costs,
  caution,
  costsOf,
  enterCost,
  isKnown,
  isTooManyAtFirst,
  isUnknown,
  leastKnown,
  meanCost,
  newAccount,
  noCosts,
  reservedFor,
  reservedForAnother,
  rounding,
  sumCosts,
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
  /**
   * Set where others spend from the same budget: told when an ask has no room within what was
   * handed over so far, which is nothing at first.
   */
  onShort?: (() => void) | undefined;
}

/** What is handed over of a budget from which others spend too, in US dollars. */
export interface HandedOver {
  /** What may be spent here in all. */
  readonly allowance: number;
  readonly spentByOthers: number;
  /** What others know of costs, by the id of the system. */
  readonly costs: Readonly<Record<string, Costs>>;
  /** Systems of which the first ask may be put here, to find out what it costs. */
  readonly tries: ReadonlySet<string>;
}

/** What is needed of a budget from which others spend too, in US dollars. */
export interface Needs {
  readonly spent: number;
  /** With what is under way. */
  readonly committed: number;
  /** What may be spent here in all, so that the first who waits has room. */
  readonly least: number;
  /** The same for all who wait, and those who will come. */
  readonly wanted: number;
  readonly isIdle: boolean;
  readonly isShort: boolean;
  /** Systems of whose costs nothing is known, and that are asked or are to be. */
  readonly tries: ReadonlySet<string>;
  /** What is known here alone. */
  readonly costs: Readonly<Record<string, Costs>>;
}

interface Waiter {
  readonly system: System;
  readonly expected: number | undefined;
  /** With the reason where there will be no room. */
  readonly end: (refused: string | undefined) => void;
  readonly abandon: (error: unknown) => void;
}

/** Part of a budget that is handed over to find out what an ask costs, and the least, in dollars. */
const [trialPart, leastTrial] = [100, 1e-9];

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
  /** Of a budget of our own, all. */
  #handed: HandedOver | undefined;
  /** What is known here alone of costs. */
  #own = new Map<string, Costs>();
  #isLeft = false;

  constructor(options: SpendingOptions) {
    this.#options = options;
    if (options.onShort)
      this.#handed = { allowance: 0, spentByOthers: 0, costs: {}, tries: new Set() };
    for (const [id, before] of Object.entries(options.before)) {
      this.#accounts.set(id, newAccount(costsOf(before)));
      this.#spent += before.spent;
    }
  }

  get spent(): number {
    return this.#spent + (this.#handed?.spentByOthers ?? 0);
  }

  get spentBudget(): SpentBudget | undefined {
    const { budget } = this.#options;
    return budget === undefined || this.#refused.size === 0
      ? undefined
      : { budget, spent: this.spent };
  }

  /** What is needed of a budget from which others spend too. */
  get needs(): Needs {
    const waiting = [...this.#waiting, ...this.#waitingLong];
    const [first] = waiting;
    const committed = this.#spent + this.#reserved();
    let wanted = committed;
    // Others take the place of those under way.
    for (const account of this.#accounts.values())
      wanted += account.underWay * meanCost(account) + caution * account.expected;
    for (const { system, expected } of waiting)
      wanted += expected === undefined ? 2 * meanCost(this.#account(system)) : caution * expected;
    const tries = new Set<string>();
    for (const { system } of waiting) this.#account(system);
    for (const [id, account] of this.#accounts)
      if (
        isUnknown(account) &&
        (account.underWay > 0 || waiting.some((one) => one.system.id === id))
      )
        tries.add(id);
    wanted += (tries.size * (this.#options.budget ?? 0)) / trialPart;
    return {
      spent: this.#spent,
      committed,
      least: first ? committed + this.#needOf(first.system, first.expected) : committed,
      wanted,
      isIdle: this.#isIdle(),
      isShort: first !== undefined,
      tries,
      costs: Object.fromEntries(this.#own),
    };
  }

  /** Takes over what others know and leave of a budget. */
  take(handed: HandedOver): void {
    this.#handed = handed;
    for (const id of new Set([...Object.keys(handed.costs), ...this.#own.keys()])) {
      const account = this.#accounts.get(id) ?? newAccount();
      const costs = sumCosts(handed.costs[id] ?? noCosts, this.#own.get(id) ?? noCosts);
      this.#accounts.set(id, Object.assign(account, costs));
    }
    this.#admit();
  }

  /** From now on, what is known here is among what others know. */
  forgetOwn(): void {
    this.#own = new Map();
  }

  /** Whoever waits leaves, and whoever would have to. */
  abandon(): void {
    this.#isLeft = true;
    for (const queue of [this.#waiting, this.#waitingLong])
      for (const { abandon } of queue.splice(0)) abandon(new Interrupted());
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
    if (this.#isLeft) return Promise.reject(new Interrupted());
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    queue.push({ system, expected, end: resolve, abandon: reject });
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
    if (this.#handed && this.#isLimited(system)) this.#enterOwn(system, cost);
    this.#spent += cost ?? 0;
    this.leave(system, expected);
  }

  refusal(system: System): string | undefined {
    if (!this.#isLimited(system)) return undefined;
    const known = this.#refused.get(system.id);
    if (known !== undefined) return known;
    const isOver =
      this.spent >= this.#options.budget! || (this.#isIdle() && !this.#mayHaveRoom(system));
    return isOver ? this.#refuse(system) : undefined;
  }

  /** Others give back what they do not spend: only what is spent is gone. */
  #mayHaveRoom(system: System): boolean {
    if (!this.#handed) return this.#hasRoom(system, undefined);
    const account = this.#account(system);
    return this.#isWorthIt(system) && meanCost(account) <= this.#leftInAll() + rounding;
  }

  #refuse({ id }: System): string {
    const isLeft = this.spent < this.#options.budget! - rounding;
    const spent = `${this.spent.toFixed(this.spent < 0.999_95 ? 4 : 2)} USD so far${isLeft ? "; what is left is too little to go on with" : ""}`;
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
    if (!this.#isWorthIt(system)) return false;
    const factor = system.repliesLate === true ? 10 : 1;
    const isTooMany =
      expected === undefined && isTooManyAtFirst(this.#account(system), this.#leftInAll(), factor);
    return !isTooMany && !this.#isShort(system, expected);
  }

  /** Whether there is too little of what was handed over, be it money or leave to try. */
  #isShort(system: System, expected: number | undefined): boolean {
    if (expected === undefined && !this.#mayTry(system)) return true;
    const left =
      (this.#handed?.allowance ?? this.#options.budget!) - this.#spent - this.#reserved();
    return !(left > 0 && this.#needOf(system, expected) <= left + rounding);
  }

  /** Of a system whose cost nobody knows, one of all who share a budget puts the first ask. */
  #mayTry(system: System): boolean {
    const { tries } = this.#handed ?? {};
    return !tries || tries.has(system.id) || !isUnknown(this.#account(system));
  }

  /** Nobody waits a day for the last few asks. */
  #isWorthIt(system: System): boolean {
    const { underWay, asks } = this.#account(system);
    return (
      system.repliesLate !== true ||
      underWay > 0 ||
      asks < leastKnown ||
      this.#leftInAll() > this.#options.budget! / 50
    );
  }

  /** Of the whole budget, beside what is under way here. */
  #leftInAll(): number {
    return this.#options.budget! - this.spent - this.#reserved();
  }

  /** What another ask is taken to cost. */
  #needOf(system: System, expected: number | undefined): number {
    const account = this.#account(system);
    const isSure =
      expected === undefined ||
      (account.underWay === 0 && this.#mayTry(system)) ||
      isKnown(account);
    if (!isSure) return reservedForAnother(account, expected);
    return this.#handed && isUnknown(account) ? leastTrial : meanCost(account);
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
      if (refused === undefined && !this.#hasRoom(system, expected)) {
        if (this.#isShort(system, expected)) this.#options.onShort?.();
        return;
      }
      queue.shift();
      if (refused === undefined) this.#enter(system, expected);
      end(refused);
    }
  }

  #enterOwn({ id }: System, cost: number | undefined): void {
    const costs =
      cost === undefined
        ? { ...noCosts, unpriced: 1 }
        : { spent: cost, squares: cost ** 2, asks: 1, unpriced: 0 };
    this.#own.set(id, sumCosts(this.#own.get(id) ?? noCosts, costs));
  }

  #account({ id }: System): Account {
    const known = this.#accounts.get(id);
    if (known) return known;
    const account = newAccount();
    this.#accounts.set(id, account);
    return account;
  }
}
