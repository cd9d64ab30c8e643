import { randomUUID } from "node:crypto";
import type { RunEvent } from "../../core/run/run-event.ts";
import { ClaimLost } from "../../core/run/shared-run-store.ts";
import type { Database } from "./database.ts";

interface Waiting {
  readonly events: readonly RunEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** So many events at most in one transaction; what is left comes in the next. */
const mostEvents = 1_000;

/**
 * Appends events in the order of the calls, as many in one transaction as have come while the one
 * before was under way. Batches are counted: one that is sent again because its acknowledgement was
 * lost is kept once.
 */
export class EventWriter {
  readonly token: string;
  readonly #database: Database;
  readonly #run: string;
  readonly #waiting: Waiting[] = [];
  #batch = 0;
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** With the token of a claim, what is appended is kept only while the claim holds. */
  constructor(database: Database, run: string, token: string = randomUUID()) {
    this.#database = database;
    this.#run = run;
    this.token = token;
  }

  /** Makes the writer known; a claim is known already. */
  async register(): Promise<this> {
    await this.#database.query(
      "INSERT INTO vidimus.writers (token, run, worker) VALUES ($1, $2, '') ON CONFLICT DO NOTHING",
      [this.token, this.#run],
    );
    return this;
  }

  append(events: readonly RunEvent[]): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ events, resolve, reject });
    this.#writing ??= this.#write();
    return promise;
  }

  /** Resolves once everything that was handed over is kept or refused. */
  async drain(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    // What is appended in the same turn belongs together.
    await undefined;
    while (this.#waiting.length > 0) {
      const taken = this.#take();
      try {
        await this.#insert(taken.flatMap(({ events }) => events));
        for (const { resolve } of taken) resolve();
      } catch (error) {
        this.#failure = { error };
        for (const { reject } of [...taken, ...this.#waiting.splice(0)]) reject(error);
      }
    }
    this.#writing = undefined;
  }

  #take(): readonly Waiting[] {
    let count = 0;
    let calls = 0;
    for (const { events } of this.#waiting) {
      if (calls > 0 && count + events.length > mostEvents) break;
      count += events.length;
      calls++;
    }
    return this.#waiting.splice(0, calls);
  }

  async #insert(events: readonly RunEvent[]): Promise<void> {
    if (events.length === 0) return;
    const batch = ++this.#batch;
    const columns = events.map(columnsOf);
    const column = (name: keyof (typeof columns)[0]) => columns.map((row) => row[name]);
    const kept = await this.#database.query(
      `WITH turn AS (
         UPDATE vidimus.writers SET batch = $3 WHERE token = $1 AND run = $2 AND batch = $3 - 1
         RETURNING 1
       )
       INSERT INTO vidimus.events (run, place, kind, key, state, note, body)
       SELECT $2, place, kind, key, state, note, body
       FROM turn, unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         WITH ORDINALITY AS one (kind, key, state, note, body, place)
       RETURNING 1`,
      [
        ...[this.token, this.#run, batch],
        ...[column("kind"), column("key"), column("state"), column("note"), column("body")],
      ],
    );
    if (kept.length === events.length) return;
    const [known] = await this.#database.query<{ batch: string }>(
      "SELECT batch FROM vidimus.writers WHERE token = $1",
      [this.token],
    );
    if (Number(known?.batch) !== batch) throw new ClaimLost();
  }
}

/** What of an event is looked up by. A grade settles like an outcome. */
function columnsOf(event: RunEvent) {
  return {
    kind: event.event,
    key: "key" in event ? event.key : null,
    state:
      event.event === "outcome" ? event.outcome.kind : event.event === "grade" ? "answered" : null,
    note: event.event === "note" ? event.note : null,
    body: JSON.stringify(event),
  };
}
