import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { runStores } from "../../store/run-stores.ts";
import type { SpendingOptions } from "../asking/spending.ts";
import { spentIn, sumSpent } from "../run/run-spending.ts";

type Spent = SpendingOptions["before"];

/**
 * What the rows of a matrix have cost by their logs: they spend from one budget, also over several
 * starts.
 */
export interface MatrixSpending {
  /** By all rows but this one. */
  beside(row: string): Promise<Spent>;
  /** Tells that a row was run, so that its log is read again. */
  ran(row: string): void;
}

export interface SpendingRow {
  readonly name: string;
  readonly config: Pick<Config, "budget" | "prices">;
}

export function matrixSpending(rows: readonly SpendingRow[], directory: string): MatrixSpending {
  const known = new Map<string, Spent>();
  const spentBy = async ({ name, config: { prices } }: SpendingRow): Promise<Spent> => {
    const spent = known.get(name) ?? (await spentInRow(join(directory, name), prices));
    known.set(name, spent);
    return spent;
  };
  return {
    async beside(row) {
      const spent: Spent[] = [];
      for (const other of rows)
        if (other.name !== row && other.config.budget !== undefined)
          spent.push(await spentBy(other));
      return sumSpent(spent);
    },
    ran: (row) => void known.delete(row),
  };
}

async function spentInRow(directory: string, prices: Config["prices"]): Promise<Spent> {
  if ((await runStores.header(directory)) === undefined) return {};
  await using store = await runStores.read(directory);
  return await spentIn(store, prices);
}
