import type { z } from "zod";
import type { ArraySource } from "../data/array-ref.ts";
import type { DataFile } from "../data/data-file.ts";
import type { ModelFiles } from "../data/model-files.ts";
import type { Family } from "../family.ts";
import type { Json } from "../json.ts";
import type { Outcome } from "../run/outcome.ts";
import type { FrameRef } from "./chat.ts";
import type { Condition } from "./condition.ts";
import type { System } from "./system.ts";

/** What a system is made for: one task of a run. */
export interface SystemContext {
  readonly id: string;
  readonly task: string;
  readonly family: Family;
  /** Options of the task. */
  readonly options?: unknown;
  readonly seed: number;
  /** The bytes of a frame that the system was shown. */
  frame(frame: FrameRef): Promise<Uint8Array>;
  /**
   * The pixels of frames that the system was shown, in the shape that it states as `pixels`: RGB,
   * rows from the top without gaps. They are decoded only now: a frame that cannot be had is the
   * outcome.
   */
  pixels?(
    frames: readonly FrameRef[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly Uint8Array[]>>;
  /**
   * Where a whole video that the system was shown lies on this machine; for systems that take whole
   * videos.
   */
  file?(video: FrameRef): Promise<string>;
  /** Opens a file named in the configuration, relative to it. */
  open(path: string): DataFile;
  /** Numbers that samples refer to; for systems that answer by them. */
  readonly arrays?: ArraySource;
  /** Opens a model of the hub, `owner/name`, at a revision. */
  model?(name: string, revision: string): ModelFiles;
  /**
   * Set where the system is made only to be looked at, as for a dry run: a key that is missing is
   * then said here instead of thrown.
   */
  lacksKey?(message: string): void;
  /** Says what the user should know before anything is asked. */
  warn?(message: string): void;
  /**
   * What the system wants to find again at another start of the same run; absent where there is no
   * run.
   */
  readonly journal?: SystemJournal;
}

/** Notes in the log of a run. No secrets. */
export interface SystemJournal {
  /** All notes of this name, oldest first, also those of other systems. */
  notes(name: string): Promise<readonly Json[]>;
  /** Resolves once it is durable. */
  note(name: string, data: Json): Promise<void>;
  /** Providers' own names for the requests whose replies the log holds, all of the run's. */
  requestIds(): Promise<ReadonlySet<string>>;
}

export type ProbeContext = Pick<SystemContext, "id" | "family" | "seed">;

/** Which system, and under what condition. */
export interface Probe {
  readonly of: string;
  /** Another system, which is asked first and whose answers become part of the samples. */
  readonly after?: string;
  readonly condition: Condition;
}

/** One thing that was looked at before a run, and how it is. */
export interface Finding {
  readonly what: string;
  readonly state: "fine" | "warning" | "problem";
  readonly detail: string;
}

/** A file, named from the folder of the configuration; it is not there unless a problem is told. */
export interface FileProblem {
  readonly file: string;
  /** In words that name the file. */
  readonly problem?: string | undefined;
}

export interface CheckContext {
  readonly id: string;
  /** The folder of the configuration. */
  readonly directory: string;
  /** A task that asks it, with its family; absent where none does. */
  readonly asked?: Pick<SystemContext, "task" | "family"> | undefined;
  readonly signal: AbortSignal;
}

/** A kind of system that a configuration can name, with its own settings. */
export interface SystemKind<Config = unknown> {
  readonly id: string;
  readonly summary: string;
  readonly configSchema: z.ZodType<Config>;
  /** Files whose content decides the answers, named as in the configuration. */
  files?(config: Config): readonly string[];
  /**
   * What is wrong with such files, or with others that they name, without opening models. A file of
   * `files` that is not there itself is told by others.
   */
  fileProblems?(config: Config, directory: string): Promise<readonly FileProblem[]>;
  /** Where such files come from, for the message where one is missing. */
  filesHint?(config: Config): string | undefined;
  /**
   * What names a grader of these settings in the signatures of scores; its kind and a digest of its
   * settings if left out.
   */
  label?(config: Config): string;
  /**
   * Whether systems of these settings are shown pictures and videos, where that is known before
   * they are made.
   */
  looks?(config: Config): boolean;
  /** How all systems of this kind speak; absent where their settings, or they themselves, decide. */
  readonly speaks?: System["speaks"];
  /**
   * Why else systems of these settings cannot be asked by tasks of a family, where that is known
   * before they are made.
   */
  unfit?(config: Config, family: Family): string | undefined;
  /**
   * Why systems of these settings have nothing to say on a task with these options, although its
   * family has such systems: a task that does not name its systems leaves them out.
   */
  leftOut?(config: Config, family: Family, options: unknown): string | undefined;
  /** What is to be known before a run asks systems of these settings, where there is something. */
  warning?(config: Config): string | undefined;
  create(config: Config, context: SystemContext): Promise<System>;
  /**
   * Whether probes of such a system ask through the very same one, with its connections; each has
   * one of its own if left out.
   */
  isShared?(config: Config): boolean;
  /**
   * For kinds that put another system of the configuration under a condition: such a kind creates
   * nothing itself.
   */
  probe?(config: Config, about: ProbeContext): Probe;
  /**
   * The same system for a handful of questions that are answered at once and by a list of words:
   * without batches, and without limits that such a reply would meet. Unchanged if left out.
   */
  trial?(config: Config): Config;
  /** Looks whether a system of these settings could be asked, without asking it anything. */
  check?(config: Config, context: CheckContext): Promise<readonly Finding[]>;
}

export function defineSystemKind<Config>(kind: SystemKind<Config>): SystemKind<Config> {
  return kind;
}
