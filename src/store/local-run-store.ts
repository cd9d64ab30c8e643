import { constants, fstatSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Artefacts } from "../core/run/artefacts.ts";
import type { FittedEvent, NoteEvent, RunEvent } from "../core/run/run-event.ts";
import type { Damage, RunHeader, RunStore, WorkHistory, WorkState } from "../core/run/run-store.ts";
import type { WorkKey } from "../core/run/work.ts";
import { UserError } from "../core/user-error.ts";
import { FileLock } from "../files/file-lock.ts";
import { lineStream } from "../files/line-stream.ts";
import { makeFolder } from "../files/make-folder.ts";
import { artefactFolder } from "./artefact-folder.ts";
import { fileChanges } from "./file-changes.ts";
import { type Durable, IndexFile } from "./index-file.ts";
import { createJournal, journalName, readRunHeader, repairEnd } from "./journal-file.ts";
import { damageOf, decodeLine, encodeLines } from "./journal-line.ts";
import { JournalWriter } from "./journal-writer.ts";
import { lineAt } from "./line-at.ts";
import { scanLine } from "./scan-line.ts";
import { historyOf } from "./work-history.ts";
import { noWork, WorkIndex } from "./work-index.ts";

/** Held by the process that writes the run. */
export const lockName = "run.lock";

const never = new AbortController().signal;

const newline = 10;

/** After so many new entries the index is written too, so that a kill leaves little to scan. */
const indexEvery = 50_000;

/** For reading, and for writing at the end whatever another process may have put there. */
const appending = constants.O_RDWR | constants.O_APPEND;

