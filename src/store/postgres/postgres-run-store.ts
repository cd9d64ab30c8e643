import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Artefacts } from "../../core/run/artefacts.ts";
import type { FittedEvent, NoteEvent, RunEvent } from "../../core/run/run-event.ts";
import type { RunHeader, WorkHistory, WorkState } from "../../core/run/run-store.ts";
import {
  type Chunk,
  type ChunkProgress,
  type Claim,
  type ClaimedChunk,
  ClaimLost,
  type ClaimRequest,
  type Death,
  type FollowedEvents,
  type SharedRunStore,
} from "../../core/run/shared-run-store.ts";
import type { WorkKey } from "../../core/run/work.ts";
import { bytesDigest } from "../../files/content-digest.ts";
import { historyOf } from "../work-history.ts";
import type { Database } from "./database.ts";
import { EventWriter } from "./event-writer.ts";
import type { Row } from "./query.ts";

/** A run in a database. */
export interface OpenedRun {
  readonly id: string;
  readonly header: RunHeader;
}

/** Whoever follows the log looks so often. */
const lookMs = 250;
const pageEvents = 1_000;
/** Those who fell silent are looked for so often at most. */
const takeOverMs = 10;
/** Chunks that are offered in one statement. */
const offered = 1_000;

/**
 * For what need not outlast a crash of the database: work that is held no more is taken again, and
 * finds what was answered. Answers themselves are waited for until they are on the disk.
 */
const unhurried = "(SELECT set_config('synchronous_commit', 'off', true) AS value) AS unhurried";

/** Opens a run that is in the database, for writing beside others, or for reading only. */
export async function openPostgresRun(
  database: Database,
  { id, header }: OpenedRun,
  { isReader = false } = {},
): Promise<SharedRunStore> {
  const writer = isReader ? undefined : await new EventWriter(database, id).register();
  return new PostgresRunStore(database, { id, header }, writer);
}

class PostgresRunStore implements SharedRunStore {
  readonly header: RunHeader;
  readonly damage = [];
  readonly artefacts: Artefacts;
  readonly #database: Database;
  readonly #run: string;
  readonly #writer: EventWriter | undefined;
  #tookOverAt = Number.NEGATIVE_INFINITY;
  /** Of claims that are held here, by their tokens. */
  readonly #writers = new Map<string, EventWriter>();

  constructor(database: Database, { id, header }: OpenedRun, writer: EventWriter | undefined) {
    this.header = header;
    this.#database = database;
    this.#run = id;
    this.#writer = writer;
    this.artefacts = artefactsIn(database, id);
  }

