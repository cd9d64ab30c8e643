import type { ArrayRef } from "../../../core/data/array-ref.ts";
import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderPiece } from "../../../core/data/format.ts";
import { success } from "../../../core/result.ts";
import { UserError } from "../../../core/user-error.ts";
import { quantile } from "../../../math/quantile.ts";
import {
  type Block,
  type BlockChoice,
  chooseBlocks,
  columnsOf,
  groupOf,
  isNamed,
  widthOf,
} from "../blocks.ts";
import { groupFrames, groupName } from "../groups.ts";
import {
  type EpisodeOptions,
  type EpisodeSample,
  hasEmbargo,
  type SetFacts,
  type SignalFacts,
} from "../schema.ts";
import { signalsOf } from "../signals.ts";
import { taskOf } from "../tasks.ts";
import { type Draft, type Drafted, draftSamples } from "./drafts.ts";
import { type EpisodeTable, readTable } from "./episode-table.ts";
import { featureRef } from "./feature-file.ts";
import { chronologicalSplit, firstPart, type Split } from "./split.ts";

/** One episode with its samples, split. */
interface SplitEpisode {
  readonly table: EpisodeTable;
  readonly drafted: Drafted;
  readonly split: Split<Draft>;
  readonly signals: SignalFacts | undefined;
}

/** The samples of a task that tables give, the training samples of all episodes first. */
export async function* tableSamples(
  folder: DataFolder,
  places: readonly string[],
  options: EpisodeOptions,
): AsyncGenerator<FolderPiece<EpisodeSample>> {
  const tables: EpisodeTable[] = [];
  for (const place of places) tables.push(await readTable(folder, place));
  const tested = testedEpisodes(tables, options);
  const episodes: SplitEpisode[] = [];
  for (const table of tables) {
    const drafted = await draftSamples({ folder, table, options });
    if (drafted.drafts.length < 2)
      throw new UserError(
        `${table.place}windows.csv: ${drafted.drafts.length === 0 ? "no window" : "only one window"} has a target of ${options.task}`,
        "two are needed: one to learn from and one to test",
      );
    if (drafted.leftOut) yield { ...drafted.leftOut, read: success([]) };
    const split = splitOf(drafted.drafts, { table, tested, options });
    episodes.push({ table, drafted, split, signals: signalsOf(table) });
  }
  const named = options.task === "body_motion_intensity" ? namedByMedian(episodes) : episodes;
  const context = setContext(named, options);
  for (const split of ["train", "test"] as const)
    for (const episode of named) {
      const drafts = episode.split[split];
      if (drafts.length === 0) continue;
      yield {
        where: `${episode.table.place}windows.csv`,
        read: success(
          drafts.map((draft, at) => sampleOf(draft, { episode, context, options, split, at })),
        ),
      };
    }
}

/** Names of the episodes that are tested whole; none where there is one, which is split by time. */
function testedEpisodes(
  tables: readonly EpisodeTable[],
  { heldOut, trainFraction }: EpisodeOptions,
): ReadonlySet<string> {
  const known = tables.map(({ episode }) => episode);
  const stranger = heldOut.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UserError(
      `options.heldOut: there is no episode "${stranger}"`,
      `episodes here: ${known.join(", ")}`,
    );
  if (heldOut.length > 0 && heldOut.length === known.length)
    throw new UserError("options.heldOut: names all episodes, so that none is left to learn from");
  if (heldOut.length > 0 || tables.length === 1) return new Set(heldOut);
  return new Set(known.slice(firstPart(known.length, trainFraction)));
}

interface SplitContext {
  readonly table: EpisodeTable;
  readonly tested: ReadonlySet<string>;
  readonly options: EpisodeOptions;
}

function splitOf(drafts: readonly Draft[], { table, tested, options }: SplitContext): Split<Draft> {
  if (tested.size === 0)
    return chronologicalSplit(drafts, {
      fraction: options.trainFraction,
      embargo: hasEmbargo(options),
    });
  return tested.has(table.episode)
    ? { train: [], test: drafts, overlapping: [] }
    : { train: drafts, test: [], overlapping: [] };
}

/** Much motion is more than the median of the training samples. */
function namedByMedian(episodes: readonly SplitEpisode[]): readonly SplitEpisode[] {
  const motions = episodes.flatMap(({ split }) => split.train.map(({ motion }) => motion!));
  const threshold = quantile(Float64Array.from(motions).sort(), 0.5);
  const name = (draft: Draft): Draft => ({
    ...draft,
    truth: { kind: "class", label: draft.motion! > threshold ? "high_motion" : "low_motion" },
  });
  return episodes.map((episode) => ({
    ...episode,
    split: {
      train: episode.split.train.map(name),
      test: episode.split.test.map(name),
      overlapping: episode.split.overlapping,
    },
  }));
}

