import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { FramesConfig, SystemConfig, TaskConfig } from "../../config/config.ts";
import type { ConditionedLooks } from "../../core/asking/condition.ts";
import type { Prices } from "../../core/asking/price.ts";
import type { ProtocolSettings } from "../../core/asking/protocol.ts";
import type { Probe, SystemKind } from "../../core/asking/system-kind.ts";
import type { ArraySource } from "../../core/data/array-ref.ts";
import type { SampleBatches } from "../../core/data/dataset.ts";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import type { Json } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import type { DataSource } from "../../datasets/data-source.ts";
import { loadSamples } from "../../datasets/load-samples.ts";
import { type Selection, samplesOfSplit, selectSamples } from "../../datasets/select-samples.ts";
import { contentDigest, type FileFacts, fileFacts } from "../../files/content-digest.ts";
import type { SharedPool } from "../../media/shared-pool.ts";
import type { ScoredLabels } from "../../scoring/label-scorer.ts";
import type { Scoring } from "../../scoring/scoring.ts";
import { graderNames } from "../cell/graders.ts";
import { type ActivityClock, timedBatches } from "../machine/activity-clock.ts";
import type { AnswerRelay } from "./answer-relay.ts";
import { attachArrays } from "./attach-arrays.ts";
import { attachTexts } from "./attach-texts.ts";
import { withNotices } from "./dataset-notices.ts";
import { familyWithMediaPlace, withOwnVideo } from "./family-with-media-place.ts";
import { lengthAttacher } from "./length-attacher.ts";
import { placedData, withIndex } from "./placed-data.ts";
import { taskArrays } from "./task-arrays.ts";
import { taskCorrections } from "./task-corrections.ts";
import { openTaskData, type TaskDataOptions } from "./task-data.ts";
import { labelFiles, taskLabels } from "./task-labels.ts";
import { type TaskMedia, taskMedia } from "./task-media.ts";
import { tableFiles } from "./task-tables.ts";

/** A task ready to be read: its family, its samples and how they are scored. */
export interface Task {
  readonly id: string;
  readonly family: Family;
  readonly settings: ProtocolSettings<unknown>;
  readonly scoring: Scoring;
  /** The samples that were selected. */
  readonly samples: SampleBatches;
  /** All samples of the data, of every split. */
  readonly all: SampleBatches;
  /**
   * Where the data is, where it is a folder; where tables are derived from it, where those are, once
   * it was read.
   */
  folder(): string | undefined;
  /** How often every sample is asked. */
  readonly repeats: number;
  readonly media: TaskMedia;
  /** Numbers in files beside the samples. */
  readonly arrays: ArraySource & AsyncDisposable;
  /** Whether reports may hold frames and texts of the data. */
  readonly isShared: boolean;
  /** Whether the configuration says that systems are asked without pictures and videos. */
  readonly isWithoutMedia: boolean;
  /** Which frames systems are shown. */
  readonly frames: FramesConfig;
  /** What of this is one system's own setting, where the task is as that system meets it. */
  readonly own?: Pick<SystemConfig, "frames" | "options">;
  /** What the condition of a probe does to looks. */
  readonly conditioned?: ConditionedLooks;
  /**
   * What reading the data warned of, such as videos that were left out; complete once it was read.
   */
  readonly warnings?: ReadonlySet<string>;
  /** How the data has changed since the run was started last; complete once it was read. */
  readonly changes?: readonly string[];
  /** What systems learn from. */
  readonly training: Training;
  /**
   * What people say of the answers of these systems; `undefined` where the task names no labels.
   */
  labels(systems: readonly string[]): Promise<ScoredLabels | undefined>;
  /** What somebody else annotated of the same samples; absent where the task names nothing. */
  readonly second?: SecondSamples | undefined;
  /** Whether the system of this id is asked. */
  asksSystem(id: string): boolean;
  /** What grades answers, by role. */
  readonly graders: Readonly<Record<string, SystemConfig>>;
  /** Set where a probe puts the task under a condition; `family` is changed by it already. */
  readonly probe?: Probe;
  /**
   * Set where the system goes on from the answers of another; `samples` hold them once they are
   * there.
   */
  readonly relay?: AnswerRelay;
  /** Size and digest of every file that decides the scores, by path or address. */
  facts(): Promise<Readonly<Record<string, FileFacts>>>;
  /** What the samples were read from, as the manifest tells it. */
  origin(): Promise<Json>;
}

