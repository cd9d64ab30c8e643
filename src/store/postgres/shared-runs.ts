import type { RunHeader } from "../../core/run/run-store.ts";
import type { SharedRunStore } from "../../core/run/shared-run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { Database } from "./database.ts";
import { openPostgresRun } from "./postgres-run-store.ts";

/**
 * What is done with a run: `planning` before its work is offered, `open` while workers may take it,
 * `paused` while they may not, `ended` once its coordinator has its results.
 */
export type SharedRunState = "planning" | "open" | "paused" | "ended";

/** A run in a database, as its coordinator and its workers know it. */
export interface SharedRun {
  readonly id: string;
  /** The name of its folder on the coordinator's machine. */
  readonly name: string;
  readonly header: RunHeader;
  /** What workers need to know, as the coordinator wrote it. */
  readonly plan: unknown;
  readonly state: SharedRunState;
}

/** The runs of a database. */
export class SharedRuns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates a run unless one of this name is there. @param identity What makes two specs one run. */
  async create(name: string, header: RunHeader, identity: string): Promise<SharedRun> {
    await this.#database.query(
      "INSERT INTO vidimus.runs (name, header, identity) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [name, JSON.stringify(header), contentDigest(identity)],
    );
    const [run] = await this.list({ name });
    return run!;
  }

  /** The newest run with an equal spec. */
  async find(identity: string): Promise<SharedRun | undefined> {
    const rows = await this.#database.query<RunRow>(
      `${selectRuns} WHERE identity = $1 ORDER BY id DESC LIMIT 1`,
      [contentDigest(identity)],
    );
    return rows.map(runOf)[0];
  }

  /** Oldest first. */
  async list({
    name,
    state,
  }: {
    name?: string;
    state?: SharedRunState;
  } = {}): Promise<readonly SharedRun[]> {
    const rows = await this.#database.query<RunRow>(
      `${selectRuns} WHERE ($1::text IS NULL OR name = $1) AND ($2::text IS NULL OR state = $2) ORDER BY id`,
      [name ?? null, state ?? null],
    );
    return rows.map(runOf);
  }

  async plan(run: SharedRun, plan: unknown, state: SharedRunState): Promise<void> {
    await this.#database.query("UPDATE vidimus.runs SET plan = $2, state = $3 WHERE id = $1", [
      ...[run.id, JSON.stringify(plan), state],
    ]);
  }

  async setState(run: SharedRun, state: SharedRunState): Promise<void> {
    await this.#database.query("UPDATE vidimus.runs SET state = $2 WHERE id = $1", [run.id, state]);
  }

  /** How often the work of a run was taken over from a worker that had fallen silent. */
  async deaths(run: SharedRun): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      "SELECT coalesce(sum(jsonb_array_length(deaths)), 0)::int AS count FROM vidimus.chunks WHERE run = $1",
      [run.id],
    );
    return row?.count ?? 0;
  }

  /** Removes a run with its log and its work. */
  async remove(name: string): Promise<void> {
    const removed = await this.#database.query(
      "DELETE FROM vidimus.runs WHERE name = $1 RETURNING 1",
      [name],
    );
    if (removed.length > 0) return;
    const names = (await this.list()).map((run) => run.name);
    throw new UserError(
      `the database has no run "${name}"`,
      names.length === 0 ? "it has none at all" : `it has ${names.join(", ")}`,
    );
  }

  open(run: SharedRun, options?: { readonly isReader?: boolean }): Promise<SharedRunStore> {
    return openPostgresRun(this.#database, run, options);
  }
}

interface RunRow {
  readonly id: string;
  readonly name: string;
  readonly header: string;
  readonly plan: string | null;
  readonly state: SharedRunState;
}

const selectRuns = "SELECT id, name, header, plan, state FROM vidimus.runs";

function runOf({ header, plan, ...run }: RunRow): SharedRun {
  return {
    ...run,
    header: JSON.parse(header) as RunHeader,
    plan: plan === null ? undefined : (JSON.parse(plan) as unknown),
  };
}
