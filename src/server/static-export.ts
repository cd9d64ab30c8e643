import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { isFrameStore, mediaKind } from "../core/data/media-endings.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { isRecord } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import { RunComparer } from "../evaluation/browse/compare-runs.ts";
import { DecodedMedia, type OpenedMedia } from "../evaluation/browse/decoded-media.ts";
import { FiguresSoFar } from "../evaluation/browse/figures-so-far.ts";
import { OpenLogs } from "../evaluation/browse/open-logs.ts";
import { runPage } from "../evaluation/browse/run-cards.ts";
import { sharedIndex } from "../evaluation/browse/run-index.ts";
import { SampleReader } from "../evaluation/browse/sample-reader.ts";
import { SentFrames } from "../evaluation/browse/sent-frames.ts";
import { runFacts } from "../evaluation/output/run-files.ts";
import { version } from "../evaluation/version.ts";
import { inParallel } from "../files/in-parallel.ts";
import { runStores } from "../store/run-stores.ts";
import { splitSystems } from "../summary/baseline-systems.ts";
import type { ComparedFlip, ComparePage } from "../summary/browse/compare-page.ts";
import type { PlayableMedia } from "../summary/browse/playable-media.ts";
import type {
  FiguresSoFar as FiguresSoFarDocument,
  RunCard,
  RunList,
} from "../summary/browse/run-page.ts";
import type { SamplePage } from "../summary/browse/sample-page.ts";
import type { TaskSummary } from "../summary/summary.ts";
import {
  type AppFacts,
  type ComparedPair,
  type Document,
  documents,
  fileAddress,
  frameAddress,
  indexAddress,
  sentFrameAddress,
} from "./contract.ts";
import { withoutFolders } from "./public-message.ts";
import { fillPage } from "./web-files.ts";

export interface ExportOptions {
  /** The folder of the run. */
  readonly directory: string;
  /** Where the export goes: a new or empty folder. */
  readonly target: string;
  /** The folder of the built browser app. */
  readonly web: string;
  /** Whether videos and pictures are copied too. */
  readonly withMedia: boolean;
  /** Told now and then how many samples of all are written. */
  onProgress?(done: number, all: number): void;
}

export interface Exported {
  readonly samples: number;
  readonly media: number;
  /** What could not be written, and why. */
  readonly remarks: readonly string[];
}

/** What writers of documents have in hand. */
interface Export extends ExportOptions {
  /** Id of the run. */
  readonly run: string;
  readonly remarks: Set<string>;
  document<Content>(document: Document<Content>, content: Content): Promise<void>;
  file(path: string, bytes: Uint8Array): Promise<void>;
}

/** Long names are not possible on most disks. */
const longestName = 240;

/** Writes the documents of one kind; a document that pages read belongs into this list. */
const writers: readonly ((to: Export) => Promise<void>)[] = [
  writeApp,
  writeRun,
  writeIndex,
  writeFacts,
];

/**
 * Writes the app with one run as plain files, under the addresses of the contract. Data that may
 * not be handed on is left out. @throws {UserError} where there is no run, or the folder is in use.
 */
export async function exportRun(options: ExportOptions): Promise<Exported> {
  const { directory, target } = options;
  if (!(await runStores.header(directory)))
    throw new UserError(
      `${basename(directory)} is no run`,
      "name the folder of one run, the one with metrics.json in it",
    );
  const there = await readdir(target).catch(() => []);
  if (there.length > 0)
    throw new UserError(`${target} is not empty`, "name a new folder, or delete this one first");
  const remarks = new Set<string>();
  const { base } = await runFacts(runStores.files(directory));
  const own = [directory, base, homedir()];
  const file = async (path: string, bytes: Uint8Array | string) => {
    const [, ...names] = path.split("/");
    if (names.some((name) => name.length > longestName)) {
      remarks.add("samples whose ids are too long for the name of a file have no page");
      return;
    }
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), bytes);
  };
  const to: Export = {
    ...options,
    run: basename(directory),
    remarks,
    file,
    document: ({ path }, content) => file(path, withoutFolders(JSON.stringify(content), own)),
  };
  for (const write of writers) await write(to);
  const written = await writeSamples(to);
  return { ...written, remarks: [...remarks] };
}

