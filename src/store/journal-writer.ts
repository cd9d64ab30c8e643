import type { FileHandle } from "node:fs/promises";
import { UserError } from "../core/user-error.ts";

/** Lines that become durable together. */
interface Batch {
  readonly lines: string[];
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** So long lines wait for others to share a sync with: each costs the disk, and us, as much as a thousand lines do. */
const gatherMs = 4;

/**
 * Appends with group commit: lines that arrive within a few milliseconds, or while a batch is being written and synced, form the next batch.
 * A promise resolves once its lines are on the disk; when a write fails, the file is cut back to the last durable line and every later
 * append fails too.
 */
export class JournalWriter {
  readonly #file: FileHandle;
  #durableBytes: number;
  /** What gathers now. */
  #next: Batch | undefined;
  /** What is being written now. */
  #current: Batch | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #failure: unknown;
  /** Where the next line will start. */
  position: number;

  constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#durableBytes = position;
    this.position = position;
  }

  /** Takes whole lines and the number of their bytes; returns when they are durable. */
  append(lines: string, sizeBytes: number): Promise<void> {
    if (this.#failure) return heard(Promise.reject(this.#failure));
    this.position += sizeBytes;
    this.#next ??= newBatch();
    this.#next.lines.push(lines);
    if (!this.#current) this.#gather();
    return this.#next.written;
  }

  /** Waits until everything that was appended so far is on the disk, or is known not to come there. */
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
      const bytes = Buffer.from(lines.join(""));
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#durableBytes + written);
        written += bytesWritten;
      }
      await this.#file.datasync();
      this.#durableBytes += bytes.length;
      resolve();
    } catch (error) {
      reject(await this.#fail(error));
    }
    this.#current = undefined;
    if (this.#failure) this.#next?.reject(this.#failure);
    else if (this.#next) this.#gather();
  }

  async #fail(error: unknown): Promise<unknown> {
    const reason = error instanceof Error ? error.message : String(error);
    this.#failure = new UserError(
      `the run log cannot be written: ${reason}`,
      "nothing acknowledged is lost; make room and run the same command again",
    );
    // A part of a batch may be on the disk: nobody was told so, and half a line must not stay.
    await this.#file.truncate(this.#durableBytes).catch(() => undefined);
    return this.#failure;
  }
}

function newBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { lines: [], written: heard(promise), resolve, reject };
}

/** Whoever appended hears of a failure; lines that nobody waits for must not count as unhandled. */
function heard(written: Promise<void>): Promise<void> {
  written.catch(() => undefined);
  return written;
}
