import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ReplyCache, ReplyKey } from "../core/asking/reply-cache.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { contentDigest } from "../files/content-digest.ts";
import { makeFolder } from "../files/make-folder.ts";

/** A kept reply with the text of its key, so that a hit or miss can be explained. */
export interface KeptReply {
  readonly digest: string;
  readonly key: string;
  readonly outcome: Outcome<unknown>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ReplyDatabaseOptions {
  /** The cache's directory. */
  readonly directory: string;
  readonly clock: () => number;
  /** Told once where replies cannot be kept or read. */
  onTrouble?(message: string): void;
}

export interface ReplyRemoval {
  readonly removed: number;
  readonly freedBytes: number;
  readonly left: number;
}

interface Row {
  readonly digest: string;
  readonly key: string;
  readonly outcome: string;
  readonly at: number;
  readonly seal: string;
}

/** So long a process waits for another one that is writing. */
const patienceMs = 5_000;
/** Replies are written together once they have waited so long … */
const gatherMs = 200;
/** … or are so many. */
const gatherCount = 500;

const schema = `
  pragma synchronous = off;
  pragma journal_mode = wal;
  create table if not exists replies (
    digest text primary key, key text not null, outcome text not null, at integer not null, seal text not null
  );`;

/**
 * Replies on disk, by the digest of their key, in one SQLite file that any number of processes may
 * use at once. Each row is sealed by a digest of its content. Nothing in it is ever needed: a file
 * that is damaged is thrown away, and where it cannot be used nothing is cached.
 */
export class ReplyDatabase implements ReplyCache, Disposable {
  readonly #directory: string;
  readonly #path: string;
  readonly #clock: () => number;
  readonly #onTrouble: ((message: string) => void) | undefined;
  #database: DatabaseSync | undefined;
  #pending = new Map<string, Row>();
  #gathering: NodeJS.Timeout | undefined;
  #isUnusable = false;
  readonly #prepared = new Map<string, StatementSync>();

  constructor({ directory, clock, onTrouble }: ReplyDatabaseOptions) {
    this.#path = join(directory, "replies.sqlite");
    this.#clock = clock;
    this.#onTrouble = onTrouble;
    this.#directory = directory;
  }

  get({ digest, text }: ReplyKey): Outcome<unknown> | undefined {
    const row = this.#row(digest);
    return row?.key === text && row.seal === sealOf(row)
      ? (JSON.parse(row.outcome) as Outcome<unknown>)
      : undefined;
  }

  put({ digest, text }: ReplyKey, outcome: Outcome<unknown>): void {
    const row = { digest, key: text, outcome: JSON.stringify(outcome), at: this.#clock() };
    this.#pending.set(digest, { ...row, seal: sealOf(row) });
    if (this.#pending.size >= gatherCount) this.#flush();
    else this.#gathering ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  /**
   * What is kept under a key's digest; `undefined` where nothing is, or where it cannot be
   * believed.
   */
  read(digest: string): KeptReply | undefined {
    const row = this.#row(digest);
    return row && keptOf(row);
  }

  /** Every kept reply, the newest first. */
  *all(): Generator<KeptReply> {
    this.#flush();
    const rows =
      this.#look(() => this.#statement("select * from replies order by at desc").iterate()) ?? [];
    for (const row of rows) {
      const kept = keptOf(row as unknown as Row);
      if (kept) yield kept;
    }
  }

  stats(): { readonly count: number; readonly bytes: number } {
    this.#flush();
    const sums =
      "select count(*) as count, coalesce(sum(length(key) + length(outcome)), 0) as bytes from replies";
    const row = this.#look(() => this.#statement(sums).get()) as
      | { count: number; bytes: number }
      | undefined;
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }

  /**
   * Removes the oldest replies until no more than so many bytes are left, and all that are older
   * than `ageMs`.
   */
  prune(maxBytes: number, ageMs = Number.POSITIVE_INFINITY): ReplyRemoval {
    const before = this.stats();
    if (before.count > 0 && ageMs !== Number.POSITIVE_INFINITY)
      this.#attempt(() =>
        this.#statement("delete from replies where at < ?").run(this.#clock() - ageMs),
      );
    if (this.stats().bytes > maxBytes)
      this.#attempt(() => {
        this.#statement(
          `delete from replies where digest in (select digest from (
             select digest, sum(length(key) + length(outcome)) over (order by at desc, digest) as upTo from replies) where upTo > ?)`,
        ).run(maxBytes);
        this.#database?.exec("vacuum; pragma wal_checkpoint(truncate)");
      });
    const after = this.stats();
    return {
      removed: before.count - after.count,
      freedBytes: before.bytes - after.bytes,
      left: after.count,
    };
  }

  clear(): ReplyRemoval {
    return this.prune(-1);
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#attempt(() => this.#database?.close());
    this.#isUnusable = true;
  }

  #row(digest: string): Row | undefined {
    const kept = () =>
      this.#statement("select * from replies where digest = ?").get(digest) as Row | undefined;
    return this.#pending.get(digest) ?? this.#look(kept);
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const rows = this.#pending;
    this.#pending = new Map();
    if (rows.size === 0) return;
    this.#attempt(() => {
      const insert = this.#statement(
        "insert or replace into replies (digest, key, outcome, at, seal) values (?, ?, ?, ?, ?)",
      );
      this.#database?.exec("begin immediate");
      for (const { digest, key, outcome, at, seal } of rows.values())
        insert.run(digest, key, outcome, at, seal);
      this.#database?.exec("commit");
    });
  }

  #statement(text: string): StatementSync {
    const known = this.#prepared.get(text) ?? this.#open().prepare(text);
    this.#prepared.set(text, known);
    return known;
  }

  #open(): DatabaseSync {
    if (this.#database) return this.#database;
    makeFolder(this.#directory);
    this.#database = opened(this.#path);
    return this.#database;
  }

  /** Only looking makes no file. */
  #look<T>(action: () => T): T | undefined {
    return this.#database || existsSync(this.#path) ? this.#attempt(action) : undefined;
  }

  /** Where the file cannot be used, there is no cache from then on. */
  #attempt<T>(action: () => T): T | undefined {
    if (this.#isUnusable) return undefined;
    try {
      return action();
    } catch (error) {
      this.#isUnusable = true;
      this.#onTrouble?.(
        `replies are not cached: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  }
}

function opened(path: string): DatabaseSync {
  try {
    return withSchema(new DatabaseSync(path, { timeout: patienceMs }));
  } catch (error) {
    if (!/not a database|malformed/.test(String(error))) throw error;
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
    return withSchema(new DatabaseSync(path, { timeout: patienceMs }));
  }
}

function withSchema(database: DatabaseSync): DatabaseSync {
  database.exec(schema);
  return database;
}

/** The key needs none: it is believed where it digests to what it is kept under. */
function sealOf({ digest, outcome, at }: Omit<Row, "seal">): string {
  return contentDigest(`${digest}\n${outcome}\n${at}`);
}

function keptOf(row: Row): KeptReply | undefined {
  const { digest, key, outcome, at, seal } = row;
  return seal === sealOf(row) && digest === contentDigest(key)
    ? { digest, key, outcome: JSON.parse(outcome) as Outcome<unknown>, at }
    : undefined;
}
