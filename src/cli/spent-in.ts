import type { Config } from "../config/config.ts";
import type { AskFacts } from "../core/asked.ts";
import { isRecord } from "../core/json.ts";
import { costOf, type Prices, priceOf } from "../core/price.ts";
import type { RunStore } from "../core/run-store.ts";
import { UserError } from "../core/user-error.ts";
import { cellDigits } from "../core/work.ts";
import { modelOf, type SpendingOptions } from "../engine/spending.ts";
import type { PreparedCells } from "./evaluate.ts";

/** What a run has cost so far, by its log and today's prices. */
export async function spentIn(store: RunStore, prices: Prices): Promise<SpendingOptions["before"]> {
  const names = new Map<string, readonly (string | undefined)[]>();
  for (const { data } of await store.notes("cell"))
    if (isRecord(data)) names.set(String(data.digest), [String(data.system), typeof data.model === "string" ? data.model : undefined]);
  let spent = 0;
  let asks = 0;
  for await (const event of store.events()) {
    if (event.event !== "reply" && event.event !== "outcome") continue;
    const cost = costOfAsk(event.facts, prices, names.get(event.key.slice(0, cellDigits)) ?? []);
    if (cost === undefined) continue;
    spent += cost;
    asks++;
  }
  return { spent, asks };
}

function costOfAsk(facts: AskFacts | undefined, prices: Prices, names: readonly (string | undefined)[]): number | undefined {
  if (!facts?.usage || facts.cached) return undefined;
  const price = priceOf(prices, [...names, facts.model]);
  return price && costOf(facts.usage, price);
}

/** A budget can only be kept where prices are known. */
export function checkPrice(prepared: PreparedCells, { budget, prices }: Pick<Config, "budget" | "prices">): PreparedCells {
  const { system } = prepared.cells[0]!;
  const model = modelOf(system);
  if (budget === undefined || model === undefined || priceOf(prices, [system.id, model])) return prepared;
  throw new UserError(
    `the budget cannot be kept: no price is known for the model "${model}" of the system "${system.id}"`,
    `add it, per million tokens; of a server of your own: prices: { ${JSON.stringify(model)}: { input: 0, output: 0 } }`,
  );
}
