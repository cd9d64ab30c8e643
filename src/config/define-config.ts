import type { Price } from "../core/asking/price.ts";
import type { FrameEncoding, Sampler } from "../core/data/media.ts";
import type { GateConfig, LabelsConfig, ResourcesConfig } from "./config.ts";
import type { DataConfig } from "./data-config.ts";

/**
 * A configuration as it is written, in YAML, JSON or TypeScript. Families and systems can be added,
 * so their own parts are checked when it is loaded.
 */
export interface ConfigInput {
  /** a-z, 0-9, `-`, `_` and `.`; part of the name of the run's folder. */
  readonly name: string;
  readonly tasks: readonly TaskInput[];
  readonly systems: readonly SystemInput[];
  /** Systems that grade answers instead of giving them; tasks name them by role. */
  readonly graders?: readonly SystemInput[];
  /**
   * By metric, `metric[slice=value]`, `coverage` or `answered`, for all tasks or by the id of a
   * task; or the name of a published set.
   */
  readonly targets?:
    | string
    | Readonly<Record<string, Comparison | Readonly<Record<string, Comparison>>>>
    | undefined;
  /**
   * Settings under which all of this is run and tabled against the first: rows, or axes of which
   * every combination is a row.
   */
  readonly matrix?:
    | readonly MatrixRowInput[]
    | { readonly axes: Readonly<Record<string, readonly unknown[]>> }
    | undefined;
  /** Published results to read beside those of the run, marked as not measured here. */
  readonly references?:
    | readonly (
        | {
            readonly name: string;
            readonly task: string;
            readonly metric: string;
            readonly value: number;
            readonly low?: number | undefined;
            readonly high?: number | undefined;
            readonly source: string;
          }
        /** A file of figures that the family of the task knows how to read. */
        | { readonly task: string; readonly path: string; readonly name?: string | undefined }
      )[]
    | undefined;
  readonly seed?: number | undefined;
  /** The folder of all runs, relative to the configuration; `runs` if left out. */
  readonly output?: string | undefined;
  /** The fraction of samples that must be scored for a run to count as complete; 0 if left out. */
  readonly minCoverage?: number | undefined;
  readonly minAnswered?: number | undefined;
  /** What `vidimus gate` lets through. */
  readonly gate?: Partial<GateConfig> | undefined;
  /** What of the machine is watched while the run goes on. */
  readonly resources?: Partial<ResourcesConfig> | undefined;
  /** Whether a task whose data or training fails is recorded and the others go on. */
  readonly keepGoing?: boolean | undefined;
  /** Words to find the run by in `vidimus view`. */
  readonly tags?: readonly string[] | undefined;
  /** How often every sample is asked; once if left out. */
  readonly repeats?: number | undefined;
  /** How many asks may be under way at once, for all systems. */
  readonly concurrency?:
    | number
    | { readonly most?: number | undefined; readonly pacing?: "adaptive" | "fixed" | undefined }
    | undefined;
  readonly retries?:
    | {
        readonly attempts?: number | undefined;
        readonly budget?: number | undefined;
        readonly waitMs?: number | undefined;
        readonly sampleTimeoutMs?: number | undefined;
        readonly holdMs?: number | undefined;
        readonly sameFailures?: number | undefined;
      }
    | undefined;
  /** US dollars per million tokens, by the id of a system or the name of a model. */
  readonly prices?: Readonly<Record<string, Omit<Price, "asOf">>> | undefined;
  /** What the run may cost in all: US dollars, or `"20 USD"`. */
  readonly budget?: number | string | undefined;
  /** Files with your own metrics, families, formats and systems, relative to the configuration. */
  readonly use?: readonly string[] | undefined;
  readonly cache?:
    | {
        readonly replies?: boolean | undefined;
        /** How much of remote media is kept: `"50GB"`, or bytes. */
        readonly remote?: number | string | undefined;
      }
    | undefined;
}

interface MatrixRowInput {
  /** Part of the name of its folder. */
  readonly name: string;
  /** Values by their path, such as `tasks.find.options.rerank`. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
}

interface TaskInput {
  readonly id: string;
  readonly family: string;
  /** The family's own format if left out. One of `path`, `huggingface` and `url` is needed. */
  readonly data: Omit<DataConfig, "format"> & { readonly format?: string | undefined };
  /** Which frames of a video systems are shown; eight, evenly over the whole video, if left out. */
  readonly frames?: FramesInput | undefined;
  /** The family's own options. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Ids of the systems that are asked; all if left out. */
  readonly systems?: readonly string[] | undefined;
  /** Ids of graders by the role they fill. */
  readonly graders?: Readonly<Record<string, string>> | undefined;
  /**
   * Places of tables that metrics of the family read, by role, such as `{ meteor: "meteor-1.5.jar"
   * }`.
   */
  readonly tables?: Readonly<Record<string, string>> | undefined;
  /** What people say about answers: a file, or a file and when its scores are quoted. */
  readonly labels?: string | (Pick<LabelsConfig, "path"> & Partial<LabelsConfig>) | undefined;
  readonly second?: string | undefined;
  /** Files with your own prompts. */
  readonly prompts?:
    | { readonly system?: string | undefined; readonly user?: string | undefined }
    | undefined;
  /** The first gives the headline. */
  readonly extractors?: readonly string[] | undefined;
  readonly unanswered?: "empty" | "exclude" | undefined;
  readonly slices?: readonly string[] | undefined;
  /** Ids or short names. */
  readonly metrics?: readonly string[] | undefined;
  /** How often every sample is asked; as the run says if left out. */
  readonly repeats?: number | undefined;
}

/**
 * A strategy with its own parameters (only a count: evenly over the whole video) and, beside them,
 * how frames are encoded: at most 768 pixels, as JPEG of quality 90, if left out.
 */
type FramesInput = (Sampler | { readonly strategy?: undefined; readonly count: number }) & {
  readonly [Key in keyof FrameEncoding]?: FrameEncoding[Key] | undefined;
};

interface SystemInput {
  /** The kind if left out. */
  readonly id?: string | undefined;
  readonly kind: string;
  /** What it is shown in place of the task's frames: so many, or other ones. */
  readonly frames?: number | FramesInput | undefined;
  /** Settings of the kind. Secrets are written `${NAME}` and read from the environment. */
  readonly [setting: string]: unknown;
}

type Operator = ">=" | ">" | "<=" | "<";

/** What a score is held to, such as `>= 0.80`. */
type Comparison = `${Operator} ${number}` | `${Operator}${number}`;

/** Gives editors the types of a configuration written in TypeScript. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
