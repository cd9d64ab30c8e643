import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { FileLock } from "../../files/file-lock.ts";
import type { SaveAnswer, SaveRequest } from "../../summary/annotate/annotation-pages.ts";
import { AnnotationJournal, type JournalContent, readJournal } from "./annotation-journal.ts";
import { annotatorFile, checkAnnotator, sameAnnotator } from "./annotator-name.ts";
import { ownFolder } from "./own-folder.ts";
import { type Project, readProject } from "./read-project.ts";
import { type Lengths, writeSnapshot } from "./write-snapshot.ts";

const journalFolder = "journal";

/** One item to save, and when. */
export interface Saving extends SaveRequest {
  readonly item: string;
  /** In the form of ISO 8601. */
  readonly at: string;
}

/**
 * The annotation projects of one server. From the first save on, a project is locked against other
 * processes until the desk is disposed of; reading needs no lock.
 */
export class AnnotationDesk implements AsyncDisposable {
  /** Of the videos of all projects. */
  readonly lengths: Lengths;
  /** Why a video could not be decoded when it was last looked at. */
  readonly problemOf: (path: string) => string | undefined;
  readonly #open = new Map<string, OpenProject>();

  constructor(lengths: Lengths, problemOf: (path: string) => string | undefined = () => undefined) {
    this.lengths = lengths;
    this.problemOf = problemOf;
  }

  /** The journals of all annotators of a project, in the order of their names. */
  async journals(folder: string): Promise<readonly JournalContent[]> {
    const open = this.#open.get(folder);
    const directory = join(folder, journalFolder);
    const names = existsSync(directory) ? await readdir(directory) : [];
    const found = await Promise.all(
      names
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .map((name) => open?.content(name) ?? readJournal(join(directory, name))),
    );
    return found.filter((content) => content !== undefined);
  }

  /** What one annotator did; nothing yet where there is no journal. */
  async journal(folder: string, annotator: string): Promise<JournalContent> {
    const all = await this.journals(folder);
    return (
      all.find((content) => sameAnnotator(content.annotator, annotator)) ?? {
        annotator,
        items: new Map(),
      }
    );
  }

  /** Saves a step; returns once it is on the disk. The snapshot follows. */
  async save(folder: string, saving: Saving): Promise<SaveAnswer> {
    checkAnnotator(saving.annotator);
    const open = this.#take(folder);
    const answer = await open.save(saving);
    open.snapshot(saving.annotator, this.lengths);
    return answer;
  }

  /** Waits until the snapshots hold what is saved. */
  async settle(): Promise<void> {
    for (const open of this.#open.values()) await open.settle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const open of this.#open.values()) await open[Symbol.asyncDispose]();
    this.#open.clear();
  }

  /** Without a pause, so that two saves never open a project twice. */
  #take(folder: string): OpenProject {
    const known = this.#open.get(folder);
    if (known && !known.isLost) return known;
    known?.abandon();
    const open = new OpenProject(folder);
    this.#open.set(folder, open);
    return open;
  }
}

/** A project that this process writes. */
class OpenProject implements AsyncDisposable {
  readonly #folder: string;
  readonly #lock: FileLock;
  readonly #journals = new Map<string, Promise<AnnotationJournal>>();
  readonly #ready = new Map<string, AnnotationJournal>();
  readonly #stale = new Set<string>();
  #writing: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#lock = FileLock.take(
      join(ownFolder(folder, journalFolder), ".lock"),
      "annotation project",
    );
  }

  /** Whether the lock or a journal is gone: everything is read again from the disk then. */
  get isLost(): boolean {
    return this.#lock.check() !== undefined || [...this.#ready.values()].some((one) => one.isLost);
  }

  content(file: string): JournalContent | undefined {
    return this.#ready.get(file)?.content;
  }

  async save({ annotator, item, base, step, at }: Saving): Promise<SaveAnswer> {
    const file = annotatorFile(annotator);
    const opening =
      this.#journals.get(file) ??
      AnnotationJournal.open(join(this.#folder, journalFolder, file), annotator, () =>
        this.#lock.check(),
      );
    this.#journals.set(file, opening);
    try {
      const journal = await opening;
      this.#ready.set(file, journal);
      return await journal.save(item, base, step, at);
    } catch (error) {
      if (!this.#ready.has(file)) this.#journals.delete(file);
      throw error;
    }
  }

  /** Writes the snapshot of an annotator soon; saves that come meanwhile share the next one. */
  snapshot(annotator: string, lengths: Lengths): void {
    this.#stale.add(annotatorFile(annotator));
    this.#writing ??= this.#writeAll(lengths).finally(() => {
      this.#writing = undefined;
    });
  }

  async settle(): Promise<void> {
    await this.#writing;
  }

  /** Lets go of what can no longer be written. */
  abandon(): void {
    void this.#close();
    this.#lock[Symbol.dispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    await this.#close();
    this.#lock[Symbol.dispose]();
  }

  async #close(): Promise<void> {
    for (const opening of this.#journals.values())
      await opening.then((journal) => journal[Symbol.asyncDispose]()).catch(() => undefined);
  }

  async #writeAll(lengths: Lengths): Promise<void> {
    let project: Project | undefined;
    for (let file = this.#next(); file !== undefined; file = this.#next()) {
      const content = this.content(file);
      try {
        project ??= await readProject(this.#folder);
        if (content) await writeSnapshot(project, content, lengths);
      } catch (error) {
        // The journal is the truth; a description that somebody is just editing may be wrong.
        if (!(error instanceof UserError)) throw error;
      }
    }
  }

  #next(): string | undefined {
    const [file] = this.#stale;
    if (file !== undefined) this.#stale.delete(file);
    return file;
  }
}
