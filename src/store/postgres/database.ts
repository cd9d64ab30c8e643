import type { Pool, PoolClient } from "pg";
import { once } from "../../core/once.ts";
import { UserError } from "../../core/user-error.ts";
import { migrate } from "./migrations.ts";
import type { Query, Row } from "./query.ts";

export interface DatabaseOptions {
  readonly url: string;
  /** So long a database that does not answer is waited for. */
  readonly patienceMs?: number;
  /** Told when the database stops answering, and when it is back. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

const hourMs = 3_600_000;
/** Somebody may have mistyped the address. */
const firstMs = 15_000;
const [shortestWaitMs, longestWaitMs] = [100, 2_000];

/** Only runs with a database need its driver. */
const loadDriver = once(() => import("pg"));

/** It was waited for long enough. */
export class DatabaseSilent extends UserError {}

/**
 * A PostgreSQL database. Restarts of it and cuts of the network are waited out: a statement that
 * met one is sent again, so statements must be such that twice is as good as once.
 */
export class Database implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #options: DatabaseOptions;
  #silentSince: number | undefined;
  #isOpen = false;
  #isClosed = false;

  private constructor(pool: Pool, options: DatabaseOptions) {
    this.#pool = pool;
    this.#options = options;
    // An idle connection that breaks is replaced when one is needed; of one in use, the statement
    // that is under way or comes next says so.
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** Connects, and brings the tables up to date. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { default: driver } = await loadDriver();
    const pool = new driver.Pool({
      connectionString: checkedUrl(options.url),
      // Many workers share what a server allows, 100 unless it is set otherwise.
      max: 4,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: "vidimus",
    });
    const database = new Database(pool, options);
    try {
      await database.transaction(migrate);
      database.#isOpen = true;
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw database.#told(error);
    }
    return database;
  }

  /** Its address, with the password. */
  get url(): string {
    return this.#options.url;
  }

  /** One statement, in a transaction of its own. */
  query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.#insist(async () => (await this.#pool.query<R>(text, [...values])).rows);
  }

  /** Several statements that are kept together or not at all. */
  transaction<Result>(work: (query: Query) => Promise<Result>, mode = ""): Promise<Result> {
    return this.#insist(async () => {
      const client = await this.#pool.connect();
      let broken: Error | undefined;
      try {
        await client.query(`BEGIN ${mode}`);
        const result = await work(queryOf(client));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch((second: Error) => (broken = second));
        throw error;
      } finally {
        client.release(broken);
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }

  async #insist<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const { patienceMs = this.#isOpen ? hourMs : firstMs } = this.#options;
    const startedAt = performance.now();
    for (let waitMs = shortestWaitMs; ; waitMs = Math.min(longestWaitMs, 2 * waitMs)) {
      try {
        const result = await attempt();
        this.#answered();
        return result;
      } catch (error) {
        const isLate = performance.now() - startedAt > patienceMs;
        if (this.#isClosed || isLate || !isPassing(error)) throw this.#told(error);
        if (isOutage(error)) this.#silent(error);
        await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
      }
    }
  }

  #silent(error: unknown): void {
    if (this.#silentSince !== undefined) return;
    this.#silentSince = performance.now();
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.onTrouble?.(`the database does not answer (${reason}); trying again`);
  }

  #answered(): void {
    if (this.#silentSince === undefined) return;
    const seconds = Math.round((performance.now() - this.#silentSince) / 1_000);
    this.#silentSince = undefined;
    this.#options.onTrouble?.(`the database answers again, after ${seconds} s`);
  }

  /** What a user can mend is said as such, and never with the password. */
  #told(error: unknown): unknown {
    const code = codeOf(error);
    const { host, pathname } = new URL(this.#options.url);
    if (code === "28P01" || code === "28000")
      return new UserError(
        `the database at ${host} refuses the user or the password`,
        "look at the user and the password of the address",
      );
    if (code === "3D000")
      return new UserError(
        `there is no database "${pathname.slice(1)}" at ${host}`,
        `create it: createdb ${pathname.slice(1)}`,
      );
    if (code === "42501" && error instanceof Error)
      return new UserError(
        `the database at ${host}: ${error.message}`,
        "the user must be allowed to create a schema, or to use that named vidimus",
      );
    if (isOutage(error) && error instanceof Error)
      return new DatabaseSilent(
        `the database at ${host} does not answer: ${error.message || code}`,
        "is it running, and can it be reached from here?",
      );
    return error;
  }
}

function queryOf(client: PoolClient): Query {
  return async (text, values = []) => (await client.query(text, [...values])).rows;
}

function checkedUrl(url: string): string {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UserError(
    "--store: not an address of a PostgreSQL database",
    "give one like postgres://user:password@host:5432/database",
  );
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const { code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
  return typeof code === "string" ? code : "";
}

/** The connection is gone, or the database is stopping or starting. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P0)/.test(code)) return true;
  if (
    [
      "ECONNREFUSED",
      "ECONNRESET",
      "EPIPE",
      "ETIMEDOUT",
      "EHOSTUNREACH",
      "ENETUNREACH",
      "EAI_AGAIN",
      "ENOTFOUND",
    ].includes(code)
  )
    return true;
  return (
    error instanceof Error &&
    /connection (terminated|timeout)|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended/i.test(
      error.message,
    )
  );
}

/** The same may succeed later. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  // Serialisation failures and deadlocks; no room for another connection.
  return code === "40001" || code === "40P01" || code === "53300" || isOutage(error);
}
