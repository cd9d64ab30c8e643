import type { Curve, Table } from "../../../core/scores/analysis.ts";
import type { Score } from "../../../core/scores/metric.ts";
import type { ListedMetric } from "../../../metrics/index.ts";
import type { MetricOffer } from "../../../metrics/metric-declaration.ts";
import type { MetricOption } from "../../../metrics/metric-option.ts";
import type { Flags } from "../command.ts";

/** Values of options by name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/**
 * One kind of plain files, as the command line names them. The code that reads them is loaded only
 * when it is needed.
 */
export interface MetricInput {
  readonly id: NonNullable<ListedMetric["input"]>;
  /** What the files hold, for the list of metrics. */
  readonly summary: string;
  /** How the files are named on the command line. */
  readonly usage: string;
  /** The flags that it reads, as commander names them; any other flag about files is refused. */
  readonly flags: readonly string[];
  /** The flag that names what a system made; none where there is no such file. */
  readonly predictionFlag?: string;
  /** Parameters of signatures that a flag sets, by flag. */
  readonly flagKeys?: Readonly<Record<string, readonly string[]>>;
  load(): Promise<{ readonly reader: MetricReader }>;
}

/** Reads one kind of files and computes metrics from them. */
export interface MetricReader {
  /** Options about the files themselves, which every metric has that reads this of them. */
  readonly options?: { readonly [Reads in MetricOffer["reads"]]?: readonly MetricOption[] };
  open(request: MetricRequest): Promise<ScoredFiles>;
  /** Figures of the units of two files of predictions together, those of the first before the others. */
  joined?(request: MetricRequest, paths: readonly [string, string]): Promise<readonly Figure[]>;
}

export interface MetricRequest {
  readonly flags: Flags;
  readonly asked: readonly AskedMetric[];
  /**
   * Whether the metrics were asked for by the name of their group: then those that the files do not
   * allow are left out.
   */
  readonly isWhole: boolean;
  /** The file that a flag names; an error says what is needed where it is left out. */
  file(flag: string): string;
}

/** A metric that was named, with the options that were set for it. */
export interface AskedMetric {
  readonly offer: MetricOffer;
  readonly options: OptionValues;
}

/** A kind of files with its reader and some of its metrics, all loaded. */
export interface LoadedInput extends MetricInput {
  readonly reader: MetricReader;
  readonly metrics: readonly OfferedMetric[];
}

/** A metric by its name, with the options of the files added to its own. */
export interface OfferedMetric {
  readonly offer: MetricOffer;
  readonly options: readonly MetricOption[];
  /** The metric whose page describes it. */
  readonly page: string;
}

/**
 * What was found in the files. A unit is what is resampled: a segment, a video, a query, an item, a
 * row.
 */
export interface ScoredFiles {
  readonly units: "segments" | "videos" | "queries" | "items" | "rows";
  readonly n: number;
  /** What each unit is called; they are numbered from 1 where left out. */
  readonly names?: readonly string[];
  /** What units that belong together share; each stands by itself where left out. */
  readonly groups?: readonly string[] | undefined;
  /** Figures that came with their value and interval. */
  readonly scored?: readonly ScoredFigure[];
  readonly figures: readonly Figure[];
  readonly analyses: readonly NamedAnalysis[];
  /** What must be known to read the figures. */
  readonly notes: readonly string[];
}

/** A number as it is printed. */
export interface ScoredFigure {
  /** Its name in the results. */
  readonly key: string;
  readonly title: string;
  readonly signature: string;
  /** What was counted in each unit, as a signature. */
  readonly measure: string;
  /** `null` where it is not defined. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  /** Units that count. */
  readonly n: number;
  /** The lowest and highest score over the orders of equal confidences, where it matters. */
  readonly ties?: readonly [number, number] | undefined;
  /** A number of things, written whole. */
  readonly isCount?: boolean;
  /** The score of each unit alone, NaN where it has none; where asked for. */
  readonly segments?: Float64Array | undefined;
}

/** What is printed: the files with what was found in them, and the scores. */
export interface Printed {
  readonly files: ScoredFiles;
  readonly scores: readonly ScoredFigure[];
  /** The same figures of other files beside them; where asked for. */
  readonly against?: readonly AgainstFile[];
}

/** What `--against` names, with differences by the key of the figure. */
export interface AgainstFile {
  readonly path: string;
  readonly scores: ReadonlyMap<string, AgainstScore>;
}

/** A figure minus that of another file. */
export interface AgainstScore {
  /** Of the other file. */
  readonly value: number | null;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
  readonly p: number | null;
  readonly test: string;
  readonly minimumDetectableEffect: number | null;
  /** Of sacreBLEU's paired bootstrap: what it prints beside scores. */
  readonly means?: { readonly own: ResampleMean; readonly other: ResampleMean };
  /** What a reader of the p-value must know. */
  readonly remark?: string;
}

interface ResampleMean {
  readonly mean: number;
  /** Half of the width of the middle 95 %. */
  readonly halfWidth: number;
}

/** A number about all units, still to be computed. */
export interface Figure
  extends Pick<ScoredFigure, "key" | "title" | "signature" | "measure" | "ties"> {
  readonly kind: "proportion" | "mean" | "corpus";
  readonly best: number;
  readonly worst: number | null;
  readonly score: Score;
  /** What each unit contributes, NaN where it does not count; of means only. */
  readonly values?: Float64Array | undefined;
  /** 1 where a unit counts; all do where left out. */
  readonly counted?: Uint8Array | undefined;
  /** What each unit adds to the denominator of a rate of events; of rates only. */
  readonly exposures?: Float64Array | undefined;
  /** The score of each unit alone, NaN where it has none; `values` where left out. */
  segments?(): Float64Array;
}

export interface NamedAnalysis {
  readonly key: string;
  readonly title: string;
  readonly data: Table | Curve;
}