interface SecondSamples {
  /** As the configuration names it. */
  readonly file: string;
  readonly all: SampleBatches;
}

interface Training {
  readonly samples: SampleBatches;
  /** Said in reports: "train" or, where there is nothing else, "test". */
  readonly on: "train" | "test";
}

export interface OpenOptions extends TaskDataOptions {
  readonly selection: Selection;
  readonly seed: number;
  /** Families that a task can be of. */
  readonly families: readonly Family[];
  /** Where the task does not say how often samples are asked; once if absent. */
  readonly repeats?: number;
  readonly prices?: Prices;
  /** Those that the task may name. */
  readonly graders?: readonly SystemConfig[];
  /** Kinds that graders may be of. */
  readonly systemKinds?: readonly SystemKind[];
  /** Shared with other tasks; the task's own if absent. */
  readonly decoders?: SharedPool | undefined;
  /** Told when samples are read and media looked at. */
  readonly clock?: ActivityClock | undefined;
  onWarning(message: string): void;
  /**
   * Told of rows that are no samples, which are then left out; without it the first of them is an
   * error.
   */
  onUnreadable?(error: UserError): void;
}

/** Without what its `tables` name: where it is scored, `lendTables` comes after. */
export function openTask(config: TaskConfig, options: OpenOptions): Task {
  const {
    directory,
    selection,
    seed,
    families,
    repeats = 1,
    prices,
    decoders,
    clock,
    onWarning,
  } = options;
  const plain: Family = findById<string, Family>(families, config.family, "family");
  const format = findById(plain.data.formats, config.data.format, "format");
  const { data, index } = placedData(config.data, { format, directory });
  const warnings = new Set<string>();
  const warn = (message: string) => {
    // The data is read several times.
    if (!warnings.has(message)) onWarning(message);
    warnings.add(message);
  };
  for (const [name, value] of Object.entries(format.suits ?? {}))
    if ((config.options as Readonly<Record<string, unknown>>)[name] !== value)
      onWarning(
        `data of the format ${format.id} is usually scored with the option ${name}: ${value}`,
      );
  const derivation = format.reads === "folder" ? format.derivation : undefined;
  const opened = openTaskData(
    data,
    options,
    derivation && { derivation, options: config.options, onWarning: warn },
  );
  const { source } = opened;
  const { place } = opened.media;
  const family = familyWithMediaPlace(plain, place);
  const unreadable = options.onUnreadable ? { onUnreadable: options.onUnreadable } : {};
  const reading = { family, options: config.options, onWarning: warn };
  const skipsBadRows = data.badRows === "skip";
  const arrays = taskArrays(() => source.mediaRoot());
  const corrections = taskCorrections(data.corrections, { family, directory });
  const read = (
    { file }: DataSource,
    only?: string,
    withMore = (samples: SampleBatches) => samples,
  ) =>
    attachArrays(
      attachTexts(
        withMore(
          loadSamples({
            ...reading,
            format,
            file: index === undefined ? file : withIndex(file, index.text),
            complete: withOwnVideo(place),
            where: data.where,
            split: only,
            skipsBadRows,
            digest: contentDigest,
            reading: (value) => opened.signed.hide(value),
            ...unreadable,
          }),
        ),
        { ...reading, ...opened.media },
      ),
      { ...reading, arrays },
    );
  const secondSource = config.second === undefined ? undefined : opened.beside(config.second);
  const media = taskMedia(config.frames, { ...opened.media, decoders, clock, onWarning });
  // Videos that were not selected are not opened.
  const lengthen = lengthAttacher({ family, media, onWarning: warn });
  const readOwn = (only?: string) => read(source, only, corrections.withAdded);
  const all = readOwn();
  const split = source.isSplitByFile ? undefined : (data.split ?? format.usualSplit);
  const prompts = promptTexts(config.prompts, directory);
  const graders = Object.fromEntries(
    Object.entries(config.graders).map(([role, name]) => [
      role,
      findById(options.graders ?? [], name, "grader"),
    ]),
  );
  const settings = { options: config.options, prompts: prompts.texts };
  const samples = withNotices(
    corrections.corrected(
      lengthen(
        selectSamples(
          split === undefined ? all : readOwn(split),
          { ...selection, split },
          contentDigest,
        ),
      ),
    ),
    { family, onWarning: warn },
  );
  return {
    id: config.id,
    family,
    settings,
    isShared: data.redistribute !== false,
    scoring: {
      family,
      settings,
      lent: { ...nothingLent, graders: graderNames(graders, options.systemKinds ?? []) },
      metrics: config.metrics,
      unanswered: config.unanswered,
      slices: config.slices,
      extractors: config.extractors,
      seed,
      digest: contentDigest,
      prices,
    },
    samples: clock ? timedBatches(samples, clock) : samples,
    all: corrections.corrected(lengthen(all)),
    folder: () => source.derivedFolder?.() ?? source.file.folder?.path,
    repeats: config.repeats ?? repeats,
    graders,
    second: secondSource && { file: config.second!, all: lengthen(read(secondSource)) },
    labels: (systems) => taskLabels(config, { directory, family, systems, onWarning }),
    asksSystem: (id) => config.systems?.includes(id) ?? true,
    media,
    arrays,
    isWithoutMedia: place.kind === "none",
    frames: config.frames,
    warnings,
    training: training(corrections.corrected(lengthen(all)), {
      train: opened.train && lengthen(read(opened.train)),
      split,
    }),
    async facts() {
      const { checksums } = opened.media;
      const labels = config.labels ? await labelFiles(config.labels, directory) : [];
      const tables = await tableFiles(config, directory);
      const paths = [
        ...(index === undefined ? [] : [index.path]),
        ...prompts.paths,
        ...labels,
        ...corrections.paths,
        ...tables,
        ...(checksums === undefined ? [] : [checksums]),
      ];
      const own = await Promise.all(
        paths.map(async (path) => [path, await fileFacts(path)] as const),
      );
      return {
        ...(await source.facts()),
        ...(await opened.train?.facts()),
        ...(await secondSource?.facts()),
        ...Object.fromEntries(own),
      };
    },
    origin: () => source.origin(),
  };
}

interface TrainingSource {
  readonly train: SampleBatches | undefined;
  readonly split: string | undefined;
}

/**
 * A file of its own; else the rows of the split "train", where another split is evaluated; else the
 * evaluated samples themselves.
 */
function training(all: SampleBatches, { train, split }: TrainingSource): Training {
  if (train) return { samples: train, on: "train" };
  const isApart = split !== undefined && split !== "train";
  return isApart
    ? { samples: samplesOfSplit(all, "train"), on: "train" }
    : { samples: all, on: "test" };
}

function promptTexts(
  files: TaskConfig["prompts"],
  directory: string,
): { texts: Record<string, string>; paths: string[] } {
  const texts: Record<string, string> = {};
  const paths: string[] = [];
  for (const [role, file] of Object.entries(files) as [string, string | undefined][]) {
    if (file === undefined) continue;
    const path = resolve(directory, file);
    try {
      texts[role] = readFileSync(path, "utf8");
    } catch {
      throw new UserError(`no such prompt file: ${path}`, `named as prompts.${role}`);
    }
    paths.push(path);
  }
  return { texts, paths };
}

/** Samplers that take as many as there are say no number. */
