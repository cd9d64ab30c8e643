import type { ReplyFacts } from "../core/asked.ts";
import { isRecord } from "../core/json.ts";
import { costOf, type Price, type Prices, priceOf } from "../core/price.ts";
import type { System } from "../core/system.ts";

export interface SpendingOptions {
  readonly prices: Prices;
  /** US dollars that a run may cost in all. */
  readonly budget: number | undefined;
  /** What the run had cost before this start, in US dollars, and by how many asks. */
  readonly before: { readonly spent: number; readonly asks: number };
}

/** The model that a system is configured with, where it names one. */
export function modelOf({ identity }: Pick<System, "identity">): string | undefined {
  return isRecord(identity) && typeof identity.model === "string" ? identity.model : undefined;
}

/** Counts what asks cost, and says when the budget leaves no room for another one beside those that are under way. */
export class Spending {
  readonly #options: SpendingOptions;
  #spent: number;
  #priced: number;
  #underWay = 0;

  constructor(options: SpendingOptions) {
    this.#options = options;
    this.#spent = options.before.spent;
    this.#priced = options.before.asks;
  }

  /** US dollars, earlier starts included. */
  get spent(): number {
    return this.#spent;
  }

  priceOf(system: System, facts?: ReplyFacts): Price | undefined {
    return priceOf(this.#options.prices, [system.id, modelOf(system), facts?.model]);
  }

  begin(): void {
    this.#underWay++;
  }

  end(system: System, facts: ReplyFacts | undefined): void {
    this.#underWay--;
    const price = facts?.usage && this.priceOf(system, facts);
    const cost = price && costOf(facts.usage!, price);
    if (cost === undefined) return;
    this.#spent += cost;
    this.#priced++;
  }

  /** Why nothing that costs may be asked now; `undefined` while there is room. */
  refusal(): string | undefined {
    const { budget } = this.#options;
    if (budget === undefined) return undefined;
    const mean = this.#priced === 0 ? 0 : this.#spent / this.#priced;
    if (this.#spent + mean * (this.#underWay + 1) <= budget && this.#spent < budget) return undefined;
    return `the budget of ${budget} USD is spent (${this.#spent.toFixed(4)} USD so far); raise it and run again to go on`;
  }
}