/** Starts a run in a new or empty directory. */
export async function createLocalRun(directory: string, header: RunHeader): Promise<RunStore> {
  makeFolder(directory);
  const lock = FileLock.take(join(directory, lockName));
  try {
    const line = encodeLines([header]);
    const file = await open(await createJournal(directory, line), appending);
    const store = new LocalRunStore(directory, file, header, lock);
    store.startAt({ bytes: line.length, lines: 1 });
    return store;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Continues a run: takes its lock, repairs a torn last line, and learns what the log settles. */
export async function openLocalRun(directory: string): Promise<RunStore> {
  const path = join(directory, journalName);
  const header = await readRunHeader(directory);
  const lock = FileLock.take(join(directory, lockName));
  try {
    const file = await open(path, appending);
    const store = new LocalRunStore(directory, file, header, lock);
    await store.learn({ repair: true });
    return store;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Opens a run for reading only, also while another process writes it. */
export async function readLocalRun(directory: string): Promise<RunStore> {
  const header = await readRunHeader(directory);
  const store = new LocalRunStore(
    directory,
    await open(join(directory, journalName), "r"),
    header,
    undefined,
  );
  await store.learn({ repair: false });
  return store;
}

/**
 * A run in a directory: an append-only journal, the only source of truth, with a derived index
 * beside it.
 */
class LocalRunStore implements RunStore {
  readonly header: RunHeader;
  readonly artefacts: Artefacts;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #lock: FileLock | undefined;
  #index = new WorkIndex();
  readonly #indexFile: IndexFile;
  readonly #lineAt: (offset: number) => Buffer | undefined;
  readonly #damage: Damage[] = [];
  #writer: JournalWriter | undefined;
  #lines = 0;
  #unsaved = 0;

  constructor(directory: string, file: FileHandle, header: RunHeader, lock: FileLock | undefined) {
    this.header = header;
    this.artefacts = artefactFolder(join(directory, "artefacts"));
    this.#path = join(directory, journalName);
    this.#file = file;
    this.#lock = lock;
    this.#indexFile = new IndexFile(join(directory, "run.index"));
    this.#lineAt = lineAt(file.fd);
  }

  get damage(): readonly Damage[] {
    return this.#damage;
  }

  get lost(): AbortSignal {
    return this.#writer?.lost ?? never;
  }

  startAt({ bytes, lines }: { readonly bytes: number; readonly lines: number }): void {
    this.#lines = lines;
    this.#writeFrom(bytes);
  }

  #writeFrom(bytes: number): void {
    const writer = new JournalWriter(
      this.#file,
      bytes,
      () => this.#lock?.check() ?? this.#checkJournal(),
    );
    this.#writer = writer;
    if (this.#lock) this.#lock.onLost = (reason) => writer.stop(reason);
  }

  /** Lines in a file that was deleted or replaced would be lost without a word. */
  #checkJournal(): UserError | undefined {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    if (there?.ino === fstatSync(this.#file.fd).ino) return undefined;
    return new UserError(
      `the log of this run was deleted or replaced while it was being written: ${this.#path}`,
      "put it back to go on, or start a new run with --new",
    );
  }

  async learn({ repair }: { readonly repair: boolean }): Promise<void> {
    const { size } = await this.#file.stat();
    let covered = this.#indexFile.load(this.#index, size);
    if (covered.bytes > 0 && !this.#fits(covered.bytes)) {
      this.#indexFile.discard();
      this.#index = new WorkIndex();
      covered = { bytes: 0, lines: 0 };
    }
    this.#lines = covered.lines;
    let end = covered.bytes;
    for await (const lines of lineStream(this.#file, covered.bytes)) {
      for (const { bytes, offset, isWhole } of lines) {
        if (!isWhole) {
          if (!repair) continue;
          const repaired = await repairEnd(this.#file, bytes, offset);
          end = repaired.end;
          if (repaired.isKept) this.#take(bytes, offset);
          continue;
        }
        end = offset + bytes.length + 1;
        this.#take(bytes, offset);
      }
    }
    if (!repair) return;
    this.#writeFrom(end);
    this.#saveIndex();
  }

  append(events: readonly RunEvent[]): Promise<void> {
    const writer = this.#writer;
    if (!writer) return Promise.reject(new TypeError("this run was opened for reading"));
    const lines = encodeLines(events);
    const start = writer.position;
    let from = 0;
    for (const event of events) {
      this.#know(event, start + from);
      from = lines.indexOf(newline, from) + 1;
    }
    this.#lines += events.length;
    this.#unsaved += events.length;
    const written = {
      entries: this.#index.entryCount,
      bytes: start + lines.length,
      lines: this.#lines,
    };
    const isDue = this.#unsaved >= indexEvery;
    if (isDue) this.#unsaved = 0;
    const appended = writer.append(lines);
    if (!isDue || this.#damage.length > 0) return appended;
    const saved = appended.then(() => this.#keepIndex(written));
    saved.catch(() => undefined);
    return saved;
  }

  async states(keys: readonly WorkKey[]): Promise<readonly (WorkState | undefined)[]> {
    return keys.map((key) => this.#index.state(key));
  }

  async histories(keys: readonly WorkKey[]): Promise<readonly WorkHistory[]> {
    await this.#writer?.drain();
    return keys.map((key) =>
      historyOf(this.#index.entries(key).map(({ offset }) => this.#read(offset))),
    );
  }

  async notes(note: string): Promise<readonly NoteEvent[]> {
    await this.#writer?.drain();
    const events = this.#index.entries(noWork).map(({ offset }) => this.#read(offset));
    return events.filter(
      (event): event is NoteEvent => event?.event === "note" && event.note === note,
    );
  }

  async fits(): Promise<readonly FittedEvent[]> {
    await this.#writer?.drain();
    const events = this.#index.entries(noWork).map(({ offset }) => this.#read(offset));
    return events.filter((event): event is FittedEvent => event?.event === "fitted");
  }

  async *events(): AsyncIterable<RunEvent> {
    await this.#writer?.drain();
    let line = 0;
    for await (const lines of lineStream(this.#file)) {
      for (const { bytes, isWhole } of lines) {
        line++;
        const decoded = isWhole && line > 1 ? decodeLine(bytes) : undefined;
        if (decoded?.ok) yield decoded.record as unknown as RunEvent;
        else if (decoded) this.#damaged(decoded.reason, line);
      }
    }
  }

  async *tail(signal: AbortSignal): AsyncIterable<readonly RunEvent[]> {
    let end = 0;
    // What follows the last line end is being written, and is read again once it is whole.
    for await (const _ of fileChanges(this.#path, signal))
      for await (const lines of lineStream(this.#file, end)) {
        if (signal.aborted) break;
        const events: RunEvent[] = [];
        for (const { bytes, offset, isWhole } of lines) {
          if (!isWhole) continue;
          const decoded = offset > 0 ? decodeLine(bytes) : undefined;
          if (decoded?.ok) events.push(decoded.record as unknown as RunEvent);
          end = offset + bytes.length + 1;
        }
        if (events.length > 0) yield events;
      }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#writer?.drain();
      if (this.#writer && !this.#writer.lost.aborted) this.#saveIndex();
    } finally {
      await this.#file.close();
      this.#lock?.[Symbol.dispose]();
    }
  }

  #saveIndex(): void {
    // A journal with damage is scanned every time, so that the damage is reported every time.
    if (this.#damage.length > 0) {
      this.#indexFile.discard();
      return;
    }
    this.#keepIndex({
      entries: this.#index.entryCount,
      bytes: this.#writer!.position,
      lines: this.#lines,
    });
    this.#unsaved = 0;
  }

  /**
   * The index is only a help: a disk without room for it costs the next start a scan, not this one
   * its run.
   */
  #keepIndex(durable: Durable): void {
    try {
      this.#indexFile.save(this.#index, durable);
    } catch {
      this.#indexFile.discard();
    }
  }

  #read(offset: number): RunEvent | undefined {
    const line = this.#lineAt(offset);
    const decoded = line ? decodeLine(line) : ({ ok: false, reason: "the line is gone" } as const);
    if (decoded.ok) return decoded.record as unknown as RunEvent;
    this.#damaged(decoded.reason, this.#lineNumber(offset));
    return undefined;
  }

  #take(bytes: Buffer, offset: number): void {
    this.#lines++;
    if (offset === 0) return;
    const reason = damageOf(bytes);
    const scanned = reason ? undefined : scanLine(bytes);
    if (scanned) this.#index.add(scanned.key, scanned.kind, offset);
    else this.#damaged(reason ?? "not an event of this format", this.#lines);
  }

  #know(event: RunEvent, offset: number): void {
    if (event.event === "outcome") this.#index.add(event.key, event.outcome.kind, offset);
    else if (event.event === "reply" || event.event === "grade" || event.event === "media")
      this.#index.add(event.key, event.event, offset);
    else this.#index.add(noWork, "note", offset);
  }

  #damaged(reason: string, line: number): void {
    if (!this.#damage.some((known) => known.line === line)) this.#damage.push({ line, reason });
  }

  /**
   * Whether the newest line that the index knows stands where it says, and ends where it stops:
   * otherwise it belongs to another journal.
   */
  #fits(end: number): boolean {
    const last = this.#index.last();
    const line = last && this.#lineAt(last.offset);
    if (!line || damageOf(line) || last.offset + line.length + 1 !== end) return false;
    const scanned = scanLine(line);
    return scanned?.key === last.key && scanned.kind === last.kind;
  }

  /** Counts lines up to an offset; only for naming a damaged one. */
  #lineNumber(offset: number): number {
    let line = 1;
    const at = lineAt(this.#file.fd);
    for (let position = 0; position < offset; line++) {
      const bytes = at(position);
      if (!bytes) break;
      position += bytes.length + 1;
    }
    return line;
  }
}
