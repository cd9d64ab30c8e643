import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { bytesDigest, contentDigest } from "../../files/content-digest.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { runStores } from "../../store/run-stores.ts";
import type { RunIndex } from "../../summary/browse/run-index.ts";
import { manifestIn, runFacts } from "../output/run-files.ts";
import { asItStands, rescoreRun } from "../run/rescore-run.ts";
import { version } from "../version.ts";
import type { IndexOptions } from "./index-gatherer.ts";
import { RunIndexer } from "./run-indexer.ts";

/** The folder in that of the run; all of it can be deleted and is made again. */
export const indexFolder = "index";
const aboutName = "index.json";
/** What the list of runs shows of one. */
export const cardName = "card.json";
/** As much of the end of the log as identifies it: its last lines have checksums. */
const tailBytes = 4096;

/** An index as it is kept, and how long it took to make. */
interface KeptIndex {
  readonly index: RunIndex;
  readonly seconds: number;
}

/** Finds the indexes of runs, and makes none twice at the same time. */
export class RunIndexes {
  /** Those that are being made now, by the folders of their runs. */
  readonly #inTheMaking = new Map<string, Promise<RunIndex>>();

  /**
   * The index of a run: the kept one where it is of the log and the data as they are, otherwise a
   * new one. While a run goes on, one that is somewhat older will do. @throws {UserError} where the
   * data is not at hand.
   */
  find(directory: string): Promise<RunIndex> {
    const found =
      this.#inTheMaking.get(directory) ??
      findIndex(directory).finally(() => this.#inTheMaking.delete(directory));
    this.#inTheMaking.set(directory, found);
    return found;
  }
}

async function findIndex(directory: string): Promise<RunIndex> {
  const key = await indexKey(directory);
  const kept = await keptIndex(directory);
  if (kept && (kept.index.key === key || (await isFreshEnough(directory, kept)))) return kept.index;
  const started = performance.now();
  const indexer = await indexedRun(directory, { hidesUnshared: false });
  return keepIndex(directory, indexer, { key, seconds: (performance.now() - started) / 1000 });
}

/** Keeps what was gathered in the folder of the run, in place of an earlier index. */
function keepIndex(
  directory: string,
  indexer: RunIndexer,
  { key, seconds }: { readonly key: string; readonly seconds: number },
): RunIndex {
  const { index, files } = indexer.finish(key);
  const folder = join(directory, indexFolder);
  mkdirSync(join(folder, key), { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, key, name), bytes);
  writeAtomically(join(folder, aboutName), JSON.stringify({ index, seconds } satisfies KeptIndex));
  for (const name of readdirSync(folder))
    if (![key, aboutName, cardName].includes(name))
      rmSync(join(folder, name), { recursive: true, force: true });
  return index;
}

/** A file of the index; `undefined` where there is none of that name. */
export async function indexFile(
  directory: string,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (!/^[0-9a-f]{16}$/.test(key) || !/^\d+(?:\.\d+)?\.[a-z]+\.bin$/.test(name)) return undefined;
  return readFile(join(directory, indexFolder, key, name)).catch(() => undefined);
}

/**
 * The index for those whom a run is handed to, and its files by name: without texts, fields and
 * evidence of data that may not be handed on. Nothing is kept.
 */
export async function sharedIndex(directory: string): Promise<ReturnType<RunIndexer["finish"]>> {
  const indexer = await indexedRun(directory, { hidesUnshared: true });
  return indexer.finish(await indexKey(directory));
}

/** Reads a run from its log and its data. */
async function indexedRun(directory: string, options: IndexOptions): Promise<RunIndexer> {
  await using store: KeptRun = await runStores.read(directory);
  let indexer = new RunIndexer([], [], options);
  const rescored = await rescoreRun({
    ...asItStands(store),
    onlyEvidence: true,
    onTasks: (tasks, systems) => {
      indexer = new RunIndexer(tasks, systems, options);
      return Promise.resolve(indexer.add);
    },
    onScored: (...scored) => indexer.scored(...scored),
  });
  if (!rescored) throw new UserError("reading the run ended before all was read");
  return indexer;
}

/** Equal as long as the log, the data files and how they are scored are. */
async function indexKey(directory: string): Promise<string> {
  const files = runStores.files(directory);
  const manifest = await manifestIn(files);
  const { base } = await runFacts(files);
  const names = isRecord(manifest?.files) ? Object.keys(manifest.files) : [];
  const data = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(resolve(base, name)).catch(() => undefined);
      return [name, facts?.size ?? null, facts?.mtimeMs ?? null];
    }),
  );
  const basis: Json = {
    version,
    log: await logTail(join(directory, files.logFile)),
    config: manifest?.config ?? null,
    selection: manifest?.selection ?? null,
    data,
  };
  return contentDigest(JSON.stringify(basis)).slice(0, 16);
}

async function logTail(path: string): Promise<Json> {
  await using file = await open(path);
  const { size } = await file.stat();
  const length = Math.min(size, tailBytes);
  const { buffer } = await file.read(new Uint8Array(length), { position: size - length });
  return { size, tail: bytesDigest(buffer) };
}

async function keptIndex(directory: string): Promise<KeptIndex | undefined> {
  try {
    const text = await readFile(join(directory, indexFolder, aboutName), "utf8");
    const kept = JSON.parse(text) as KeptIndex;
    return kept.index.schema === "vidimus-index/1" ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Making it anew should take a small part of the time while the run goes on. */
async function isFreshEnough(directory: string, { seconds }: KeptIndex): Promise<boolean> {
  if (!(await runStores.isBeingWritten(directory))) return false;
  const { mtimeMs } = await stat(join(directory, indexFolder, aboutName));
  return Date.now() - mtimeMs < 1000 * Math.max(5, 20 * seconds);
}
