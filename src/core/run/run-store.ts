import type { Json } from "../json.ts";
import type { Artefacts } from "./artefacts.ts";
import type { OutcomeKind } from "./outcome.ts";
import type {
  FittedEvent,
  GradeEvent,
  MediaEvent,
  NoteEvent,
  OutcomeEvent,
  ReplyEvent,
  RunEvent,
} from "./run-event.ts";
import type { WorkKey } from "./work.ts";

/** The first record of a run: what is being run, with secrets still as `${NAME}`. */
export interface RunHeader {
  /** Work of version 1 has the whole content of its sample in its key, of version 2 what is asked. */
  readonly schema: "vidimus-run/1" | "vidimus-run/2";
  readonly name: string;
  readonly spec: Json;
  readonly createdAt: number;
}

/**
 * What the log says about a piece of work without opening it: how it ended, or that replies exist
 * but no end.
 */
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
  /** The log as people know it, where it is not that of the run itself. */
  readonly logName?: string;
}

/** Where a run is kept. The log is append-only; every store must pass the contract test. */
export interface RunStore extends AsyncDisposable {
  readonly header: RunHeader;
  readonly damage: readonly Damage[];
  /**
   * Aborted, with what is to be told as its reason, once this process cannot write the run any
   * more; absent of stores that cannot lose it.
   */
  readonly lost?: AbortSignal;
  /**
   * Resolves once the events are durable. Events are kept in the order of the calls; when one
   * cannot be kept, every later call fails too.
   */
  append(events: readonly RunEvent[]): Promise<void>;
  states(keys: readonly WorkKey[]): Promise<readonly (WorkState | undefined)[]>;
  histories(keys: readonly WorkKey[]): Promise<readonly WorkHistory[]>;
  /** All notes with this text, oldest first. */
  notes(note: string): Promise<readonly NoteEvent[]>;
  /** All that systems learnt, oldest first. */
  fits(): Promise<readonly FittedEvent[]>;
  readonly artefacts: Artefacts;
  /** All readable events in order, streamed; what cannot be read is then in `damage`. */
  events(): AsyncIterable<RunEvent>;
  /**
   * All readable events in order, in batches, and then those that are appended, also by other
   * processes, each once and as they come; ends when the signal is aborted.
   */
  tail(signal: AbortSignal): AsyncIterable<readonly RunEvent[]>;
}

/** What is derived from a log and kept beside it: results, by name. */
export interface RunFiles {
  /** A folder for files that are too large to be handed over as texts. */
  readonly directory: string;
  read(name: string): Promise<string | undefined>;
  /** In one step: readers see the old text or the new one. */
  write(name: string, text: string): Promise<void>;
  /** Identifies a file as it is now; `undefined` where it cannot be read. */
  facts(name: string): Promise<KeptFileFacts | undefined>;
  /** The same of the log. */
  logFacts(): Promise<KeptFileFacts | undefined>;
  /** The name of the log among the files. */
  readonly logFile: string;
}

export interface KeptFileFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A run that is kept. */
export interface KeptRun extends RunStore {
  readonly files: RunFiles;
  /** The log, as messages name it. */
  readonly logName: string;
}

/** A run in a list; its header is read when it is asked for. */
export interface ListedRun {
  readonly url: string;
  /** The last part of the address. */
  readonly name: string;
  /** @throws {UserError} where there was a log that cannot be read now. */
  header(): Promise<RunHeader | undefined>;
}

/** Opens runs by their addresses: a folder is one. */
export interface RunStores {
  /** @throws {UserError} where there is a run already. */
  create(url: string, header: RunHeader): Promise<KeptRun>;
  /** To go on with it; no other process may write it meanwhile. */
  open(url: string): Promise<KeptRun>;
  /** To read it, also while another process writes it. */
  read(url: string): Promise<KeptRun>;
  /**
   * The first record; `undefined` where there never was a run. @throws {UserError} where there was
   * one that cannot be read now.
   */
  header(url: string): Promise<RunHeader | undefined>;
  files(url: string): RunFiles;
  /** Whether some process goes on with it now. */
  isBeingWritten(url: string): Promise<boolean>;
  /** What may be runs in a place, newest first. */
  list(url: string): Promise<readonly ListedRun[]>;
}
