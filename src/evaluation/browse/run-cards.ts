import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { splitSystems } from "../../summary/baseline-systems.ts";
import type { Headline, RunCard, RunPage } from "../../summary/browse/run-page.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { Summary } from "../../summary/summary.ts";
import { manifestIn, readSummary } from "../output/run-files.ts";

/** Folders below the viewed one in which runs are looked for: rows of a matrix are two deep. */
const deepest = 4;
/** What no run is in, and what is slow to walk. */
const passedOver = new Set(["node_modules", ".git", "exports", "artefacts", "evidence"]);

/** What was read of a run, and which files that was in. */
interface ReadFigures {
  readonly stamp: string;
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
      for (const name of await foldersIn(directory))
        await walk(join(directory, name), id ? `${id}/${name}` : name, depth + 1);
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
    const header = await runStores.header(directory);
    if (!header) return undefined;
    const isRunning = await runStores.isBeingWritten(directory);
    const { isComplete, tags, headlines } = await figuresOf(directory, header.spec, known);
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
  // A page has no use for the absolute path of the run.
  const { configDirectory: _, ...manifest } = (await manifestIn(files)) ?? {};
  return {
    card,
    summary: read.stored?.summary ?? null,
    ...(read.stored ? {} : { stale: read.problem }),
    manifest: Object.keys(manifest).length > 0 ? manifest : null,
  };
}

interface Figures extends Pick<RunCard, "tags" | "headlines"> {
  readonly isComplete: boolean;
}

async function figuresOf(directory: string, spec: Json, known: KnownFigures): Promise<Figures> {
  const stamp = JSON.stringify(
    await Promise.all(["metrics.json", "manifest.json"].map((name) => stampOf(directory, name))),
  );
  const kept = known.get(directory);
  if (kept?.stamp === stamp) return kept.figures;
  const files = runStores.files(directory);
  const { stored } = await readSummary(files);
  const figures = {
    isComplete: stored?.summary.complete === true,
    tags: tagsIn((await manifestIn(files))?.config ?? spec),
    headlines: stored ? headlinesOf(stored.summary) : [],
  };
  known.set(directory, { stamp, figures });
  return figures;
}

async function stampOf(directory: string, name: string): Promise<Json> {
  const facts = await stat(join(directory, name)).catch(() => undefined);
  return facts ? [facts.size, facts.mtimeMs, facts.ino] : null;
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
