import type { Config } from "../config/config.ts";
import type { AskFacts } from "../core/asked.ts";
import { isRecord, type Json } from "../core/json.ts";
import { costOf, type Prices, priceOf } from "../core/price.ts";
import type { RunStore } from "../core/run-store.ts";
import { UserError } from "../core/user-error.ts";
import { cellDigits } from "../core/work.ts";
import { modelOf, type SpendingOptions } from "../engine/spending.ts";
import type { PreparedCells } from "./evaluate.ts";

/** What a run has cost so far, by its log and today's prices. */
export async function spentIn(store: RunStore, prices: Prices): Promise<SpendingOptions["before"]> {
  const names = new Map<string, Names>();
  const graders: Names[] = [];
  for (const { data } of await store.notes("cell")) {
    if (!isRecord(data)) continue;
    names.set(String(data.digest), [String(data.system), typeof data.model === "string" ? data.model : undefined]);
    for (const grader of Object.values(isRecord(data.helpers) ? data.helpers : {}))
      if (isRecord(grader)) graders.push([String(grader.id), modelOf({ identity: grader.identity as Json })]);
  }
  let spent = 0;
  let asks = 0;
  for await (const event of store.events()) {
    if (event.event !== "reply" && event.event !== "outcome") continue;
    const cost = costOfAsk(event.facts, prices, names.get(event.key.slice(0, cellDigits)) ?? graderOf(event.facts, graders));
    if (cost === undefined) continue;
    spent += cost;
    asks++;
  }
  return { spent, asks };
}

/** What prices are looked up by: the id of a system, and its model. */
type Names = readonly [id: string, model: string | undefined];

/** Grades have keys of their own, and providers call models by longer names: of several graders the one whose model that is. */
function graderOf(facts: AskFacts | undefined, graders: readonly Names[]): Names | readonly [] {
  return graders.find(([, model]) => model !== undefined && facts?.model?.startsWith(model)) ?? graders[0] ?? [];
}

function costOfAsk(facts: AskFacts | undefined, prices: Prices, names: readonly (string | undefined)[]): number | undefined {
  if (!facts?.usage || facts.cached) return undefined;
  const price = priceOf(prices, [...names, facts.model]);
  return price && costOf(facts.usage, price);
}

/** A budget can only be kept where prices are known. */
export function checkPrice(prepared: PreparedCells, { budget, prices }: Pick<Config, "budget" | "prices">): PreparedCells {
  if (budget === undefined) return prepared;
  const { system, helpers } = prepared.cells[0]!;
  const asked = [["system", system] as const, ...Object.values(helpers).map((helper) => ["grader", helper] as const)];
  for (const [role, one] of asked) {
    const model = modelOf(one);
    if (model === undefined || priceOf(prices, [one.id, model])) continue;
    throw new UserError(
      `the budget cannot be kept: no price is known for the model "${model}" of the ${role} "${one.id}"`,
      `add it, per million tokens; of a server of your own: prices: { ${JSON.stringify(model)}: { input: 0, output: 0 } }`,
    );
  }
  return prepared;
}
