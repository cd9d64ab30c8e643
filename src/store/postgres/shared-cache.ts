import type { Database } from "./database.ts";

export interface SharedCacheOptions {
  readonly name: string;
  /** Kept approximately: the oldest leave once it is exceeded by a tenth. */
  readonly maxBytes: number;
}

/** Values are looked for and kept together: so many at most, and kept once they waited so long. */
const [together, gatherMs] = [500, 200];
/** While the database is away, no more than so many wait to be kept. */
const mostWaiting = 5_000;
/** So long a value is looked for; after that it counts as missing. */
const patienceMs = 2_000;
/** So many leave at once. */
const leaving = 1_000;

/**
 * Values in a database, by digests, of which nothing is ever needed. While the database is away,
 * there are none.
 */
export class SharedCache implements AsyncDisposable {
  readonly #database: Database;
  readonly #options: SharedCacheOptions;
  #looked = new Map<string, PromiseWithResolvers<Uint8Array | undefined>>();
  #waiting = new Map<string, Uint8Array>();
  #gathering: NodeJS.Timeout | undefined;
  #isAway = false;
  #writing: Promise<void> | undefined;

  constructor(database: Database, options: SharedCacheOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Those that are looked for in the same turn are looked for by one query. */
  get(digest: string): Promise<Uint8Array | undefined> {
    const own = this.#waiting.get(digest);
    if (own || this.#isAway) return Promise.resolve(own);
    const looked = this.#looked.get(digest) ?? Promise.withResolvers<Uint8Array | undefined>();
    if (this.#looked.size === 0) setImmediate(() => void this.#look());
    this.#looked.set(digest, looked);
    if (this.#looked.size >= together) void this.#look();
    return looked.promise;
  }

  put(digest: string, value: Uint8Array): void {
    if (this.#waiting.size >= mostWaiting) return;
    this.#waiting.set(digest, value);
    this.#gathering ??= setTimeout(() => this.#write(), gatherMs).unref();
  }

  /** Keeps what is still to be kept, unless the database is away for long. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#gathering);
    this.#write();
    await briefly(this.#writing);
  }

  async #look(): Promise<void> {
    const looked = this.#looked;
    if (looked.size === 0) return;
    this.#looked = new Map();
    const query = this.#database.query<{ digest: string; value: Buffer }>(
      "SELECT digest, value FROM vidimus.cached WHERE cache = $1 AND digest = ANY ($2)",
      [this.#options.name, [...looked.keys()]],
    );
    const rows = await briefly(query);
    if (rows === undefined) {
      this.#isAway = true;
      const isBack = () => (this.#isAway = false);
      query.then(isBack, isBack);
    }
    const found = new Map(rows?.map(({ digest, value }) => [digest, value]));
    for (const [digest, { resolve }] of looked) resolve(found.get(digest));
  }

  #write(): void {
    this.#gathering = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, together).sort(([a], [b]) => (a < b ? -1 : 1));
      const bytes = await this.#keep(some).catch(() => 0);
      for (const [digest, value] of some)
        if (this.#waiting.get(digest) === value) this.#waiting.delete(digest);
      if (bytes > 1.1 * this.#options.maxBytes) await this.#shrink().catch(() => undefined);
    }
  }

  /** Resolves to how much the cache then holds. */
  #keep(some: readonly (readonly [string, Uint8Array])[]): Promise<number> {
    const digests = some.map(([digest]) => digest);
    const values = some.map(([, value]) =>
      Buffer.from(value.buffer, value.byteOffset, value.length),
    );
    const { name } = this.#options;
    return this.#database.transaction(async (query) => {
      const [old] = await query<{ bytes: string }>(
        `WITH gone AS (
           DELETE FROM vidimus.cached WHERE cache = $1 AND digest = ANY ($2) RETURNING length(value) AS bytes
         ) SELECT coalesce(sum(bytes), 0) AS bytes, set_config('synchronous_commit', 'off', true)
         FROM gone`,
        [name, digests],
      );
      const [added] = await query<{ bytes: string }>(
        `WITH added AS (
           INSERT INTO vidimus.cached (cache, digest, value)
           SELECT $1, one.* FROM unnest($2::text[], $3::bytea[]) AS one
           ON CONFLICT DO NOTHING RETURNING length(value) AS bytes
         ) SELECT coalesce(sum(bytes), 0) AS bytes FROM added`,
        [name, digests, values],
      );
      const [sum] = await query<{ bytes: string }>(
        `INSERT INTO vidimus.caches (name, bytes) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET bytes = caches.bytes + excluded.bytes RETURNING bytes`,
        [name, Number(added!.bytes) - Number(old!.bytes)],
      );
      return Number(sum!.bytes);
    });
  }

  async #shrink(): Promise<void> {
    const { name, maxBytes } = this.#options;
    for (let bytes = Number.POSITIVE_INFINITY, gone = 1; bytes > maxBytes && gone > 0; ) {
      const [left] = await this.#database.query<{ bytes: string; gone: string }>(leave, [
        ...[name, maxBytes],
      ]);
      [bytes, gone] = [Number(left?.bytes ?? 0), Number(left?.gone ?? 0)];
    }
  }
}

/** The oldest leave, as many as there are too many. */
const leave = `
  WITH oldest AS (
    SELECT digest, at, length(value) AS bytes FROM vidimus.cached WHERE cache = $1
    ORDER BY at, digest LIMIT ${leaving}
  ), too_many AS (
    SELECT digest FROM (
      SELECT digest, sum(bytes) OVER (ORDER BY at, digest) - bytes AS older FROM oldest
    ) AS sums
    WHERE older < (SELECT bytes - $2 FROM vidimus.caches WHERE name = $1)
  ), gone AS (
    DELETE FROM vidimus.cached WHERE cache = $1 AND digest IN (SELECT digest FROM too_many)
    RETURNING length(value) AS bytes
  ), sums AS (SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS gone FROM gone)
  UPDATE vidimus.caches SET bytes = caches.bytes - sums.bytes FROM sums WHERE name = $1
  RETURNING caches.bytes, sums.gone`;

/** `undefined` where it takes too long, or fails. */
async function briefly<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  const { promise: isLate, resolve } = Promise.withResolvers<undefined>();
  const timeout = setTimeout(resolve, patienceMs, undefined);
  const result = await Promise.race([Promise.resolve(work).catch(() => undefined), isLate]);
  clearTimeout(timeout);
  return result;
}