interface SetContext {
  readonly classes: readonly string[] | undefined;
  readonly set: Omit<SetFacts, "featureCount" | "tableFeatureCount" | "signals">;
  readonly isManyTested: boolean;
  /** How many frames are one group. */
  readonly blockFrames: number;
}

function setContext(episodes: readonly SplitEpisode[], options: EpisodeOptions): SetContext {
  const train = episodes.flatMap(({ split }) => split.train);
  const test = episodes.flatMap(({ split }) => split.test);
  const overlapping = episodes.reduce((sum, { split }) => sum + split.overlapping.length, 0);
  const [seen, tested] = [namesOf(train), namesOf(test)];
  const unseen = [...tested.keys()].filter((name) => !seen.has(name)).sort();
  const hasNames = seen.size + tested.size > 0;
  const all = namesOf(
    options.compat ? episodes.flatMap(({ drafted, split }) => inOrder(drafted, split)) : train,
  );
  const majority = [...seen].reduce<readonly [string, number] | undefined>(
    (most, one) => (most && most[1] >= one[1] ? most : one),
    undefined,
  );
  const embargo = hasEmbargo(options);
  const tests = episodes.filter(({ split }) => split.test.length > 0);
  const isHeldOut = tests.every(({ split }) => split.train.length + split.overlapping.length === 0);
  const original = originalHabits(episodes, { overlapping, unseen, options });
  return {
    classes: hasNames ? [...all.keys()] : undefined,
    blockFrames: groupFrames(
      [...train, ...test].map(({ windows }) => windows.map(({ span }) => span)),
      options,
    ),
    isManyTested: tests.length > 1,
    set: {
      embargoed: embargo ? overlapping : 0,
      ...(isHeldOut ? { heldOutEpisodes: tests.length } : {}),
      ...(majority ? { majority: majority[0] } : {}),
      original,
      overlapping: embargo ? 0 : overlapping,
      test: test.length,
      train: train.length,
      unseen,
    },
  };
}

/** All samples of an episode in their order, as they are named after the split. */
function inOrder({ drafts }: Drafted, { train, test }: Split<Draft>): readonly Draft[] {
  const byId = new Map([...train, ...test].map((draft) => [draft.id, draft]));
  return drafts.map((draft) => byId.get(draft.id) ?? draft);
}

