import { join } from "node:path";
import type { ReplyCache, ReplyKey } from "../core/asking/reply-cache.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { contentDigest } from "../files/content-digest.ts";
import { CacheDatabase } from "./cache-database.ts";

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

/** Replies are written together once they have waited so long … */
const gatherMs = 200;
/** … or are so many. */
const gatherCount = 500;

const schema = `
  create table if not exists replies (
    digest text primary key, key text not null, outcome text not null, at integer not null, seal text not null
  );`;

/**
 * Replies on disk, by the digest of their key. Each row is sealed by a digest of its content.
 */
export class ReplyDatabase implements ReplyCache, Disposable {
  readonly #database: CacheDatabase;
  readonly #clock: () => number;
  #pending = new Map<string, Row>();
  #gathering: NodeJS.Timeout | undefined;

  constructor({ directory, clock, onTrouble }: ReplyDatabaseOptions) {
    this.#database = new CacheDatabase({
      path: join(directory, "replies.sqlite"),
      schema,
      onTrouble: (reason) => onTrouble?.(`replies are not cached: ${reason}`),
    });
    this.#clock = clock;
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
      this.#database.look(() =>
        this.#database.statement("select * from replies order by at desc").iterate(),
      ) ?? [];
    for (const row of rows) {
      const kept = keptOf(row as unknown as Row);
      if (kept) yield kept;
    }
  }

  stats(): { readonly count: number; readonly bytes: number } {
    this.#flush();
    const sums =
      "select count(*) as count, coalesce(sum(length(key) + length(outcome)), 0) as bytes from replies";
    const row = this.#database.look(() => this.#database.statement(sums).get()) as
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
      this.#database.attempt(() =>
        this.#database.statement("delete from replies where at < ?").run(this.#clock() - ageMs),
      );
    if (this.stats().bytes > maxBytes)
      this.#database.attempt(() => {
        this.#database
          .statement(
            `delete from replies where digest in (select digest from (
             select digest, sum(length(key) + length(outcome)) over (order by at desc, digest) as upTo from replies) where upTo > ?)`,
          )
          .run(maxBytes);
        this.#database.shrink();
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
    this.#database[Symbol.dispose]();
  }

  #row(digest: string): Row | undefined {
    const kept = () =>
      this.#database.statement("select * from replies where digest = ?").get(digest) as
        | Row
        | undefined;
    return this.#pending.get(digest) ?? this.#database.look(kept);
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const rows = this.#pending;
    this.#pending = new Map();
    if (rows.size === 0) return;
    this.#database.write(() => {
      const insert = this.#database.statement(
        "insert or replace into replies (digest, key, outcome, at, seal) values (?, ?, ?, ?, ?)",
      );
      for (const { digest, key, outcome, at, seal } of rows.values())
        insert.run(digest, key, outcome, at, seal);
    });
  }
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
