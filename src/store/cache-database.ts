import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { makeFolder } from "../files/make-folder.ts";

/** So long a process waits for another one that is writing. */
const patienceMs = 5_000;

export interface CacheDatabaseOptions {
  readonly path: string;
  /** What makes the tables where they are missing. */
  readonly schema: string;
  /** Told once where the file cannot be used. */
  onTrouble?(reason: string): void;
}

/**
 * A SQLite file of which nothing is ever needed, and that any number of processes may use at once.
 * One that is damaged is thrown away; where it cannot be used, there is no cache from then on.
 */
export class CacheDatabase implements Disposable {
  readonly #options: CacheDatabaseOptions;
  readonly #prepared = new Map<string, StatementSync>();
  #database: DatabaseSync | undefined;
  #isUnusable = false;

  constructor(options: CacheDatabaseOptions) {
    this.#options = options;
  }

  /** Only looking makes no file; `undefined` where there is none, or it cannot be used. */
  look<T>(action: () => T): T | undefined {
    return this.#database || existsSync(this.#options.path) ? this.attempt(action) : undefined;
  }

  /** `undefined` where the file cannot be used. */
  attempt<T>(action: () => T): T | undefined {
    if (this.#isUnusable) return undefined;
    try {
      return action();
    } catch (error) {
      this.#isUnusable = true;
      this.#options.onTrouble?.(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** All of it or nothing. */
  write(action: () => void): void {
    this.attempt(() => {
      this.#open().exec("begin immediate");
      action();
      this.#open().exec("commit");
    });
  }

  /** For use within `look`, `attempt` or `write`. */
  statement(text: string): StatementSync {
    const known = this.#prepared.get(text) ?? this.#open().prepare(text);
    this.#prepared.set(text, known);
    return known;
  }

  /** Gives the room of what was removed back to the disk. */
  shrink(): void {
    this.#database?.exec("vacuum; pragma wal_checkpoint(truncate)");
  }

  [Symbol.dispose](): void {
    this.attempt(() => this.#database?.close());
    this.#isUnusable = true;
  }

  #open(): DatabaseSync {
    if (this.#database) return this.#database;
    const { path, schema } = this.#options;
    makeFolder(dirname(path));
    this.#database = opened(path, schema);
    return this.#database;
  }
}

function opened(path: string, schema: string): DatabaseSync {
  try {
    return withSchema(new DatabaseSync(path, { timeout: patienceMs }), schema);
  } catch (error) {
    if (!/not a database|malformed/.test(String(error))) throw error;
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
    return withSchema(new DatabaseSync(path, { timeout: patienceMs }), schema);
  }
}

function withSchema(database: DatabaseSync, schema: string): DatabaseSync {
  database.exec(`pragma synchronous = off; pragma journal_mode = wal; ${schema}`);
  return database;
}