/** How often each class or label occurs, in the order of first appearance. */
function namesOf(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { truth } of drafts) {
    const names =
      truth.kind === "class" ? [truth.label] : truth.kind === "labels" ? truth.labels : [];
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What the original protocol would do on these tables, against its own rules. */
function originalHabits(
  episodes: readonly SplitEpisode[],
  {
    overlapping,
    unseen,
    options,
  }: {
    readonly overlapping: number;
    readonly unseen: readonly string[];
    readonly options: EpisodeOptions;
  },
): readonly string[] {
  const task = taskOf(options.task);
  const hasCaption = episodes.some(({ table }) =>
    table.blocks.some(({ name }) => isNamed(name, ["language"])),
  );
  return [
    ...(task.originalReads && hasCaption ? ["reads the caption block as an input"] : []),
    ...(overlapping > 0
      ? [`has no embargo: ${overlapping} training samples share frames with test samples`]
      : []),
    ...(unseen.length > 0 && task.kind !== "values" && task.kind !== "match"
      ? [`takes classes from test samples: ${unseen.join(", ")}`]
      : []),
  ];
}

interface SampleContext {
  readonly episode: SplitEpisode;
  readonly context: SetContext;
  readonly options: EpisodeOptions;
  readonly split: "train" | "test";
  /** Its place among the samples of its split and episode. */
  readonly at: number;
}

function sampleOf(
  draft: Draft,
  { episode, context, options, split, at }: SampleContext,
): EpisodeSample {
  const { table, drafted } = episode;
  const { test } = episode.split;
  const { kind } = taskOf(options.task);
  const features = featuresOf(draft, table, options);
  const { width, ...read } = features;
  const boundaries =
    split === "test" && drafted.boundaries
      ? boundariesUpTo(drafted.boundaries, { test, at })
      : undefined;
  return {
    ...(boundaries ? { boundaries } : {}),
    ...(context.classes ? { classes: context.classes } : {}),
    episode: table.episode,
    features: read,
    group: context.isManyTested
      ? table.episode
      : groupName(table.episode, draft.windows[0]!.span, context.blockFrames),
    id: table.place === "" ? draft.id : `${table.episode}/${draft.id}`,
    ...(draft.last ? { last: draft.last } : {}),
    ...(kind === "match"
      ? {
          pool: {
            id: table.episode,
            windows: rangesOf(test.map((one) => one.windows[0]!.span.index)),
          },
        }
      : {}),
    ...(split === "train" && hasEmbargo(options) ? { reads: draft.reads } : {}),
    set: {
      ...context.set,
      ...(boundaries ? { boundaries: drafted.boundaries } : {}),
      featureCount: width,
      ...(drafted.remark === undefined ? {} : { remark: drafted.remark }),
      ...(split === "test" && episode.signals ? { signals: episode.signals } : {}),
      tableFeatureCount: table.blocks.at(-1)!.end,
    },
    split,
    task: options.task,
    truth: draft.truth,
    windows: draft.windows.map(({ span }) => span),
  };
}

/** True boundaries between the test window before and this one; of the first, at its centre only. */
function boundariesUpTo(
  boundaries: readonly number[],
  { test, at }: { readonly test: readonly Draft[]; readonly at: number },
): readonly number[] {
  const center = test[at]!.windows[0]!.span.centerFrame;
  const before = at === 0 ? center - 1 : test[at - 1]!.windows[0]!.span.centerFrame;
  return boundaries.filter((frame) => frame > before && frame <= center);
}

/** Which columns of which rows are read, and how many numbers that is. */
function featuresOf(
  { windows }: Draft,
  table: EpisodeTable,
  options: EpisodeOptions,
): NonNullable<EpisodeSample["features"]> & { readonly width: number } {
  const task = taskOf(options.task);
  const sides = (options.compat ? task.originalReads : undefined) ?? task.reads;
  const chosen = sides.flatMap((side) => (side ? [sideBlocks(table, side, options)] : []));
  const refOf = (at: number, blocks: readonly Block[]): ArrayRef =>
    featureRef(table.features, columnsOf(blocks), windows[at]!.row);
  const width = chosen.reduce((sum, blocks) => sum + widthOf(blocks), 0);
  return {
    blocks: [...new Set(chosen.flat().map(({ name }) => name))],
    inputs: chosen.map((blocks, at) => refOf(at, blocks)),
    ...(task.kind === "match" && task.targetBlocks
      ? { targets: [refOf(0, targetBlocks(table, task.targetBlocks, options))] }
      : {}),
    // A pair in time is read with its difference.
    width: options.task === "temporal_order" ? (width / 2) * 3 : width,
  };
}

function targetBlocks(
  table: EpisodeTable,
  choice: BlockChoice,
  { task }: EpisodeOptions,
): readonly Block[] {
  const blocks = chooseBlocks(table.blocks, choice);
  if (blocks.length > 0) return blocks;
  throw new UserError(
    `${table.place}feature_manifest.json: has no block ${choice.of.join(" or ")}, which ${task} looks for`,
    `blocks here: ${table.blocks.map(({ name }) => name).join(", ")}`,
  );
}

/**
 * What a task may read of a side, narrowed by the options. A block outside of that is read only
 * where it is named itself; the checks call it a leak.
 */
function sideBlocks(
  table: EpisodeTable,
  side: BlockChoice,
  { task, blocks, withoutBlocks }: EpisodeOptions,
): readonly Block[] {
  const may = new Set(chooseBlocks(table.blocks, side));
  const isSided = taskOf(task).kind === "pair" || taskOf(task).kind === "match";
  const chosen = table.blocks.filter(
    (block) =>
      !isNamed(block.name, withoutBlocks) &&
      (may.has(block)
        ? isNamed(block.name, blocks)
        : !isSided && (blocks.includes(block.name) || isLanguageNamed(block.name, blocks))),
  );
  if (chosen.length > 0) return chosen;
  throw new UserError(
    `${task}: no block is left to read of ${[...may].map(({ name }) => name).join(", ") || "this table"}`,
    "change options.blocks or options.withoutBlocks",
  );
}

function isLanguageNamed(block: string, blocks: readonly string[]): boolean {
  return blocks.includes("language") && groupOf(block) === "language";
}

/** Rising numbers as ranges, the end not included. */
function rangesOf(indices: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}
