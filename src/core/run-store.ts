import type { Json } from "./json.ts";
import type { OutcomeKind } from "./outcome.ts";
import type { GradeEvent, MediaEvent, NoteEvent, OutcomeEvent, ReplyEvent, RunEvent } from "./run-event.ts";
import type { WorkKey } from "./work.ts";

/** The first record of a run: what is being run, with secrets still as `${NAME}`. */
export interface RunHeader {
  readonly schema: "vidimus-run/1";
  readonly name: string;
  readonly spec: Json;
  readonly createdAt: number;
}

/** What the log says about a piece of work without opening it: how it ended, or that replies exist but no end. */
export type WorkState = OutcomeKind | "started";

/** Everything the log holds about one piece of work. */
export interface WorkHistory {
  readonly outcome: OutcomeEvent | undefined;
  readonly grade: GradeEvent | undefined;
  /** What was shown, once for each attempt that showed something. */
  readonly media: readonly MediaEvent[];
  readonly replies: readonly ReplyEvent[];
}

/** A part of the log that could not be read; the rest is used. */
export interface Damage {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Where a run is kept. The log is append-only; every store must pass the contract test. */
export interface RunStore extends AsyncDisposable {
  readonly header: RunHeader;
  readonly damage: readonly Damage[];
  /** Aborted, with what is to be told as its reason, once this process cannot write the run any more; absent of stores that cannot lose it. */
  readonly lost?: AbortSignal;
  /** Resolves once the events are durable. Events are kept in the order of the calls; when one cannot be kept, every later call fails too. */
  append(events: readonly RunEvent[]): Promise<void>;
  states(keys: readonly WorkKey[]): Promise<readonly (WorkState | undefined)[]>;
  histories(keys: readonly WorkKey[]): Promise<readonly WorkHistory[]>;
  /** All notes with this text, oldest first. */
  notes(note: string): Promise<readonly NoteEvent[]>;
  /** All readable events in order, streamed. */
  events(): AsyncIterable<RunEvent>;
}
