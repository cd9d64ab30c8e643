import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { compareSources } from "../../../evaluation/compare/compare-sources.ts";
import {
  gatherRun,
  probesNote,
  type RunGathering,
} from "../../../evaluation/compare/gather-run.ts";
import { gatherStored, storedNote } from "../../../evaluation/compare/gather-stored.ts";
import type {
  GatheredSource,
  GatheredSystem,
} from "../../../evaluation/compare/gathered-system.ts";
import type { OnEvent } from "../../../evaluation/evaluation-event.ts";
import { loadFamily } from "../../../evaluation/extend/load-registries.ts";
import { saidOnce } from "../../../evaluation/said-once.ts";
import { gatherPredictions } from "../../../evaluation/score-predictions.ts";
import { version } from "../../../evaluation/version.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { comparisonHtml } from "../../../report/html/comparison-html.ts";
import { comparisonMarkdown } from "../../../report/markdown/comparison-markdown.ts";
import { comparisonRows } from "../../../report/table/comparison-rows.ts";
import { comparisonText } from "../../../report/text/comparison-text.ts";
import { csvLine } from "../../../report/text/csv.ts";
import { runStores } from "../../../store/run-stores.ts";
import type { ComparisonDocument } from "../../../summary/comparison-summary.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { familyFlags } from "../../flags/family-flags.ts";
import { fileTask } from "../../flags/file-task.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";
import { movedData } from "../score/moved-data.ts";
import { readReports, writeReportComparison } from "./compare-reports.ts";

/** `vidimus compare`. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  using _heap = keepHeapSmall();
  const end = rest.findIndex((word) => word.startsWith("-"));
  const sources = end < 0 ? rest : rest.slice(0, end);
  const words = end < 0 ? [] : rest.slice(end);
  if (sources.length === 0)
    throw new UserError(
      "nothing to compare",
      "name two runs, run#system, or files of predictions with --family and --data",
    );
  const outputs = withOutput(flags);
  const reports = readReports(sources, flags);
  if (reports) {
    writeReportComparison(reports, outputs);
    return exitCode.fine;
  }
  const given = flags.seed as number | undefined;
  const seed = given ?? 1;
  using progress = showProgress();
  const onEvent = saidOnce(showEvents(progress));
  const { gathered, notes } = await gatherAll(sources, { flags, words, seed, onEvent });
  const document = await compareSources(gathered, {
    allowsDifferent: flags.allowDifferent === true,
    mostFlips: typeof flags.flips === "number" ? flags.flips : 20,
    seed: given,
    notes,
  });
  progress[Symbol.dispose]();
  write(document, outputs);
  return exitCode.fine;
}

const formatOf: Readonly<Record<string, string>> = {
  ".md": "markdown",
  ".html": "html",
  ".csv": "csv",
};

/** `--output` writes by the ending of its file. */
function withOutput(flags: Flags): Flags {
  if (flags.output === undefined) return flags;
  const path = String(flags.output);
  const format = formatOf[extname(path).toLowerCase()];
  if (format === undefined)
    throw new UserError(
      `--output ${path}: unknown ending`,
      `name a file that ends in ${Object.keys(formatOf).join(", ")}`,
    );
  return { ...flags, [format]: path };
}

interface Gathering {
  readonly flags: Flags;
  /** Flags that only a family knows. */
  readonly words: readonly string[];
  readonly seed: number;
  readonly onEvent: OnEvent;
  readonly onProbes?: RunGathering["onProbes"];
}

interface Gathered {
  readonly gathered: readonly GatheredSource[];
  readonly notes: readonly string[];
}

/** Where the data of a run is gone, runs are compared by what they stored of their samples. */
async function gatherAll(sources: readonly string[], gathering: Gathering): Promise<Gathered> {
  const notes: string[] = [];
  const onProbes = (source: string) => (ids: readonly string[]) =>
    notes.push(probesNote(source, ids));
  try {
    const gathered: GatheredSource[] = [];
    for (const source of sources)
      gathered.push({
        source,
        systems: await gather(source, { ...gathering, onProbes: onProbes(source) }),
      });
    return { gathered, notes };
  } catch (error) {
    const parts = sources.map(partsOf);
    const headers = await Promise.all(parts.map(({ path }) => headerOf(path)));
    const isMissing = error instanceof UserError && error.message.startsWith("no such file");
    if (!isMissing || gathering.flags.data !== undefined || !headers.every(Boolean)) throw error;
    const gathered: GatheredSource[] = [];
    notes.length = 0;
    for (const [at, source] of sources.entries()) {
      const { path: directory, system } = parts[at]!;
      const systems = await gatherStored({ directory, system }, { onProbes: onProbes(source) });
      gathered.push({ source, systems });
    }
    return { gathered, notes: [storedNote(error), ...notes] };
  }
}