async function writeApp({ web, target }: Export): Promise<void> {
  await cp(web, target, { recursive: true });
  const page = await readFile(join(web, "index.html"), "utf8");
  await writeFile(join(target, "index.html"), fillPage(page, { isStatic: true }));
}

/** What the export has, so that pages offer nothing else. */
async function writeFacts(to: Export): Promise<void> {
  const pairs = await writeComparisons(to);
  const facts: AppFacts = { version, mode: "static", folder: to.run, pairs };
  await to.document(documents.app, facts);
}

async function writeRun({ directory, run, document }: Export): Promise<void> {
  const page = await runPage(directory, run);
  if (!page) return;
  // Nothing goes on in an export.
  const { state } = page.card;
  const card: RunCard = { ...page.card, state: state === "running" ? "stopped" : state };
  const list: RunList = { runs: [card] };
  await document(documents.runs, list);
  await document(documents.run(run), { ...page, card });
  if (page.stale !== undefined) await document(documents.soFar(run), await soFar(directory));
}

async function soFar(directory: string): Promise<FiguresSoFarDocument> {
  try {
    return { summary: await new FiguresSoFar().find(directory) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { summary: null, problem: error.message };
  }
}

async function writeIndex({ directory, run, document, file, remarks }: Export): Promise<void> {
  try {
    const { index, files } = await sharedIndex(directory);
    await document(documents.index(run), { index });
    for (const [name, bytes] of files) await file(indexAddress(run, index, name), bytes);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remarks.add(`samples cannot be listed: ${error.message}`);
    await document(documents.index(run), { index: null, problem: error.message });
  }
}

/** The systems of each task that the page of a run sets against the first of them. */
async function writeComparisons({
  directory,
  run,
  document,
  remarks,
}: Export): Promise<readonly ComparedPair[]> {
  const written: ComparedPair[] = [];
  await using logs = new OpenLogs();
  const playable = async (ref: MediaRef): Promise<PlayableMedia> => ({ ...ref, id: null });
  const comparer = new RunComparer(new SampleReader({ logs, frames: new SentFrames(), playable }));
  const unshared = await unsharedTasks(directory);
  const page = await runPage(directory, run);
  for (const pair of (page?.summary?.tasks ?? []).flatMap(pairsOf)) {
    const { task, a, b } = pair;
    const side = (system: string) => ({ run, directory, system });
    const compared = await comparer.compare({
      ...{ baseline: side(a), other: side(b), task, allowsDifferent: false },
    });
    if (compared.problem) {
      remarks.add(`${a} and ${b} on ${task} are not compared: ${compared.problem.reason}`);
      continue;
    }
    await document(
      documents.compareTask(`${run}#${a}`, `${run}#${b}`, task),
      unshared.has(task) ? withoutTexts(compared) : compared,
    );
    written.push(pair);
  }
  return written;
}

/** Of a task that is about one system alone, it is set against the first of the others. */
function pairsOf({ id: task, systems }: TaskSummary): readonly ComparedPair[] {
  const { own, others } = splitSystems(systems);
  const [first, ...rest] = own;
  if (!first) return [];
  const compared = rest.length > 0 ? rest : others.slice(0, 1);
  return compared.map(({ id }) => ({ task, a: first.id, b: id }));
}

async function unsharedTasks(directory: string): Promise<ReadonlySet<string>> {
  const spec = (await runStores.header(directory))?.spec;
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks : [];
  return new Set(
    tasks
      .filter((task) => isRecord(task) && isRecord(task.data) && task.data.redistribute === false)
      .map((task) => String((task as { readonly id?: unknown }).id)),
  );
}

function withoutTexts(page: ComparePage): ComparePage {
  const tasks = page.tasks.map((task) => ({
    ...task,
    flips: task.flips.map(
      ({ asked: _, truth: __, ...flip }): ComparedFlip => ({ ...flip, answers: [null, null] }),
    ),
  }));
  return { ...page, tasks };
}

/** Pages of all samples, the frames that were sent and, where asked for, videos and pictures. */
async function writeSamples(to: Export): Promise<Pick<Exported, "samples" | "media">> {
  await using logs = new OpenLogs();
  await using decoded = new DecodedMedia();
  const frames = new SentFrames();
  const media = new ExportedMedia(to, decoded);
  const playable = (ref: MediaRef, path: string) => media.playable(ref, path);
  const reader = new SampleReader({ logs, frames, playable });
  const { directory, run, onProgress } = to;
  const names = await samplesOf(directory);
  const all = [...names.values()].reduce((sum, { size }) => sum + size, 0);
  const sent = new Set<string>();
  let done = 0;
  const write = async (page: SamplePage) => {
    await to.document(documents.sample(run, page.task, page.sample), page);
    for (const digest of keptFrames(page)) {
      if (sent.has(digest)) continue;
      sent.add(digest);
      const bytes = await frames.bytes(digest);
      if (bytes) await to.file(sentFrameAddress(digest), bytes);
    }
    done++;
  };
  for (const [task, own] of names)
    for (let from = 0; from < own.size; from += together) {
      const samples = [...own].slice(from, from + together);
      const pages = await reader.readAll({ directory, run, task, samples, isHandedOn: true });
      await inParallel(pages, write);
      onProgress?.(done, all);
    }
  return { samples: all, media: media.count };
}

/** Frames that a page shows as they were sent. */
function keptFrames({ systems }: SamplePage): readonly string[] {
  return systems
    .flatMap(({ answers }) => answers)
    .flatMap(({ looks }) => looks.flatMap(({ frames }) => frames))
    .flatMap(({ digest, isKept }) => (isKept ? [digest] : []));
}

/** Samples that are read at once: preparing to read takes longer than reading some hundreds. */
const together = 256;

/** Ids of samples by task, in the order in which they first ended. */
async function samplesOf(directory: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  await using store = await runStores.read(directory);
  const names = new Map<string, Set<string>>();
  for await (const event of store.events())
    if (event.event === "outcome")
      names.set(event.task, (names.get(event.task) ?? new Set()).add(event.sample));
  return names;
}

/** Files that samples refer to, under numbers instead of paths; each is copied once. */
class ExportedMedia {
  readonly #to: Export;
  readonly #decoded: DecodedMedia;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(to: Export, decoded: DecodedMedia) {
    this.#to = to;
    this.#decoded = decoded;
  }

  get count(): number {
    return this.#ids.size;
  }

  async playable({ names: _, ...ref }: MediaRef, path: string): Promise<PlayableMedia> {
    if (!this.#to.withMedia)
      return { ...ref, id: null, problem: "The file is not part of this export." };
    if (mediaKind(path) === undefined && !isFrameStore(path))
      return { ...ref, id: null, problem: "The file is no picture or video by its name." };
    const key = JSON.stringify([path, ref.framesPerSecond]);
    const id = this.#ids.get(key) ?? this.#copy(path, ref, this.#ids.size + 1);
    this.#ids.set(key, id);
    try {
      return { ...ref, id: await id };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { ...ref, id: null, problem: error.message };
    }
  }

  async #copy(path: string, { framesPerSecond }: MediaRef, number: number): Promise<string> {
    const { target, document, file } = this.#to;
    const id = `${number}${extname(path).toLowerCase()}`;
    const media: OpenedMedia = { path, name: basename(path), tag: id, framesPerSecond };
    const times = await this.#decoded.times(media);
    await document(documents.times(id), times);
    const copy = join(target, fileAddress(id));
    await mkdir(dirname(copy), { recursive: true });
    await cp(path, copy, { dereference: true });
    const still = times.times.length === 1 ? await this.#decoded.frame(media, 0) : undefined;
    if (still) await file(frameAddress(id, 0), still);
    return id;
  }
}
