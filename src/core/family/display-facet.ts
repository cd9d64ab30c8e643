import type { FitReport, System } from "../asking/system.ts";
import type { Sample } from "../data/sample.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Grades } from "../scores/measure.ts";
import type { BriefView, RatedView, View } from "../scores/view.ts";
import type { Lent } from "./lent.ts";
import type { ScoredBy } from "./scored-by.ts";

/** How samples and results are shown to people and to other programs. */
export interface DisplayFacet<S extends Sample, Prediction, Options> {
  view(sample: S, prediction: Prediction | null, scored: ScoredBy<Options>): View;
  /** The same in a line each; lists of samples have ids alone where absent. */
  brief?(sample: S, prediction: Prediction | null): BriefView;
  /**
   * What raters are shown under an aspect that hides the truth; families without such an aspect do
   * without.
   */
  rated?(sample: S, prediction: Prediction): RatedView;
  readonly exports: readonly Export<S, Prediction, Options>[];
}

/** One sample with how it ended, as an export receives it. */
export interface ExportItem<S extends Sample, Prediction> {
  readonly sample: S;
  readonly outcome: Outcome<Prediction>;
  readonly grades?: Grades;
  /** How long the system took over it, where its requests were timed. */
  readonly seconds?: number | undefined;
}

/** What an export knows besides the samples. */
export interface ExportAbout<Options> {
  readonly task?: string;
  readonly system: string;
  /** Whether it is the first system of its task. */
  readonly isFirst?: boolean;
  readonly options: Options;
  /** What the scores were computed with. */
  readonly lent: Lent;
  /** When the run was started, in milliseconds since 1970; absent where there is no run. */
  readonly startedAt?: number | undefined;
  /** The model behind the system, where it names one, and how that is asked. */
  readonly model?: { readonly name: string; readonly speaks: System["speaks"] } | undefined;
  /** How the training went, of a system that learnt. */
  readonly training?: FitReport | undefined;
  /** The most memory of graphics cards that was seen in use, in bytes, where one was measured. */
  readonly peakVramBytes?: number | undefined;
  /** Scores by people that may be quoted, by aspect and then by metric. */
  readonly people?: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
}

/** Writes results in a foreign layout: pieces of text, each appended to the file at `path`. */
export interface Export<S extends Sample, Prediction, Options = unknown> {
  readonly id: string;
  readonly summary: string;
  write(
    items: AsyncIterable<ExportItem<S, Prediction>>,
    about: ExportAbout<Options>,
  ): AsyncIterable<ExportPiece>;
  /**
   * Whether the systems of a task share their files, each appending to what those before it wrote;
   * each has a folder of its own if left out.
   */
  readonly isShared?: boolean;
  /**
   * Files about all systems of a task together, where the layout has some; they are written beside
   * the folders of the systems, or the files that these share.
   */
  gather?(options: Options): ExportGathering<S, Prediction>;
  /**
   * One text of what several tasks of a system gave, where the layout knows all of them in one
   * file; each task gives one file then.
   */
  merge?(texts: readonly string[]): string;
  /**
   * Set where a system has one folder for all of its tasks, `<system>/<task>`, with files about them
   * together.
   */
  readonly suite?: ExportSuite<Options>;
}

export interface ExportSuite<Options> {
  /** The file of arrays that the layout keeps a trained model in, beside its scores. */
  readonly modelFile?: string;
  /** What the layout calls a task of these options: the name of its folder. */
  folder(options: Options): string;
  /** Files beside the folders of the tasks, from what these hold. */
  finish(
    tasks: readonly SuiteTask<Options>[],
    about: SuiteAbout & { readonly system: SuiteSystem },
  ): readonly SuitePiece[];
  /** Files beside the folders of the systems, where there are several, from what these hold. */
  together?(
    systems: readonly (SuiteSystem & { readonly tasks: readonly SuiteTask<Options>[] })[],
    about: SuiteAbout,
  ): readonly ExportPiece[];
}

/** Which system a folder is of; it is named by the id. */
export interface SuiteSystem extends Pick<System, "id" | "kind" | "identity"> {
  /** Whether it answers by a rule or from the truth, and is only there to read others against. */
  readonly isReference: boolean;
}

export interface SuiteAbout {
  /** As in `ExportAbout`. */
  readonly startedAt?: number | undefined;
  /** The folder of the data, where there is one. */
  readonly data?: DataTexts | undefined;
}

/** Files of the folder of the data, by their paths below it. */
export interface DataTexts {
  readonly paths: readonly string[];
  /** `undefined` where it cannot be read. */
  text(path: string): string | undefined;
}

/** What one task of a system left in its folder. */
export interface SuiteTask<Options> {
  readonly folder: string;
  readonly options: Options;
  readonly pieces: readonly ExportPiece[];
  /** Why there are none. */
  readonly error?: string | undefined;
}

/** A text, or a file of the folder of the data that is copied as it is, where it is there. */
export type SuitePiece = ExportPiece | { readonly path: string; readonly copies: string };

/** Meets the samples of one system after the other. */
export interface ExportGathering<S extends Sample, Prediction> {
  add(system: string, item: ExportItem<S, Prediction>): void;
  finish(): readonly ExportPiece[];
}

export interface ExportPiece {
  readonly path: string;
  readonly text: string;
}
