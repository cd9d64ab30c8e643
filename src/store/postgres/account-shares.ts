import type { Json } from "../../core/json.ts";
import type { Database } from "./database.ts";
import type { Query } from "./query.ts";

/** Somebody who asks under an account, and how many asks it may have under way. */
export interface ShareHolder {
  /** A UUID. */
  readonly holder: string;
  /** No more than so many asks are under way there before its next report. */
  readonly holds: number;
  /** Asks that are under way or wait. */
  readonly wants: number;
  /** How many it allows for the whole account. */
  readonly most: number;
  readonly isAdaptive: boolean;
}

/** What a holder reports; each report has a number of its own, so that one sent twice counts once. */
export interface ShareReport extends ShareHolder {
  readonly number: number;
  readonly leaseMs: number;
  /** For so long nothing should be asked; 0 where nobody said so. */
  readonly opensInMs: number;
}

/** An account, as the holder finds it whose turn it is. */
export interface AccountState {
  /** As the last decision left it; `null` where nothing is known that still counts. */
  readonly pace: Json;
  /** Milliseconds of the database's clock. */
  readonly now: number;
  readonly opensInMs: number;
  /** All who are alive but the one who reports. */
  readonly others: readonly ShareHolder[];
  /** The report was taken in before, and its acknowledgement lost. */
  readonly isRepeated: boolean;
}

/** What becomes of an account by a report. */
export interface ShareDecision {
  readonly pace: Json;
  readonly share: number;
}

/** What is known of an account so long after its last use counts no more. */
const memory = "interval '10 min'";

/** Accounts with providers whose limits several processes share. */
export class AccountShares {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes a report in and has the holder's share decided; holders of one account take turns. */
  async exchange<Decision extends ShareDecision>(
    account: string,
    report: ShareReport,
    decide: (state: AccountState) => Decision,
  ): Promise<Decision & Pick<AccountState, "opensInMs">> {
    return this.#database.transaction(async (query) => {
      const state = await stateOf(query, account, report);
      const decision = decide(state);
      const holds = Math.max(decision.share, report.holds);
      await keep(query, account, { ...report, holds, pace: decision.pace });
      return { ...decision, opensInMs: state.opensInMs };
    });
  }

  async leave(account: string, holder: string): Promise<void> {
    await this.#database.query("DELETE FROM vidimus.shares WHERE account = $1 AND holder = $2", [
      ...[account, holder],
    ]);
  }
}

interface AccountRow extends Record<string, unknown> {
  readonly pace: Json;
  readonly now: number;
  readonly opens: number;
  readonly old: boolean;
}

/** What a crash of the database loses is reported again: nobody waits for its disk. */
const lockAccount = `
  SELECT pace, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
    (extract(epoch FROM opens_at - clock_timestamp()) * 1000)::float8 AS opens,
    used_at < clock_timestamp() - ${memory} AS old,
    set_config('synchronous_commit', 'off', true)
  FROM vidimus.accounts WHERE id = $1 FOR UPDATE`;

/** After a restart of the database all have a lease's time to renew theirs. */
const isDead = `lease_until < clock_timestamp()
  AND pg_postmaster_start_time() < clock_timestamp() - lease`;

async function stateOf(
  query: Query,
  account: string,
  { holder, number, opensInMs }: ShareReport,
): Promise<AccountState> {
  let [row] = await query<AccountRow>(lockAccount, [account]);
  if (!row) {
    await query("INSERT INTO vidimus.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING", [account]);
    [row] = await query<AccountRow>(lockAccount, [account]);
  }
  const holders = await query<ShareHolder & { report: string } & Record<string, unknown>>(
    `WITH dead AS (DELETE FROM vidimus.shares WHERE account = $1 AND ${isDead})
     SELECT holder, report, holds, wants, most, is_adaptive AS "isAdaptive"
     FROM vidimus.shares WHERE account = $1 AND NOT (${isDead})`,
    [account],
  );
  const others = holders.filter((one) => one.holder !== holder);
  const own = holders.find((one) => one.holder === holder);
  return {
    pace: row!.old && others.length === 0 ? null : row!.pace,
    now: row!.now,
    opensInMs: Math.max(0, row!.opens, opensInMs),
    others,
    isRepeated: own !== undefined && Number(own.report) >= number,
  };
}

async function keep(
  query: Query,
  account: string,
  report: ShareReport & Pick<ShareDecision, "pace">,
): Promise<void> {
  const { holder, number, holds, wants, most, isAdaptive, leaseMs, pace, opensInMs } = report;
  await query(
    `WITH account AS (
       UPDATE vidimus.accounts SET pace = $9, used_at = clock_timestamp(),
         opens_at = greatest(opens_at, clock_timestamp() + $10 * interval '1 ms') WHERE id = $1
     )
     INSERT INTO vidimus.shares
       (account, holder, report, holds, wants, most, is_adaptive, lease, lease_until)
     SELECT $1, $2, $3, $4, $5, $6, $7, lease, clock_timestamp() + lease
     FROM (SELECT $8 * interval '1 ms' AS lease) AS one
     ON CONFLICT (account, holder) DO UPDATE SET
       report = excluded.report, holds = excluded.holds, wants = excluded.wants,
       most = excluded.most, is_adaptive = excluded.is_adaptive,
       lease = excluded.lease, lease_until = excluded.lease_until`,
    [
      ...[account, holder, number, holds, wants, most, isAdaptive, leaseMs],
      ...[JSON.stringify(pace), opensInMs],
    ],
  );
}
