import type { FileHandle } from "node:fs/promises";
import { UserError } from "../core/user-error.ts";

/** Lines that become durable together. */
interface Batch {
  readonly lines: Buffer[];
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * So long lines wait for others to share a sync with: each costs the disk, and us, as much as a
 * thousand lines do.
 */
const gatherMs = 4;

/** Why this process may not write the journal any more, or `undefined` while it may. */
export type WriteGuard = () => UserError | undefined;

/** What the journal is called in messages, and what helps where it cannot be written. */
interface JournalWords {
  readonly noun: string;
  readonly remedy: string;
}

const runWords = { noun: "run log", remedy: "make room and run the same command again" };

/**
 * Appends with group commit: lines that arrive within a few milliseconds, or while a batch is being
 * written and synced, form the next batch. A promise resolves once its lines are on the disk; when
 * a write fails, the file is cut back to the last durable line and every later append fails too.
 * The guard is asked before each batch and before it is acknowledged.
 */
export class JournalWriter {
  /**
   * Opened for appending: whatever another process may have written meanwhile is never written
   * over.
   */
  readonly #file: FileHandle;
  readonly #guard: WriteGuard;
  readonly #words: JournalWords;
  readonly #lost = new AbortController();
  #durableBytes: number;
  /** What gathers now. */
  #next: Batch | undefined;
  /** What is being written now. */
  #current: Batch | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #failure: UserError | undefined;
  /** Where the next line will start. */
  position: number;

  constructor(
    file: FileHandle,
    position: number,
    guard: WriteGuard,
    words: JournalWords = runWords,
  ) {
    this.#file = file;
    this.#words = words;
    this.#durableBytes = position;
    this.position = position;
    this.#guard = guard;
  }

  /** Aborted with the reason once nothing can be written any more. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Ends all writing. */
  stop(reason: UserError): void {
    this.#failure ??= reason;
    this.#lost.abort(this.#failure);
  }

  /** Takes whole lines; returns when they are durable. */
  append(lines: Buffer): Promise<void> {
    if (this.#failure) return heard(Promise.reject(this.#failure));
    this.position += lines.length;
    this.#next ??= newBatch();
    this.#next.lines.push(lines);
    if (!this.#current) this.#gather();
    return this.#next.written;
  }

  /**
   * Waits until everything that was appended so far is on the disk, or is known not to come there.
   */
  async drain(): Promise<void> {
    const newest = this.#next ?? this.#current;
    if (!this.#current) this.#start();
    await newest?.written.catch(() => undefined);
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => this.#start(), gatherMs);
  }

  #start(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#current = this.#next;
    this.#next = undefined;
    if (this.#current) void this.#write(this.#current);
  }

  async #write({ lines, resolve, reject }: Batch): Promise<void> {
    try {
      this.#checkGuard();
      const bytes = Buffer.concat(lines);
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(
          bytes,
          written,
          bytes.length - written,
          null,
        );
        written += bytesWritten;
      }
      await this.#file.datasync();
      this.#checkGuard();
      this.#durableBytes += bytes.length;
      resolve();
    } catch (error) {
      reject(await this.#fail(error));
    }
    this.#current = undefined;
    if (this.#failure) this.#next?.reject(this.#failure);
    else if (this.#next) this.#gather();
  }

  #checkGuard(): void {
    const reason = this.#guard();
    if (reason) this.stop(reason);
    if (this.#failure) throw this.#failure;
  }

  async #fail(error: unknown): Promise<unknown> {
    // A part of a batch may be on the disk: nobody was told so, and half a line must not stay. What
    // another process writes is not ours to cut.
    if (!this.#guard()) await this.#file.truncate(this.#durableBytes).catch(() => undefined);
    this.stop(
      new UserError(
        `the ${this.#words.noun} cannot be written: ${reasonOf(error)}`,
        `nothing acknowledged is lost; ${this.#words.remedy}`,
      ),
    );
    return this.#failure;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return isFull ? `the disk is full (${message})` : String(message ?? error);
}

function newBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { lines: [], written: heard(promise), resolve, reject };
}

/**
 * Those who appended hear of a failure; lines that nobody waits for must not count as unhandled.
 */
function heard(written: Promise<void>): Promise<void> {
  written.catch(() => undefined);
  return written;
}
