import type { Config } from "../../config/config.ts";
import type { AskFacts } from "../../core/asking/asked.ts";
import { costOf, type Price, type Priced, type Prices, priceOf } from "../../core/asking/price.ts";
import { modelOf, pricedOf } from "../../core/asking/priced-system.ts";
import { isValidUsage } from "../../core/asking/valid-usage.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { cellDigits } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import type { SpendingOptions, Spent } from "../asking/spending.ts";
import type { PreparedCells } from "./evaluate-tasks.ts";

/** What a run has cost so far, by its log and today's prices, by the id of the system or grader. */
export async function spentIn(store: RunStore, prices: Prices): Promise<SpendingOptions["before"]> {
  const asked = new Map<string, Priced>();
  for (const { data } of await store.notes("cell")) {
    if (!isRecord(data)) continue;
    asked.set(String(data.digest), {
      id: String(data.system),
      model: typeof data.model === "string" ? data.model : undefined,
      listPrice: data.listPrice as Price | undefined,
    });
    for (const grader of Object.values(isRecord(data.helpers) ? data.helpers : {}))
      if (isRecord(grader)) asked.set(String(grader.grading), pricedGrader(grader));
  }
  const before: Record<string, Spent> = {};
  for await (const event of store.events()) {
    if (event.event !== "reply" && event.event !== "outcome") continue;
    const who = asked.get(event.key.slice(0, cellDigits)) ?? {};
    const { id = "" } = who;
    for (const facts of [event.facts, ...(event.event === "outcome" ? (event.asked ?? []) : [])]) {
      const cost = costOfAsk(facts, prices, who);
      if (cost === undefined) continue;
      const { spent, asks } = before[id] ?? { spent: 0, asks: 0 };
      before[id] = { spent: spent + cost, asks: asks + 1 };
    }
  }
  return before;
}

/** What several runs have cost together. */
export function sumSpent(runs: readonly SpendingOptions["before"][]): SpendingOptions["before"] {
  const sums: Record<string, Spent> = {};
  for (const [id, { spent, asks }] of runs.flatMap((run) => Object.entries(run))) {
    const so = sums[id] ?? { spent: 0, asks: 0 };
    sums[id] = { spent: so.spent + spent, asks: so.asks + asks };
  }
  return sums;
}

function pricedGrader({ id, identity, listPrice }: Readonly<Record<string, unknown>>): Priced {
  return {
    id: String(id),
    model: modelOf({ identity: identity as Json }),
    listPrice: listPrice as Price | undefined,
  };
}

function costOfAsk(facts: AskFacts | undefined, prices: Prices, who: Priced): number | undefined {
  if (!facts?.usage || facts.cached || !isValidUsage(facts.usage)) return undefined;
  const price = priceOf(prices, who, facts.model);
  return price && costOf(facts.usage, price);
}

/** A budget can only be kept where prices of all who are asked are known. */
export function checkPrice(
  prepared: PreparedCells,
  { budget, prices }: Pick<Config, "budget" | "prices">,
  { asksSystem = true } = {},
): PreparedCells {
  if (budget === undefined) return prepared;
  const { system, helpers } = prepared.cells[0]!;
  const asked = [
    ...(asksSystem ? [["system", system] as const] : []),
    ...Object.values(helpers).map((helper) => ["grader", helper] as const),
  ];
  for (const [role, one] of asked) {
    const model = modelOf(one);
    if (model === undefined || priceOf(prices, pricedOf(one))) continue;
    throw new UserError(
      `the budget cannot be kept: no price is known for the model "${model}" of the ${role} "${one.id}"`,
      `add it, per million tokens; of a server of your own: prices: { ${JSON.stringify(model)}: { input: 0, output: 0 } }`,
    );
  }
  return prepared;
}
