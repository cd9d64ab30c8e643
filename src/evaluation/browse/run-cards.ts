import { mkdirSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import type { RunHeader } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { inParallel } from "../../files/in-parallel.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { runStores } from "../../store/run-stores.ts";
import { splitSystems } from "../../summary/baseline-systems.ts";
import type { Headline, RunCard, RunPage } from "../../summary/browse/run-page.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { Summary } from "../../summary/summary.ts";
import { manifestIn, readSummary, type StoredSummary } from "../output/run-files.ts";
import { version } from "../version.ts";
import { cardName, indexFolder } from "./run-index.ts";

/** Folders below the viewed one in which runs are looked for: rows of a matrix are two deep. */
const deepest = 4;
/** What no run is in, and what is slow to walk. */
const passedOver = new Set(["node_modules", ".git", "exports", "artefacts", "evidence"]);

/** What was read of a run, and which files that was in. */
interface ReadFigures {
  readonly stamp: string;
  readonly header: RunHeader;
  readonly figures: Figures;
}

/** What was read of runs by their folders: the list is looked at again and again. */
export type KnownFigures = Map<string, ReadFigures>;

/** All runs in a folder and the folders below it, newest first. */
export async function runCards(folder: string, known: KnownFigures): Promise<readonly RunCard[]> {
  const cards: RunCard[] = [];
  const walk = async (directory: string, id: string, depth: number): Promise<void> => {
    const card = await runCard(directory, id || basename(directory), known);
    if (card) cards.push(card);
    else if (depth < deepest)
      await inParallel(await foldersIn(directory), (name) =>
        walk(join(directory, name), id ? `${id}/${name}` : name, depth + 1),
      );
  };
  await walk(folder, "", 0);
  return cards.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

/** One run as the list shows it; `undefined` where there never was a run. */
async function runCard(
  directory: string,
  id: string,
  known: KnownFigures = new Map(),
): Promise<RunCard | undefined> {
  const unknown = { id, name: basename(directory), createdAt: 0, tags: [], headlines: [] };
  try {
    const read = await readFigures(directory, known);
    if (!read) return undefined;
    const { header, figures } = read;
    const isRunning = await runStores.isBeingWritten(directory);
    const { isComplete, tags, headlines } = figures;
    return {
      id,
      name: header.name,
      createdAt: header.createdAt,
      state: isRunning ? "running" : isComplete ? "complete" : "stopped",
      tags,
      headlines,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...unknown, state: "unreadable", problem: error.message };
  }
}

/** One run with its figures. */
export async function runPage(directory: string, id: string): Promise<RunPage | undefined> {
  const card = await runCard(directory, id);
  if (!card) return undefined;
  const files = runStores.files(directory);
  const read = await readSummary(files);
  const stale = read.stored ? await grown(directory, read.stored) : read.problem;
  // A page has no use for the absolute path of the run.
  const { configDirectory: _, ...manifest } = (await manifestIn(files)) ?? {};
  return {
    card,
    summary: read.stored?.summary ?? null,
    ...(stale === undefined ? {} : { stale }),
    manifest: Object.keys(manifest).length > 0 ? manifest : null,
  };
}

/** Whether the log has gone on since figures were written, told by its size. */
async function grown(
  directory: string,
  { journal }: Pick<StoredSummary, "journal">,
): Promise<string | undefined> {
  const log = await stat(join(directory, runStores.files(directory).logFile));
  if (log.size === journal.sizeBytes) return undefined;
  return "The figures in metrics.json are of an earlier state of the log.";
}

interface Figures extends Pick<RunCard, "tags" | "headlines"> {
  readonly isComplete: boolean;
}

async function readFigures(
  directory: string,
  known: KnownFigures,
): Promise<ReadFigures | undefined> {
  const { logFile } = runStores.files(directory);
  const [log, figuresStamp] = await Promise.all([
    stat(join(directory, logFile)).catch(() => undefined),
    stampOf(directory),
  ]);
  // Of the log the first line is read alone, which stays while the file does.
  const stamp = JSON.stringify([log?.ino, log?.birthtimeMs, figuresStamp]);
  const kept = known.get(directory);
  if (kept?.stamp === stamp) return kept;
  const header = log && (await runStores.header(directory));
  if (!header) return undefined;
  const figures =
    (await keptFigures(directory, figuresStamp)) ??
    (await figuresIn(directory, header.spec, figuresStamp));
  const read = { stamp, header, figures };
  known.set(directory, read);
  return read;
}

/** Another text as soon as the files are others that figures are from. */
async function stampOf(directory: string): Promise<string> {
  const names = ["metrics.json", "manifest.json"];
  const facts = await Promise.all(
    names.map((name) => stat(join(directory, name)).catch(() => undefined)),
  );
  return JSON.stringify(facts.map((one) => one && [one.size, one.mtimeMs]));
}

/** Files with figures may be large: what the list needs of them is kept beside the index. */
async function keptFigures(directory: string, stamp: string): Promise<Figures | undefined> {
  try {
    const text = await readFile(join(directory, indexFolder, cardName), "utf8");
    const kept = JSON.parse(text) as KeptFigures;
    return kept.version === version && kept.stamp === stamp ? kept.figures : undefined;
  } catch {
    return undefined;
  }
}

async function figuresIn(directory: string, spec: Json, stamp: string): Promise<Figures> {
  const files = runStores.files(directory);
  const { stored } = await readSummary(files);
  const tags = tagsIn((await manifestIn(files))?.config ?? spec);
  if (!stored) return { isComplete: false, tags, headlines: [] };
  const figures = figuresOf(stored.summary, tags);
  keepFigures(directory, { version, stamp, figures });
  return figures;
}

function figuresOf(summary: Summary, tags: readonly string[]): Figures {
  return { isComplete: summary.complete, tags, headlines: headlinesOf(summary) };
}

/** Keeps what the list of runs shows of a run whose files were just written. */
export async function keepRunCard(directory: string, summary: Summary): Promise<void> {
  const tags = tagsIn((await manifestIn(runStores.files(directory)))?.config ?? null);
  const figures = figuresOf(summary, tags);
  keepFigures(directory, { version, stamp: await stampOf(directory), figures });
}

/** Only a help: a folder that cannot be written to costs the next list some time. */
function keepFigures(directory: string, kept: KeptFigures): void {
  try {
    mkdirSync(join(directory, indexFolder), { recursive: true });
    writeAtomically(join(directory, indexFolder, cardName), JSON.stringify(kept));
  } catch {
    // See above.
  }
}

interface KeptFigures {
  readonly version: string;
  /** Sizes and times of the files that the figures are from. */
  readonly stamp: string;
  readonly figures: Figures;
}

/** The tags of the last start, which may be others than those of the first. */
function tagsIn(spec: Json): readonly string[] {
  const tags = isRecord(spec) && Array.isArray(spec.tags) ? spec.tags : [];
  return tags.filter((tag) => typeof tag === "string");
}

function headlinesOf({ tasks }: Summary): readonly Headline[] {
  return tasks.flatMap(({ id: task, family, systems }) => {
    const { own } = splitSystems(systems);
    return systems.flatMap((system): readonly Headline[] => {
      const score = system.metrics[system.headline];
      if (!score) return [];
      const { title, value, low, high, n } = score;
      return [
        {
          ...{ task, family, system: system.id, metric: system.headline },
          ...{ title, value, low, high, n, unit: metricUnit(score) },
          isReference: !own.includes(system),
          coverage: system.coverage,
        },
      ];
    });
  });
}

async function foldersIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !passedOver.has(entry.name))
    .map(({ name }) => name);
}
