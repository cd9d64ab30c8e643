import type { FileHandle } from "node:fs/promises";
import { UserError } from "../core/user-error.ts";

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends with group commit: lines that arrive while a batch is being written and synced form the next batch. A promise resolves once
 * its lines are on the disk; when a write fails, the file is cut back to the last durable line and every later append fails too.
 */
export class JournalWriter {
  readonly #file: FileHandle;
  #durableBytes: number;
  #pendingText: string[] = [];
  #pending: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #failure: unknown;
  /** Where the next line will start. */
  position: number;

  constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#durableBytes = position;
    this.position = position;
  }

  /** Takes whole lines; returns when they are durable. */
  append(lines: string): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.position += Buffer.byteLength(lines);
    this.#pendingText.push(lines);
    const done = new Promise<void>((resolve, reject) => this.#pending.push({ resolve, reject }));
    this.#flushing ??= this.#flush();
    return done;
  }

  /** Waits until nothing is under way. */
  async drain(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // One turn of the event loop lets appends of the same moment share a sync.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0 && !this.#failure) {
      const waiting = this.#pending;
      const bytes = Buffer.from(this.#pendingText.join(""));
      this.#pending = [];
      this.#pendingText = [];
      try {
        await this.#write(bytes);
        this.#durableBytes += bytes.length;
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        await this.#fail(error, waiting);
      }
    }
    this.#flushing = undefined;
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#durableBytes + written);
      written += bytesWritten;
    }
    await this.#file.datasync();
  }

  async #fail(error: unknown, waiting: readonly Waiting[]): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.#failure = new UserError(
      `the run log cannot be written: ${reason}`,
      "nothing acknowledged is lost; make room and run the same command again",
    );
    // A part of a batch may be on the disk: nobody was told so, and half a line must not stay.
    await this.#file.truncate(this.#durableBytes).catch(() => undefined);
    for (const { reject } of [...waiting, ...this.#pending]) reject(this.#failure);
    this.#pending = [];
    this.#pendingText = [];
  }
}
