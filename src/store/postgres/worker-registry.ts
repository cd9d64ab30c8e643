import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";
import type { Row } from "./query.ts";

/** A worker, as all who look at the database see it. */
export interface KnownWorker {
  readonly id: string;
  /** Its machine and process. */
  readonly name: string;
  readonly version: string;
  /** The name of the run that it works on, where it does. */
  readonly run: string | null;
  /** What it does, in words. */
  readonly status: string;
  /** Why it cannot ask systems of that run, by their ids. */
  readonly refused: Readonly<Record<string, string>>;
  /** Samples that it has brought to an end. */
  readonly settled: number;
  readonly isLeaving: boolean;
  /** Seconds since it was last heard of. */
  readonly silentSeconds: number;
}

/** What a worker says of itself. */
export interface WorkerReport {
  readonly run: string | null;
  readonly status: string;
  readonly refused: Readonly<Record<string, string>>;
  readonly settled: number;
}

/** What a worker hears when it reports. */
export interface Heard {
  /** Whether it is asked to leave. */
  readonly isLeaving: boolean;
  /** How many work on the same run. */
  readonly colleagues: number;
}

/** So long after its last word a worker still counts as there, in seconds. */
export const silenceSeconds = 15;

/** Which workers there are, and what they are asked to do. */
export class WorkerRegistry {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async join(name: string, version: string): Promise<string> {
    const id = randomUUID();
    await this.#database.query(
      "INSERT INTO vidimus.workers (id, name, version) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [id, name, version],
    );
    return id;
  }

  /** Says that a worker is there, and what it does; resolves to what it should know. */
  async report(id: string, { run, status, refused, settled }: WorkerReport): Promise<Heard> {
    const [row] = await this.#database.query<Heard & Row>(
      `UPDATE vidimus.workers SET run = (SELECT id FROM vidimus.runs WHERE id = $2), status = $3, refused = $4, settled = $5, seen_at = now()
       WHERE id = $1 RETURNING is_leaving AS "isLeaving", (
         SELECT count(*)::int FROM vidimus.workers AS other
         WHERE other.run = $2 AND other.seen_at > now() - $6 * interval '1 s'
       ) AS colleagues`,
      [id, run, status, JSON.stringify(refused), settled, silenceSeconds],
    );
    return row ?? { isLeaving: false, colleagues: 0 };
  }

  async leave(id: string): Promise<void> {
    await this.#database.query("DELETE FROM vidimus.workers WHERE id = $1", [id]);
  }

  /** Asks workers to leave once the work that they hold is done: all, or those of a name. */
  async drain(name: string | undefined): Promise<readonly string[]> {
    const rows = await this.#database.query<{ name: string }>(
      `UPDATE vidimus.workers SET is_leaving = true
       WHERE ($1::text IS NULL OR name = $1 OR split_part(name, ':', 1) = $1)
         AND seen_at > now() - $2 * interval '1 s' RETURNING name`,
      [name ?? null, silenceSeconds],
    );
    return rows.map((row) => row.name);
  }

  /** Those that were heard of within five minutes, the longest there first. */
  list(): Promise<readonly KnownWorker[]> {
    return this.#database.query<KnownWorker & Record<string, unknown>>(
      `SELECT workers.id, workers.name, version, runs.name AS run, status, refused,
         settled::int AS settled, is_leaving AS "isLeaving",
         extract(epoch FROM now() - seen_at)::float AS "silentSeconds"
       FROM vidimus.workers LEFT JOIN vidimus.runs ON runs.id = workers.run
       WHERE seen_at > now() - interval '5 minutes' ORDER BY started_at`,
    );
  }
}
