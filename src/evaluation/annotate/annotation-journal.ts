import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { UserError } from "../../core/user-error.ts";
import { lineStream } from "../../files/line-stream.ts";
import { shortPath } from "../../files/short-path.ts";
import { repairEnd } from "../../store/journal-file.ts";
import { damageOf, decodeLine, encodeLines } from "../../store/journal-line.ts";
import { JournalWriter, type WriteGuard } from "../../store/journal-writer.ts";
import type { SaveAnswer, SavedStep } from "../../summary/annotate/annotation-pages.ts";
import type { Step } from "../../summary/annotate/edit-history.ts";

const schema = "vidimus-annotations/1";

/** Never through a link that somebody put in its place. */
const appending =
  constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** What a journal holds: all steps of one annotator, by item. */
export interface JournalContent {
  /** As the annotator writes it. */
  readonly annotator: string;
  readonly items: ReadonlyMap<string, readonly SavedStep[]>;
}

interface Line extends SavedStep {
  readonly item: string;
  readonly author: string;
}

/**
 * All that one annotator ever did in a project: an append-only file of one line per step, each with
 * a checksum. A save is acknowledged once its line is on the disk. Only one process may have it
 * open: the caller holds the lock.
 */
export class AnnotationJournal implements AsyncDisposable {
  readonly annotator: string;
  readonly #file: FileHandle;
  readonly #writer: JournalWriter;
  readonly #items: Map<string, SavedStep[]>;

  private constructor(file: FileHandle, content: Content, guard: WriteGuard) {
    this.#file = file;
    this.annotator = content.annotator;
    this.#items = content.items;
    this.#writer = new JournalWriter(file, content.end, guard, {
      noun: "journal of annotations",
      remedy: "make room and save again",
    });
  }

  /** Opens or creates a journal, and removes the rest of a line that was cut off. */
  static async open(
    path: string,
    annotator: string,
    guard: WriteGuard = () => undefined,
  ): Promise<AnnotationJournal> {
    const file = await open(path, appending);
    try {
      const content = await readLines(file, path, "repair");
      if (content) return new AnnotationJournal(file, content, guard);
      const first = encodeLines([{ schema, annotator }]);
      await file.appendFile(first);
      await file.datasync();
      const empty = { annotator, items: new Map(), end: first.length };
      return new AnnotationJournal(file, empty, guard);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get content(): JournalContent {
    return { annotator: this.annotator, items: this.#items };
  }

  /** Whether nothing can be saved any more: what is on the disk may be less than `content`. */
  get isLost(): boolean {
    return this.#writer.lost.aborted;
  }

  /**
   * Saves a step after `base` others of its item. A step that is saved already is not saved again;
   * one that others came before is refused, with what came.
   */
  async save(item: string, base: number, step: Step, at: string): Promise<SaveAnswer> {
    const steps = this.#items.get(item) ?? [];
    const known = steps.find(({ id }) => id === step.id);
    if (known) {
      await this.#writer.drain();
      if (this.isLost) throw this.#writer.lost.reason;
      return { state: "saved", revision: known.revision };
    }
    if (base !== steps.length) return { state: "stale", revision: steps.length, steps };
    const saved: SavedStep = { ...step, revision: base + 1, at };
    this.#items.set(item, steps);
    steps.push(saved);
    const line: Line = { item, author: this.annotator, ...saved };
    await this.#writer.append(encodeLines([line]));
    return { state: "saved", revision: saved.revision };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.drain();
    await this.#file.close();
  }
}

/** Reads a journal that another process may be writing; `undefined` where it has no line yet. */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  const file = await open(path, "r");
  try {
    return await readLines(file, path, "leave");
  } finally {
    await file.close();
  }
}

interface Content {
  readonly annotator: string;
  readonly items: Map<string, SavedStep[]>;
  readonly end: number;
}

async function readLines(
  file: FileHandle,
  path: string,
  tornEnd: "repair" | "leave",
): Promise<Content | undefined> {
  let annotator: string | undefined;
  let end = 0;
  let number = 0;
  const items = new Map<string, SavedStep[]>();
  const take = (bytes: Buffer) => {
    number++;
    const decoded = decodeLine(bytes);
    if (!decoded.ok)
      throw new UserError(
        `${shortPath(path)}:${number}: this line of the journal cannot be read: ${decoded.reason}`,
        "put the file back from a copy; nothing is saved to it as it is",
      );
    if (annotator === undefined) annotator = headerOf(decoded.record, path);
    else addLine(items, decoded.record as unknown as Line);
  };
  for await (const lines of lineStream(file))
    for (const { bytes, offset, isWhole } of lines) {
      if (isWhole) {
        take(bytes);
        end = offset + bytes.length + 1;
        continue;
      }
      if (damageOf(bytes) === undefined) take(bytes);
      if (tornEnd === "repair") ({ end } = await repairEnd(file, bytes, offset));
    }
  return annotator === undefined ? undefined : { annotator, items, end };
}

function headerOf(record: Readonly<Record<string, unknown>>, path: string): string {
  if (record.schema === schema && typeof record.annotator === "string") return record.annotator;
  throw new UserError(
    `${shortPath(path)} is no journal of annotations: its first line says ${JSON.stringify(record.schema)}`,
    `this version reads ${schema}`,
  );
}

function addLine(items: Map<string, SavedStep[]>, { item, author: _, ...step }: Line): void {
  const steps = items.get(item) ?? [];
  items.set(item, steps);
  steps.push(step);
}
