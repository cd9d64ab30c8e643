import type { Prices } from "../core/asking/price.ts";
import type { SystemKind } from "../core/asking/system-kind.ts";
import type { FrameEncoding, Sampler } from "../core/data/media.ts";
import type { Family } from "../core/family.ts";
import type { QuoteRule } from "../core/scores/aspect.ts";
import type { Targets } from "../core/scores/target.ts";
import type { DataConfig } from "./data-config.ts";

/**
 * A configuration that passed every check: defaults applied, environment resolved, paths still
 * relative to the configuration's folder.
 */
export interface Config {
  readonly name: string;
  readonly tasks: readonly TaskConfig[];
  readonly systems: readonly SystemConfig[];
  /** Systems that grade; tasks name them by role. */
  readonly graders: readonly SystemConfig[];
  /** By task id, then by metric id, `coverage` or `answered`, all possibly of a slice. */
  readonly targets: Readonly<Record<string, Targets>>;
  /** Results that others published, to be read beside those of the run. */
  readonly references: readonly ReferenceConfig[];
  readonly seed: number;
  /** The folder of all runs. */
  readonly output: string;
  /** A fraction; 0 asks for no minimum. */
  readonly minCoverage: number;
  readonly minAnswered: number;
  /** Whether a task whose data or training fails is recorded and the others go on. */
  readonly keepGoing?: boolean | undefined;
  /** Words to find the run by. */
  readonly tags?: readonly string[] | undefined;
  /** How often every sample is asked, where the task does not say. */
  readonly repeats: number;
  readonly concurrency: ConcurrencyConfig;
  readonly retries: RetriesConfig;
  /** What models cost, by the id of a system or the name of a model. */
  readonly prices: Prices;
  /** US dollars that the run may cost in all. */
  readonly budget?: number | undefined;
  readonly cache: {
    readonly replies: boolean;
    /** Bytes of remote media that are kept on this machine; as usual if absent. */
    readonly remote?: number | undefined;
  };
  /** What `vidimus gate` lets through. */
  readonly gate: GateConfig;
  /** What of the machine is watched; as usual if absent. */
  readonly resources?: ResourcesConfig | undefined;
  /** Modules with the user's own metrics, families, formats and systems. */
  readonly use: readonly string[];
}

/** A result that was published elsewhere. */
interface ReferenceConfig {
  readonly name: string;
  readonly task: string;
  readonly metric: string;
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly source: string;
}

/** What a run must keep to pass `vidimus gate`, beside targets and minimums. */
export interface GateConfig {
  /** How much worse than the baseline is still let through: a fraction, by the unit of the metric. */
  readonly margin: number;
  /** The share of unchanged systems that fail, at most. */
  readonly alpha: number;
  /** Whether it must be shown that no score is worse by more than the margin. */
  readonly strict: boolean;
  /** Names of metrics that are set against the baseline beside the headline. */
  readonly metrics: readonly string[];
  /** Whether targets are kept by the score itself, its whole interval, or any part of it. */
  readonly targets: "score" | "met" | "possible";
  readonly minParseRate: number;
  /** The share of grades that may be missing. */
  readonly maxJudgeFailures: number;
  readonly maxMedianSeconds?: number | undefined;
  readonly maxP95Seconds?: number | undefined;
  /** US dollars of the whole run. */
  readonly maxCost?: number | undefined;
}

/** What of the machine is watched while a run goes on. */
export interface ResourcesConfig {
  /** 0: nothing is watched. */
  readonly everyMs: number;
  /** Ids of processes, or files that hold one. */
  readonly pids: readonly (number | string)[];
  readonly storage: readonly StorageConfig[];
}

/** Where something lies whose size is measured: a path or an address. */
export interface StorageConfig {
  readonly name: string;
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  readonly at?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly videoHours?: number | undefined;
}

/** Holds for all systems, beside what each says itself. */
interface ConcurrencyConfig {
  readonly most?: number | undefined;
  readonly pacing?: "adaptive" | "fixed" | undefined;
}

interface RetriesConfig {
  readonly attempts: number;
  readonly budget: number;
  readonly waitMs: number;
  readonly sampleTimeoutMs: number;
  readonly holdMs: number;
  readonly sameFailures: number;
}

interface LeftOutSystem {
  readonly system: string;
  readonly reason: string;
}

export interface TaskConfig {
  readonly id: string;
  readonly family: string;
  readonly data: DataConfig;
  /** Which frames of a video systems are shown, and how. */
  readonly frames: FramesConfig;
  /** As the family's `optionsSchema` gave it out. */
  readonly options: unknown;
  /** Ids of the systems that are asked; all where absent. */
  readonly systems?: readonly string[] | undefined;
  /** Systems that have nothing to say on this task, where it does not name its systems. */
  readonly leftOut?: readonly LeftOutSystem[] | undefined;
  /** Ids of graders by the role they fill. */
  readonly graders: Readonly<Record<string, string>>;
  /** Places of tables that metrics read, by the role they fill. */
  readonly tables?: Readonly<Record<string, string>> | undefined;
  /** What people say of answers. */
  readonly labels?: LabelsConfig | undefined;
  /** A file in which somebody else annotated the same samples. */
  readonly second?: string | undefined;
  readonly prompts: PromptFiles;
  /** At least one; the first gives the headline. */
  readonly extractors: readonly string[];
  /**
   * `empty`: a sample without an answer is scored as the family's empty prediction; `exclude`: it
   * is left out.
   */
  readonly unanswered: "empty" | "exclude";
  /** Paths of sample fields by which scores are broken down, besides the family's own slices. */
  readonly slices: readonly string[];
  /** Ids, never short names; `undefined`: all metrics of the family. */
  readonly metrics?: readonly string[] | undefined;
  /** `undefined`: as often as the run says. */
  readonly repeats?: number | undefined;
}

/** A file of labels, and when scores that rest on them are quoted. */
export interface LabelsConfig extends QuoteRule {
  readonly path: string;
}

/** A sampler with its parameters, and the encoding, in one flat record. */
export type FramesConfig = Sampler & FrameEncoding;

/** Files with the user's own prompts. */
interface PromptFiles {
  readonly system?: string | undefined;
  readonly user?: string | undefined;
}

export interface SystemConfig {
  readonly id: string;
  readonly kind: string;
  /** As the kind's `configSchema` gave it out; what `SystemKind.create` takes. */
  readonly settings: unknown;
  /** What it is shown in place of the task's frames: so many, or other ones. */
  readonly frames?: number | FramesConfig | undefined;
  /** Options of families that it is asked under in place of the task's. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** What a configuration can name. */
export interface Registries {
  readonly families: readonly Family[];
  readonly systemKinds: readonly SystemKind[];
}

/** What a configuration names, before the code behind these names is loaded. */
export interface NamedParts {
  /** All of them if absent; the same for kinds of systems. */
  readonly families?: readonly string[] | undefined;
  readonly systemKinds?: readonly string[] | undefined;
  /** The user's modules; their paths are relative to the folder of the configuration. */
  readonly use?: { readonly paths: readonly string[]; readonly directory: string } | undefined;
}

/** Loads the registries that hold what is named, and all of them if a name is unknown. */
export type LoadRegistries = (named: NamedParts) => Promise<Registries>;
