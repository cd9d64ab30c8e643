import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TaskConfig } from "../config/config.ts";
import type { SampleBatches } from "../core/dataset.ts";
import type { Family } from "../core/family.ts";
import type { ProtocolSettings } from "../core/protocol.ts";
import { findById } from "../core/registry.ts";
import { UserError } from "../core/user-error.ts";
import { loadSamples } from "../datasets/load-samples.ts";
import { openDataFile } from "../datasets/open-data-file.ts";
import { type Selection, selectSamples } from "../datasets/select-samples.ts";
import { families } from "../families/index.ts";
import { contentDigest } from "../files/content-digest.ts";
import type { Scoring } from "../report/score-cell.ts";
import { type TaskMedia, taskMedia } from "./task-media.ts";

/** A task ready to be read: its family, its samples and how they are scored. */
export interface Task {
  readonly id: string;
  readonly family: Family;
  readonly settings: ProtocolSettings<unknown>;
  readonly scoring: Scoring;
  /** The samples that were selected. */
  readonly samples: SampleBatches;
  readonly media: TaskMedia;
  /** What systems learn from. */
  readonly training: Training;
  /** Absolute paths of everything that was named in the configuration and read. */
  readonly files: readonly string[];
}

interface Training {
  readonly samples: SampleBatches;
  /** Said in reports: "train" or, where there is nothing else, "test". */
  readonly on: "train" | "test";
}

export interface OpenOptions {
  readonly directory: string;
  readonly selection: Selection;
  readonly seed: number;
  onWarning(message: string): void;
}

export function openTask(config: TaskConfig, { directory, selection, seed, onWarning }: OpenOptions): Task {
  const family: Family = findById<string, Family>(families, config.family, "family");
  const format = findById(family.formats, config.data.format, "format");
  const read = (path: string) => loadSamples({ family, format, file: openDataFile(path), digest: contentDigest, onWarning });
  const dataPath = resolve(directory, config.data.path);
  const all = read(dataPath);
  const trainPath = config.data.train === undefined ? undefined : resolve(directory, config.data.train);
  const prompts = promptTexts(config.prompts, directory);
  const settings = { options: config.options, prompts: prompts.texts };
  return {
    id: config.id,
    family,
    settings,
    scoring: {
      family,
      settings,
      metrics: config.metrics,
      unanswered: config.unanswered,
      slices: config.slices,
      extractors: config.extractors,
      seed,
    },
    samples: selectSamples(all, { ...selection, split: config.data.split }, contentDigest),
    media: taskMedia(config, directory),
    training: training(all, { train: trainPath ? read(trainPath) : undefined, split: config.data.split, seed }),
    files: [dataPath, ...(trainPath ? [trainPath] : []), ...prompts.paths],
  };
}

interface TrainingSource {
  readonly train: SampleBatches | undefined;
  readonly split: string | undefined;
  readonly seed: number;
}

/** A file of its own; else the rows of the split "train", where another split is evaluated; else the evaluated samples themselves. */
function training(all: SampleBatches, { train, split, seed }: TrainingSource): Training {
  if (train) return { samples: train, on: "train" };
  const isApart = split !== undefined && split !== "train";
  return isApart ? { samples: selectSamples(all, { split: "train", seed }, contentDigest), on: "train" } : { samples: all, on: "test" };
}

function promptTexts(files: TaskConfig["prompts"], directory: string): { texts: Record<string, string>; paths: string[] } {
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
