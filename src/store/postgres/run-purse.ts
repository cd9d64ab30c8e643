import type { Json } from "../../core/json.ts";
import type { Database } from "./database.ts";
import type { Query } from "./query.ts";

/** Somebody who spends from a run's budget, in US dollars. */
interface SliceHolder {
  /** A UUID. */
  readonly holder: string;
  /** No more than so much is spent there before its next report, asks under way included. */
  readonly slice: number;
  readonly spent: number;
  /** What is known of the cost of its asks. */
  readonly costs: Json;
  /** Systems of which it finds out what an ask costs. */
  readonly trying: readonly string[];
}

/** What a holder reports. All amounts are whole: a report that is sent twice counts once. */
export interface SliceReport extends SliceHolder {
  readonly leaseMs: number;
  /** Whether it has reported before: if it is not there any more, it was taken for dead. */
  readonly isKnown: boolean;
}

/** A purse, as the holder finds it whose turn it is. */
export interface PurseState {
  /** By those who left, and the slices of those who died. */
  readonly settled: number;
  /** What those who left knew of costs. */
  readonly costs: Json;
  readonly others: readonly SliceHolder[];
}

/** What becomes of the holder's slice. */
export interface SliceDecision {
  readonly slice: number;
  readonly trying: readonly string[];
}

/** Adds up what two know of costs. */
export type AddCosts = (a: Json, b: Json) => Json;

/** What a run had spent before its purse was made. */
export interface SpentBefore {
  readonly spent: number;
  readonly costs: Json;
}

/** The budget of a run from which several processes spend. */
export class RunPurse {
  readonly #database: Database;
  readonly #run: string;
  readonly #add: AddCosts;

  private constructor(database: Database, run: string, add: AddCosts) {
    this.#database = database;
    this.#run = run;
    this.#add = add;
  }

  /** Makes the purse unless it is there. */
  static async open(
    database: Database,
    { run, before, add }: { run: string; before: SpentBefore; add: AddCosts },
  ): Promise<RunPurse> {
    await database.query(
      "INSERT INTO vidimus.purses (run, settled, costs) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [run, before.spent, JSON.stringify(before.costs)],
    );
    return new RunPurse(database, run, add);
  }

  /**
   * Takes a report in and has the holder's slice decided; holders take turns. `undefined`: the
   * holder was taken for dead, and all of its slice counts as spent.
   */
  async exchange<Decision extends SliceDecision>(
    report: SliceReport,
    decide: (state: PurseState) => Decision,
  ): Promise<Decision | undefined> {
    return this.#database.transaction(async (query) => {
      const purse = await this.#lock(query);
      const dead = await query<SliceRow>(
        `DELETE FROM vidimus.slices WHERE run = $1 AND lease_until < clock_timestamp()
           AND pg_postmaster_start_time() < clock_timestamp() - lease
         RETURNING holder, slice, spent, costs, trying`,
        [this.#run],
      );
      // What was under way there may have been paid for.
      const now = dead.reduce((sum, one) => this.#settled(sum, one.slice, one.costs), purse);
      if (dead.length > 0) await this.#settle(query, now);
      const holders = await query<SliceRow>(
        "SELECT holder, slice, spent, costs, trying FROM vidimus.slices WHERE run = $1",
        [this.#run],
      );
      const others = holders.filter(({ holder }) => holder !== report.holder);
      if (report.isKnown && others.length === holders.length) return undefined;
      const decision = decide({ ...now, others });
      await this.#keep(query, report, decision);
      return decision;
    });
  }

  /** Leaves with so much spent; the rest of the slice is others'. */
  async leave(holder: string, spent: number, costs: Json): Promise<void> {
    await this.#database.transaction(async (query) => {
      const purse = await this.#lock(query);
      const left = await query(
        "DELETE FROM vidimus.slices WHERE run = $1 AND holder = $2 RETURNING 1",
        [this.#run, holder],
      );
      if (left.length > 0) await this.#settle(query, this.#settled(purse, spent, costs));
    });
  }

  async #lock(query: Query): Promise<Omit<PurseState, "others">> {
    const [purse] = await query<{ settled: number; costs: Json }>(
      "SELECT settled, costs FROM vidimus.purses WHERE run = $1 FOR UPDATE",
      [this.#run],
    );
    if (!purse) throw new Error("the run was removed from the database");
    return purse;
  }

  #settled(purse: Omit<PurseState, "others">, spent: number, costs: Json) {
    return { settled: purse.settled + spent, costs: this.#add(purse.costs, costs) };
  }

  async #settle(query: Query, { settled, costs }: Omit<PurseState, "others">): Promise<void> {
    await query("UPDATE vidimus.purses SET settled = $2, costs = $3 WHERE run = $1", [
      ...[this.#run, settled, JSON.stringify(costs)],
    ]);
  }

  async #keep(query: Query, report: SliceReport, { slice, trying }: SliceDecision): Promise<void> {
    await query(
      `INSERT INTO vidimus.slices (run, holder, slice, spent, costs, trying, lease, lease_until)
       SELECT $1, $2, $3, $4, $5, $6, lease, clock_timestamp() + lease
       FROM (SELECT $7 * interval '1 ms' AS lease) AS one
       ON CONFLICT (run, holder) DO UPDATE SET
         slice = excluded.slice, spent = excluded.spent, costs = excluded.costs,
         trying = excluded.trying, lease = excluded.lease, lease_until = excluded.lease_until`,
      [
        ...[this.#run, report.holder, slice, report.spent, JSON.stringify(report.costs), trying],
        report.leaseMs,
      ],
    );
  }
}

type SliceRow = SliceHolder & Record<string, unknown>;
