import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { KeptEmbeddings } from "../core/asking/kept-embeddings.ts";
import { CacheDatabase } from "./cache-database.ts";

export interface EmbeddingDatabaseOptions {
  /** The cache's directory. */
  readonly directory: string;
  readonly clock: () => number;
  /** Kept approximately: the oldest go once it is exceeded by a tenth. */
  readonly maxBytes?: number;
  /** Told once where embeddings cannot be kept or read. */
  onTrouble?(message: string): void;
}

interface Row {
  readonly key: string;
  readonly vector: Uint8Array;
  readonly seal: number;
}

/** A million embeddings of 512 numbers. */
const defaultMaxBytes = 2 * 1024 ** 3;
/** Embeddings are written together once they have waited so long … */
const gatherMs = 200;
/** … or are so many. */
const gatherCount = 500;

const schema = `
  create table if not exists embeddings (
    key text primary key, vector blob not null, at integer not null, seal integer not null
  ) without rowid;
  create index if not exists byAge on embeddings (at);`;

/** Embeddings on disk, each sealed by a checksum of its numbers and its key. */
export class EmbeddingDatabase implements KeptEmbeddings, Disposable {
  readonly #database: CacheDatabase;
  readonly #clock: () => number;
  readonly #maxBytes: number;
  #pending = new Map<string, Float32Array>();
  #gathering: NodeJS.Timeout | undefined;
  #bytes: number | undefined;

  constructor({
    directory,
    clock,
    maxBytes = defaultMaxBytes,
    onTrouble,
  }: EmbeddingDatabaseOptions) {
    this.#database = new CacheDatabase({
      path: join(directory, "embeddings.sqlite"),
      schema,
      onTrouble: (reason) => onTrouble?.(`embeddings are not cached: ${reason}`),
    });
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  get(key: string): Float32Array | undefined {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const row = this.#database.look(() =>
      this.#database.statement("select key, vector, seal from embeddings where key = ?").get(key),
    ) as Row | undefined;
    if (!row || row.seal !== sealOf(key, row.vector) || row.vector.length % 4 !== 0)
      return undefined;
    // A copy begins where numbers may begin.
    return new Float32Array(row.vector.slice().buffer);
  }

  put(key: string, embedding: Float32Array): void {
    this.#pending.set(key, embedding);
    if (this.#pending.size >= gatherCount) this.#flush();
    else this.#gathering ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  stats(): { readonly count: number; readonly bytes: number } {
    this.#flush();
    const row = this.#database.look(() =>
      this.#database
        .statement(
          "select count(*) as count, coalesce(sum(length(vector) + length(key)), 0) as bytes from embeddings",
        )
        .get(),
    ) as { count: number; bytes: number } | undefined;
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }

  /** Removes the oldest until no more than so many bytes are left, and all older than `ageMs`. */
  prune(
    maxBytes: number,
    ageMs = Number.POSITIVE_INFINITY,
  ): { readonly removed: number; readonly freedBytes: number; readonly left: number } {
    const before = this.stats();
    if (before.count > 0 && ageMs !== Number.POSITIVE_INFINITY)
      this.#database.attempt(() =>
        this.#database.statement("delete from embeddings where at < ?").run(this.#clock() - ageMs),
      );
    if (this.stats().bytes > maxBytes)
      this.#database.attempt(() => {
        this.#database
          .statement(
            `delete from embeddings where key in (select key from (
               select key, sum(length(vector) + length(key)) over (order by at desc, key) as upTo from embeddings) where upTo > ?)`,
          )
          .run(maxBytes);
        this.#database.shrink();
      });
    const after = this.stats();
    this.#bytes = after.bytes;
    return {
      removed: before.count - after.count,
      freedBytes: before.bytes - after.bytes,
      left: after.count,
    };
  }

  clear(): ReturnType<EmbeddingDatabase["prune"]> {
    return this.prune(-1);
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#database[Symbol.dispose]();
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    if (pending.size === 0) return;
    const at = this.#clock();
    let written = 0;
    this.#database.write(() => {
      const insert = this.#database.statement(
        "insert or replace into embeddings (key, vector, at, seal) values (?, ?, ?, ?)",
      );
      for (const [key, { buffer, byteOffset, byteLength }] of pending) {
        const vector = new Uint8Array(buffer, byteOffset, byteLength);
        insert.run(key, vector, at, sealOf(key, vector));
        written += key.length + byteLength;
      }
    });
    this.#keepBound(written);
  }

  #keepBound(written: number): void {
    this.#bytes = (this.#bytes ?? this.stats().bytes - written) + written;
    if (this.#bytes > this.#maxBytes * 1.1) this.prune(this.#maxBytes);
  }
}

function sealOf(key: string, vector: Uint8Array): number {
  return crc32(vector, crc32(key));
}
