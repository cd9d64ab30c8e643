import { randomUUID } from "node:crypto";
import type { Timer } from "../../../core/asking/timer.ts";
import type { Json } from "../../../core/json.ts";
import type { Database } from "../../../store/postgres/database.ts";
import { RunPurse } from "../../../store/postgres/run-purse.ts";
import { type HandedOver, Spending, type SpendingOptions } from "../spending.ts";
import { costsOf, rounding } from "../spending-account.ts";
import { Exchanges } from "./exchanges.ts";
import { addCosts, type CostsById, nextSlice } from "./next-slice.ts";

export interface SharedSpendingOptions extends Omit<SpendingOptions, "onShort"> {
  readonly database: Database;
  /** The id of the run in the database. */
  readonly run: string;
  readonly budget: number;
  readonly timer: Timer;
  /** So long after its last report a holder is taken for dead. */
  readonly leaseMs: number;
}

/**
 * How often slices are exchanged, and how soon where somebody waits for money; more seldom where
 * many share one budget.
 */
const [exchangeMs, shortMs, perSharerMs] = [500, 250, 10];
/** So many times what was spent between two exchanges may be spent before the next. */
const ahead = 1.5;

/**
 * Spending from a budget that several processes share: a slice of it is held here, as large as what
 * is under way and what the next seconds will need. Whoever has no room within it waits for more;
 * what is not needed goes back. While the database is away, nothing is handed over.
 */
export class SharedSpending implements AsyncDisposable {
  readonly spending: Spending;
  readonly #options: SharedSpendingOptions;
  readonly #purse: RunPurse;
  readonly #exchanges: Exchanges;
  /** Names this one until it leaves. */
  #holder = randomUUID();
  #isKnown = false;
  #handed: HandedOver = { allowance: 0, spentByOthers: 0, costs: {}, tries: new Set() };
  /** Part of the allowance that is accounted for, whatever becomes of it. */
  #settled = 0;
  /** The allowance that the database knows of. */
  #acknowledged = 0;
  #spentBefore = 0;
  /** What was handed over is not enough for the first who waits. */
  #isPoor = false;

  private constructor(options: SharedSpendingOptions, purse: RunPurse) {
    this.#options = options;
    this.#purse = purse;
    this.#exchanges = new Exchanges({ timer: options.timer, exchange: () => this.#exchange() });
    this.spending = new Spending({
      ...options,
      before: {},
      onShort: () => {
        // What others give back is asked for by the clock.
        if (!this.#isPoor) this.#exchanges.hurry();
      },
    });
  }

  static async open(options: SharedSpendingOptions): Promise<SharedSpending> {
    const before = Object.entries(options.before);
    const costs = Object.fromEntries(before.map(([id, spent]) => [id, costsOf(spent)]));
    const purse = await RunPurse.open(options.database, {
      run: options.run,
      before: { spent: before.reduce((sum, [, { spent }]) => sum + spent, 0), costs },
      add: (a, b) => jsonOf(addCosts(costsIn(a), costsIn(b))),
    });
    return new SharedSpending(options, purse);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.spending.abandon();
    await this.#exchanges.end(() => this.#leave());
  }

  async #exchange(): Promise<number | undefined> {
    const { isIdle, isShort } = this.spending.needs;
    if (isIdle && !isShort) {
      await this.#leave();
      return undefined;
    }
    const { report, wish } = this.#report();
    const next = await this.#purse.exchange(report, (state) => nextSlice(state, report, wish));
    if (!next) {
      // Taken for dead: all that was held counts as spent.
      this.#beginAnew(Math.min(this.#handed.allowance, this.#acknowledged));
      return 0;
    }
    this.#isKnown = true;
    this.#acknowledged = next.slice + this.#settled;
    const isTrying = next.trying.length === report.trying.length;
    this.#isPoor = next.slice < wish.least - rounding || !isTrying;
    this.#take({
      allowance: this.#acknowledged,
      spentByOthers: next.spentByOthers - this.#settled,
      costs: next.costs,
      tries: new Set(next.trying),
    });
    return Math.max(this.#isPoor ? shortMs : exchangeMs, perSharerMs * next.sharers);
  }

  /** What is reported as given back is not used from then on. */
  #report() {
    const { budget, leaseMs } = this.#options;
    const { spent, least, isIdle, tries, costs, ...needs } = this.spending.needs;
    const wanted = needs.wanted + ahead * Math.max(0, spent - this.#spentBefore);
    this.#spentBefore = spent;
    // What is of no use here alone is of use to others.
    const kept = isIdle ? spent : Math.min(this.#handed.allowance, wanted);
    const allowance = Math.max(kept, spent, this.#settled);
    this.#isPoor = true;
    this.#take({
      ...this.#handed,
      allowance,
      tries: new Set([...tries].filter((id) => this.#handed.tries.has(id))),
    });
    const settled = this.#settled;
    return {
      report: {
        ...{ holder: this.#holder, leaseMs, isKnown: this.#isKnown },
        slice: allowance - settled,
        spent: Math.max(0, spent - settled),
        costs: jsonOf(costs),
        trying: [...tries],
      },
      wish: { budget, least: least - settled, wanted: wanted - settled },
    };
  }

  async #leave(): Promise<void> {
    if (!this.#isKnown) return;
    const { committed, costs } = this.spending.needs;
    this.#take({ ...this.#handed, allowance: committed, tries: new Set() });
    await this.#purse.leave(this.#holder, Math.max(0, committed - this.#settled), jsonOf(costs));
    this.#handed = { ...this.#handed, costs: addCosts(this.#handed.costs, costs) };
    this.#beginAnew(Math.max(this.#settled, committed));
  }

  /** @param settled What is accounted for of what was held here. */
  #beginAnew(settled: number): void {
    this.#holder = randomUUID();
    this.#isKnown = false;
    this.#settled = settled;
    this.#acknowledged = settled;
    this.spending.forgetOwn();
    this.#take(this.#handed);
  }

  #take(handed: HandedOver): void {
    this.#handed = handed;
    this.spending.take(handed);
  }
}

function jsonOf(costs: CostsById): Json {
  return costs as unknown as Json;
}

function costsIn(costs: Json): CostsById {
  return costs as unknown as CostsById;
}