async function headerOf(path: string) {
  return existsSync(path) && statSync(path).isDirectory() ? runStores.header(path) : undefined;
}

async function gather(source: string, gathering: Gathering): Promise<readonly GatheredSystem[]> {
  const { path, system } = partsOf(source);
  if (!existsSync(path)) throw new UserError(`no such run or file: ${path}`);
  const header = await headerOf(path);
  return header
    ? gatherOneRun({ path, system, spec: header.spec }, gathering)
    : gatherFile({ path, system }, gathering);
}

interface SourceParts {
  readonly path: string;
  readonly system?: string | undefined;
}

/** `run#system`; a path with such a sign in it is taken as it is where it exists. */
function partsOf(source: string): SourceParts {
  const at = source.lastIndexOf("#");
  if (at <= 0 || existsSync(source)) return { path: source };
  return { path: source.slice(0, at), system: source.slice(at + 1) };
}

function gatherOneRun(
  { path, system, spec }: SourceParts & { readonly spec: unknown },
  { flags, words, seed, onEvent, onProbes }: Gathering,
): Promise<readonly GatheredSystem[]> {
  if (words.length > 0)
    throw new UserError(
      `unknown option ${words[0]}`,
      "a run knows its own data; change its settings with --set",
    );
  const moved = flags.data === undefined ? undefined : movedData(flags.data as string, spec);
  const { limit, sample, id: ids } = selectionFlags(flags);
  const isSelected = [limit, sample, ids].some((one) => one !== undefined);
  return gatherRun(
    { directory: path, system },
    {
      onEvent,
      set: [...(moved?.set ?? []), ...((flags.set as readonly string[] | undefined) ?? [])],
      base: moved?.base,
      unanswered: flags.unanswered as string | undefined,
      meteorResources: flags.meteorResources as string | undefined,
      isOffline: flags.offline === true ? true : undefined,
      select: () => (isSelected ? { limit, sample, ids, seed } : undefined),
      ...(onProbes ? { onProbes } : {}),
    },
  );
}

function selectionFlags(flags: Flags) {
  return flags as { limit?: number; sample?: number; id?: readonly string[] };
}

async function gatherFile(
  { path, system }: SourceParts,
  { flags, words, seed, onEvent }: Gathering,
): Promise<readonly GatheredSystem[]> {
  const { family: familyId, data } = flags as { family?: string; data?: string };
  if (familyId === undefined || data === undefined) {
    const missing = Object.entries({ family: familyId, data }).flatMap(([name, value]) =>
      value === undefined ? [`--${name}`] : [],
    );
    throw new UserError(
      `${path} is no directory of a run, and to read it as predictions ${missing.join(" and ")} is missing`,
      "vidimus compare old.jsonl new.jsonl --family multiple-choice --data questions.jsonl",
    );
  }
  const family = await loadFamily(familyId);
  const known = familyFlags(family, words);
  const { limit, sample, id: ids } = selectionFlags(flags);
  const found: GatheredSystem[] = [];
  await gatherPredictions(
    {
      task: await fileTask(family, data, { flags, known }),
      path,
      format: flags.predictionsFormat as string | undefined,
      variant: system,
      graders: Object.values(known.graders),
      selection: { limit, sample, ids, seed },
      seed,
      isOffline: flags.offline === true ? true : undefined,
      onEvent,
    },
    (place, scored, scoring) => found.push({ ...place, scored, scoring }),
  );
  return found;
}

function write(document: ComparisonDocument, flags: Flags): void {
  const { markdown, html, csv } = flags as { markdown?: string; html?: string; csv?: string };
  if (markdown !== undefined) writeAtomically(resolve(markdown), comparisonMarkdown(document));
  if (html !== undefined)
    writeAtomically(
      resolve(html),
      comparisonHtml(document, {
        version,
        createdAt: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
        command: `vidimus ${process.argv.slice(2).join(" ")}`,
      }),
    );
  if (csv !== undefined)
    writeAtomically(
      resolve(csv),
      comparisonRows(document)
        .map((row) => csvLine(row))
        .join(""),
    );
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  process.stdout.write(
    comparisonText(
      document,
      { all: flags.all === true, flips: flags.flips !== undefined },
      { style: terminalStyle, width: pageWidth() },
    ),
  );
}
