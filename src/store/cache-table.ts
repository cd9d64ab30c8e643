import { join } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { CacheDatabase } from "./cache-database.ts";

export interface CacheTableOptions {
  /** The cache's directory. */
  readonly directory: string;
  readonly clock: () => number;
  /** Called once where rows cannot be kept or read. */
  onTrouble?(message: string): void;
}

interface TableShape<Row> {
  /** Of the file and of its table. */
  readonly name: string;
  /** With their types; the first is the key. A column `at` has the time. */
  readonly columns: Readonly<Record<keyof Row & string, string>>;
  /** The columns whose lengths count as size. */
  readonly sized: readonly (keyof Row & string)[];
  /** Kept approximately: the oldest go once it is exceeded by a tenth. */
  readonly maxBytes?: number;
}

/** What was removed from a cache. */
export interface Removal {
  readonly removed: number;
  readonly freedBytes: number;
  readonly left: number;
}

type CacheRow = { readonly at: number };

/** Rows are written together once they have waited so long … */
const gatherMs = 200;
/** … or are so many. */
const gatherCount = 500;

/** A table of one cache database, whose rows are found at once and written together later. */
export class CacheTable<Row extends CacheRow> implements Disposable {
  readonly #database: CacheDatabase;
  readonly #clock: () => number;
  readonly #shape: TableShape<Row>;
  readonly #key: keyof Row & string;
  /** In SQL. */
  readonly #size: string;
  #pending = new Map<string, Row>();
  #gathering: NodeJS.Timeout | undefined;
  #bytes: number | undefined;

  constructor({ directory, clock, onTrouble }: CacheTableOptions, shape: TableShape<Row>) {
    const { name, columns, sized } = shape;
    const defined = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    this.#database = new CacheDatabase({
      path: join(directory, `${name}.sqlite`),
      schema: `
        create table if not exists ${name} (${defined.join(", ")});
        create index if not exists byAge on ${name} (at);`,
      onTrouble: (reason) => onTrouble?.(`${name} are not cached: ${reason}`),
    });
    this.#clock = clock;
    this.#shape = shape;
    this.#key = Object.keys(columns)[0] as keyof Row & string;
    this.#size = sized.map((column) => `length(${column})`).join(" + ");
  }

  stats(): { readonly count: number; readonly bytes: number } {
    this.#flush();
    const sums = `select count(*) as count, coalesce(sum(${this.#size}), 0) as bytes from ${this.#shape.name}`;
    const row = this.#database.look(() => this.#database.statement(sums).get());
    return (row as { count: number; bytes: number } | undefined) ?? { count: 0, bytes: 0 };
  }

  /** Removes the oldest until no more than so many bytes are left, and all older than `ageMs`. */
  prune(maxBytes: number, ageMs = Number.POSITIVE_INFINITY): Removal {
    const { name } = this.#shape;
    const before = this.stats();
    if (before.count > 0 && ageMs !== Number.POSITIVE_INFINITY)
      this.#database.attempt(() =>
        this.#database.statement(`delete from ${name} where at < ?`).run(this.#clock() - ageMs),
      );
    if (this.stats().bytes > maxBytes)
      this.#database.attempt(() => {
        const upTo = `sum(${this.#size}) over (order by at desc, ${this.#key})`;
        this.#database
          .statement(
            `delete from ${name} where ${this.#key} in (
               select ${this.#key} from (select ${this.#key}, ${upTo} as upTo from ${name}) where upTo > ?)`,
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

  clear(): Removal {
    return this.prune(-1);
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#database[Symbol.dispose]();
  }

  protected find(key: string): Row | undefined {
    const text = `select * from ${this.#shape.name} where ${this.#key} = ?`;
    const kept = () => this.#database.statement(text).get(key) as Row | undefined;
    return this.#pending.get(key) ?? this.#database.look(kept);
  }

  /** Every row, the newest first. */
  protected *rows(): Generator<Row> {
    this.#flush();
    const text = `select * from ${this.#shape.name} order by at desc`;
    const rows = this.#database.look(() => this.#database.statement(text).iterate()) ?? [];
    for (const row of rows) yield row as unknown as Row;
  }

  /** The time that a row has which is added now. */
  protected now(): number {
    return this.#clock();
  }

  protected add(row: Row): void {
    this.#pending.set(String(row[this.#key]), row);
    if (this.#pending.size >= gatherCount) this.#flush();
    else this.#gathering ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const rows = this.#pending;
    this.#pending = new Map();
    if (rows.size === 0) return;
    const { name, sized } = this.#shape;
    const columns = Object.keys(this.#shape.columns) as (keyof Row & string)[];
    let written = 0;
    this.#database.write(() => {
      const insert = this.#database.statement(
        `insert or replace into ${name} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
      );
      for (const row of rows.values()) {
        insert.run(...columns.map((column) => row[column] as SQLInputValue));
        for (const column of sized) written += (row[column] as { length: number }).length;
      }
    });
    this.#keepBound(written);
  }

  #keepBound(written: number): void {
    const { maxBytes } = this.#shape;
    if (maxBytes === undefined) return;
    this.#bytes = (this.#bytes ?? this.stats().bytes - written) + written;
    if (this.#bytes > maxBytes * 1.1) this.prune(maxBytes);
  }
}