  append(events: readonly RunEvent[], claim?: Claim): Promise<void> {
    if (!this.#writer) return Promise.reject(new TypeError("this run was opened for reading"));
    if (!claim) return this.#writer.append(events);
    return this.#writers.get(claim.token)?.append(events) ?? Promise.reject(new ClaimLost());
  }

  async states(keys: readonly WorkKey[]): Promise<readonly (WorkState | undefined)[]> {
    await this.#written();
    const rows = await this.#database.query<{ key: string; state: WorkState | null }>(
      `SELECT key, (array_agg(state ORDER BY tx DESC, place DESC) FILTER (WHERE state IS NOT NULL))[1] AS state
       FROM vidimus.events WHERE run = $1 AND key = ANY ($2) GROUP BY key`,
      [this.#run, keys],
    );
    const states = new Map(rows.map(({ key, state }) => [key, state ?? "started"]));
    return keys.map((key) => states.get(key));
  }

  async histories(keys: readonly WorkKey[]): Promise<readonly WorkHistory[]> {
    await this.#written();
    const rows = await this.#database.query<{ key: string; body: string }>(
      "SELECT key, body FROM vidimus.events WHERE run = $1 AND key = ANY ($2) ORDER BY tx, place",
      [this.#run, keys],
    );
    const events = Map.groupBy(rows, ({ key }) => key);
    return keys.map((key) => historyOf((events.get(key) ?? []).map(eventOf)));
  }

  async notes(note: string): Promise<readonly NoteEvent[]> {
    return (await this.#unkeyed("kind = 'note' AND note = $2", [note])) as readonly NoteEvent[];
  }

  async fits(): Promise<readonly FittedEvent[]> {
    return (await this.#unkeyed("kind = 'fitted'", [])) as readonly FittedEvent[];
  }

  async *events(): AsyncIterable<RunEvent> {
    await this.#written();
    // All transactions that had ended by now; later ones have no place before them.
    const [now] = await this.#database.query<{ upto: string }>(
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS upto",
    );
    let last: Position = start;
    for (;;) {
      const page = await this.#page(last, `tx < '${now!.upto}'::xid8`);
      for (const row of page) yield eventOf(row);
      if (page.length < pageEvents) return;
      last = page.at(-1)!;
    }
  }

  async *tail(signal: AbortSignal): AsyncIterable<readonly RunEvent[]> {
    for await (const { events } of this.follow(undefined, signal)) yield events;
  }

  async *follow(from: string | undefined, signal: AbortSignal): AsyncIterable<FollowedEvents> {
    let last = positionFrom(from);
    while (!signal.aborted) {
      const page = await this.#page(last, "tx < pg_snapshot_xmin(pg_current_snapshot())");
      last = page.at(-1) ?? last;
      if (page.length > 0)
        yield { events: page.map(eventOf), position: `${last.tx}/${last.place}` };
      if (page.length < pageEvents)
        await setTimeout(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async offer(chunks: readonly Chunk[]): Promise<void> {
    for (let from = 0; from < chunks.length; from += offered) {
      const some = chunks.slice(from, from + offered);
      await this.#database.query(
        `INSERT INTO vidimus.chunks (run, task, system, first, past)
         SELECT $1, one.* FROM unnest($2::text[], $3::text[], $4::int[], $5::int[]) AS one
         ON CONFLICT DO NOTHING`,
        [
          this.#run,
          ...[some.map(({ task }) => task), some.map(({ system }) => system)],
          ...[some.map((chunk) => chunk.from), some.map((chunk) => chunk.to)],
        ],
      );
    }
  }

  async withdraw(): Promise<void> {
    await this.#database.transaction(async (query) => {
      await query("DELETE FROM vidimus.writers WHERE run = $1 AND lease_until IS NOT NULL", [
        this.#run,
      ]);
      await query("DELETE FROM vidimus.chunks WHERE run = $1", [this.#run]);
    });
  }

  async claim({ worker, leaseMs, most, among, without }: ClaimRequest): Promise<Claim | undefined> {
    const token = randomUUID();
    await this.#takeOver();
    const values = [this.#run, token, without, most, among, worker, leaseMs];
    let chunks = await this.#database.query<ChunkRow & Row>(takeChunks, values);
    // It may have been taken although the answer was lost.
    if (chunks.length === 0) chunks = await this.#database.query(chunksOfClaim, [token]);
    if (chunks.length === 0) return undefined;
    this.#writers.set(token, new EventWriter(this.#database, this.#run, token));
    return { token, chunks: chunks.map(chunkOf).sort(byPlace) };
  }

  /**
   * Notes the deaths of those whose lease has ended. After a restart of the database all have a
   * lease's time to renew theirs.
   */
  async #takeOver(): Promise<void> {
    const now = performance.now();
    if (now - this.#tookOverAt < takeOverMs) return;
    this.#tookOverAt = now;
    await this.#database.query(
      `WITH dead AS (
         DELETE FROM vidimus.writers
         WHERE run = $1 AND lease_until < now()
           AND pg_postmaster_start_time() < now() - lease
         RETURNING token, worker
       )
       UPDATE vidimus.chunks SET claim = NULL, tried = NULL, deaths = deaths || jsonb_build_object(
         'worker', dead.worker,
         'at', (extract(epoch FROM now()) * 1000)::bigint,
         'tried', tried
       )
       FROM dead WHERE run = $1 AND claim = dead.token AND NOT done`,
      [this.#run],
    );
  }

  async renew({ token }: Claim, leaseMs: number): Promise<boolean> {
    const held = await this.#database.query(
      `UPDATE vidimus.writers SET lease_until = now() + $2 * interval '1 ms' FROM ${unhurried}
       WHERE unhurried.value = 'off' AND token = $1 RETURNING 1`,
      [token, leaseMs],
    );
    return held.length > 0;
  }

  async tries({ token }: Claim, place: number): Promise<void> {
    const held = await this.#database.query(
      "UPDATE vidimus.chunks SET tried = $2 WHERE claim = $1 AND NOT done RETURNING 1",
      [token, place],
    );
    if (held.length === 0) throw new ClaimLost();
  }

  async complete({ token }: Claim): Promise<void> {
    await this.#writers.get(token)?.drain();
    this.#writers.delete(token);
    const ended = await this.#database.query(
      `WITH held AS (DELETE FROM vidimus.writers WHERE token = $1 RETURNING 1)
       UPDATE vidimus.chunks SET done = true, tried = NULL FROM held, ${unhurried}
       WHERE unhurried.value = 'off' AND claim = $1 AND NOT done RETURNING 1`,
      [token],
    );
    if (ended.length > 0) return;
    // It may have been ended although the answer was lost.
    const known = await this.#database.query(
      "SELECT 1 FROM vidimus.chunks WHERE run = $1 AND claim = $2 AND done LIMIT 1",
      [this.#run, token],
    );
    if (known.length === 0) throw new ClaimLost();
  }

  async release({ token }: Claim): Promise<void> {
    await this.#writers.get(token)?.drain();
    this.#writers.delete(token);
    await this.#database.query(
      `WITH held AS (DELETE FROM vidimus.writers WHERE token = $1 RETURNING 1)
       UPDATE vidimus.chunks SET claim = NULL, tried = NULL FROM held WHERE claim = $1 AND NOT done`,
      [token],
    );
  }

  async progress(): Promise<readonly ChunkProgress[]> {
    return this.#database.query<ChunkProgress & Record<string, unknown>>(
      `SELECT task, system,
         coalesce(sum(past - first) FILTER (WHERE NOT done AND claim IS NULL), 0)::int AS open,
         coalesce(sum(past - first) FILTER (WHERE NOT done AND claim IS NOT NULL), 0)::int AS held,
         coalesce(sum(past - first) FILTER (WHERE done), 0)::int AS done
       FROM vidimus.chunks WHERE run = $1 GROUP BY task, system ORDER BY min(id)`,
      [this.#run],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#written();
    if (this.#writer)
      await this.#database.query("DELETE FROM vidimus.writers WHERE token = $1", [
        this.#writer.token,
      ]);
  }

  async #written(): Promise<void> {
    await Promise.all([this.#writer, ...this.#writers.values()].map((writer) => writer?.drain()));
  }

  async #unkeyed(where: string, values: readonly unknown[]): Promise<readonly RunEvent[]> {
    await this.#written();
    const rows = await this.#database.query<{ body: string }>(
      `SELECT body FROM vidimus.events WHERE run = $1 AND key IS NULL AND ${where} ORDER BY tx, place`,
      [this.#run, ...values],
    );
    return rows.map(eventOf);
  }

  #page({ tx, place }: Position, where: string): Promise<(Position & { body: string })[]> {
    return this.#database.query(
      `SELECT tx::text AS tx, place, body FROM vidimus.events
       WHERE run = $1 AND (tx, place) > ($2::xid8, $3) AND ${where}
       ORDER BY events.tx, events.place LIMIT ${pageEvents}`,
      [this.#run, tx, place],
    );
  }
}

