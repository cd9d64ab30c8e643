import { UserError } from "../../core/user-error.ts";
import type { Query } from "./query.ts";

/**
 * The tables, version by version. What has been released is never edited: a change is another
 * entry.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE vidimus.runs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    header text NOT NULL,
    identity text NOT NULL,
    plan text,
    state text NOT NULL DEFAULT 'planning',
    created_at timestamptz NOT NULL DEFAULT now()
  );
  -- The log of a run. Transactions are kept in the order of their numbers, so whoever follows the
  -- log reads up to the oldest that is still under way and misses nothing.
  CREATE TABLE vidimus.events (
    run bigint NOT NULL REFERENCES vidimus.runs ON DELETE CASCADE,
    tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
    place integer NOT NULL,
    kind text NOT NULL,
    key text,
    state text,
    note text,
    body text NOT NULL,
    PRIMARY KEY (run, tx, place)
  );
  CREATE INDEX events_by_key ON vidimus.events (run, key) WHERE key IS NOT NULL;
  CREATE INDEX events_by_note ON vidimus.events (run, kind, note) WHERE key IS NULL;
  CREATE TABLE vidimus.artefacts (
    run bigint NOT NULL REFERENCES vidimus.runs ON DELETE CASCADE,
    digest text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (run, digest)
  );
  -- Who may append: each has its batches counted, so that one sent twice is kept once. A claim has a
  -- lease; to take it over is to delete it.
  CREATE TABLE vidimus.writers (
    token uuid PRIMARY KEY,
    run bigint NOT NULL REFERENCES vidimus.runs ON DELETE CASCADE,
    worker text NOT NULL,
    batch bigint NOT NULL DEFAULT 0,
    lease interval,
    lease_until timestamptz
  );
  CREATE INDEX writers_by_run ON vidimus.writers (run, lease_until);
  CREATE TABLE vidimus.chunks (
    run bigint NOT NULL REFERENCES vidimus.runs ON DELETE CASCADE,
    id bigint GENERATED ALWAYS AS IDENTITY,
    task text NOT NULL,
    system text NOT NULL,
    first integer NOT NULL,
    past integer NOT NULL,
    claim uuid,
    done boolean NOT NULL DEFAULT false,
    tried integer,
    deaths jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (run, id),
    UNIQUE (run, task, system, first)
  );
  CREATE INDEX chunks_to_take ON vidimus.chunks (run, id) WHERE claim IS NULL AND NOT done;
  CREATE INDEX chunks_taken_over ON vidimus.chunks (run, id)
    WHERE claim IS NULL AND NOT done AND deaths <> '[]';
  CREATE INDEX chunks_by_claim ON vidimus.chunks (claim) WHERE claim IS NOT NULL AND NOT done;
  CREATE TABLE vidimus.workers (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    version text NOT NULL,
    run bigint REFERENCES vidimus.runs ON DELETE SET NULL,
    status text NOT NULL DEFAULT 'looking for work',
    refused jsonb NOT NULL DEFAULT '{}',
    settled bigint NOT NULL DEFAULT 0,
    is_leaving boolean NOT NULL DEFAULT false,
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  `,
  `
  -- What workers share of an account with a provider, which is named by a digest. Whoever changes a
  -- share locks its account.
  CREATE TABLE vidimus.accounts (
    id text PRIMARY KEY,
    pace jsonb,
    opens_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE vidimus.shares (
    account text NOT NULL REFERENCES vidimus.accounts ON DELETE CASCADE,
    holder uuid NOT NULL,
    report bigint NOT NULL,
    holds integer NOT NULL,
    wants integer NOT NULL,
    most integer NOT NULL,
    is_adaptive boolean NOT NULL,
    lease interval NOT NULL,
    lease_until timestamptz NOT NULL,
    PRIMARY KEY (account, holder)
  );
  -- What a run has spent by those who work on it no more, and the slices of those who do: whoever
  -- changes a slice locks the purse. Amounts are US dollars.
  CREATE TABLE vidimus.purses (
    run bigint PRIMARY KEY REFERENCES vidimus.runs ON DELETE CASCADE,
    settled double precision NOT NULL,
    costs jsonb NOT NULL
  );
  CREATE TABLE vidimus.slices (
    run bigint NOT NULL REFERENCES vidimus.purses ON DELETE CASCADE,
    holder uuid NOT NULL,
    slice double precision NOT NULL,
    spent double precision NOT NULL,
    costs jsonb NOT NULL,
    trying text[] NOT NULL,
    lease interval NOT NULL,
    lease_until timestamptz NOT NULL,
    PRIMARY KEY (run, holder)
  );
  -- Replies and embeddings, of which nothing is ever needed: the oldest leave first.
  CREATE TABLE vidimus.caches (
    name text PRIMARY KEY,
    bytes bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE vidimus.cached (
    cache text NOT NULL,
    digest text NOT NULL,
    value bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (cache, digest)
  );
  CREATE INDEX cached_by_age ON vidimus.cached (cache, at);
  `,
];

/** Any number will do, as long as it is always the same. */
const lock = 7_468_229_015;

/** Creates the tables, or brings those of an earlier version up to date. */
export async function migrate(query: Query): Promise<void> {
  await query("SELECT pg_advisory_xact_lock($1)", [lock]);
  await query("CREATE SCHEMA IF NOT EXISTS vidimus");
  await query("CREATE TABLE IF NOT EXISTS vidimus.migrations (version integer PRIMARY KEY)");
  const [{ version = 0 } = {}] = await query<{ version: number | null }>(
    "SELECT max(version) AS version FROM vidimus.migrations",
  );
  const known = version ?? 0;
  if (known > migrations.length)
    throw new UserError(
      `the database was set up by a newer version of vidimus (tables of version ${known}, this one knows ${migrations.length})`,
      "use the same version on all machines",
    );
  for (const [i, text] of migrations.entries()) {
    if (i < known) continue;
    await query(text);
    await query("INSERT INTO vidimus.migrations VALUES ($1)", [i + 1]);
  }
}