/** Where in a log an event stands. */
interface Position {
  readonly tx: string;
  readonly place: number;
}

const start: Position = { tx: "0", place: 0 };

function positionFrom(text: string | undefined): Position {
  const [tx, place] = text?.split("/") ?? [];
  return tx === undefined ? start : { tx, place: Number(place) };
}

function eventOf({ body }: { readonly body: string }): RunEvent {
  return JSON.parse(body) as RunEvent;
}

function artefactsIn(database: Database, run: string): Artefacts {
  return {
    async put(bytes) {
      const digest = bytesDigest(bytes);
      await database.query(
        "INSERT INTO vidimus.artefacts (run, digest, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [run, digest, Buffer.from(bytes)],
      );
      return digest;
    },
    async get(digest) {
      const [row] = await database.query<{ bytes: Buffer }>(
        "SELECT bytes FROM vidimus.artefacts WHERE run = $1 AND digest = $2",
        [run, digest],
      );
      return row && bytesDigest(row.bytes) === digest ? row.bytes : undefined;
    },
  };
}

interface ChunkRow {
  readonly task: string;
  readonly system: string;
  readonly first: number;
  readonly past: number;
  readonly deaths: readonly (Omit<Death, "tried"> & { readonly tried: number | null })[];
}

/**
 * Takes chunks for a claim, unless it has some. Nobody waits for another who takes some at the same
 * moment: those are passed over.
 */
const takeChunks = `
  WITH risky AS (
    SELECT id FROM vidimus.chunks
    WHERE run = $1 AND claim IS NULL AND NOT done AND system <> ALL ($3) AND deaths <> '[]'
      AND NOT EXISTS (SELECT 1 FROM vidimus.writers WHERE token = $2)
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  ), open AS (
    SELECT 1 FROM vidimus.chunks WHERE run = $1 AND claim IS NULL AND NOT done LIMIT 2000
  ), usual AS (
    SELECT id FROM vidimus.chunks
    WHERE run = $1 AND claim IS NULL AND NOT done AND system <> ALL ($3) AND deaths = '[]'
      AND NOT EXISTS (SELECT 1 FROM risky)
      AND NOT EXISTS (SELECT 1 FROM vidimus.writers WHERE token = $2)
    ORDER BY id
    LIMIT least($4::int, greatest(1, ceil((SELECT count(*) FROM open) / (2.0 * $5)))::int)
    FOR UPDATE SKIP LOCKED
  ), next AS (
    SELECT id FROM risky UNION ALL SELECT id FROM usual
  ), holder AS (
    INSERT INTO vidimus.writers (token, run, worker, lease, lease_until)
    SELECT $2, $1, $6, lease, now() + lease
    FROM (SELECT $7 * interval '1 ms' AS lease) AS wanted, ${unhurried}
    WHERE unhurried.value = 'off' AND EXISTS (SELECT 1 FROM next)
  )
  UPDATE vidimus.chunks SET claim = $2 FROM next
  WHERE chunks.run = $1 AND chunks.id = next.id
  RETURNING task, system, first, past, deaths`;

const chunksOfClaim =
  "SELECT task, system, first, past, deaths FROM vidimus.chunks WHERE claim = $1 AND NOT done";

function chunkOf({ task, system, first, past, deaths }: ChunkRow): ClaimedChunk {
  return {
    ...{ task, system, from: first, to: past },
    deaths: deaths.map(({ tried, ...death }) => ({
      ...death,
      ...(tried === null ? {} : { tried }),
    })),
  };
}

function byPlace(a: Chunk, b: Chunk): number {
  return a.from - b.from;
}
