import type { FramesConfig, TaskConfig } from "../../config/config.ts";
import type { DataConfig } from "../../config/data-config.ts";
import type { FrameEncoding, Sampler } from "../../core/data/media.ts";
import { usualSampler } from "../../core/data/sampler-schema.ts";
import type { Family } from "../../core/family.ts";
import { findById } from "../../core/registry.ts";
import { dataName } from "./data-name.ts";

export interface DefaultTaskOptions {
  readonly data: Omit<DataConfig, "format">;
  /** Default: `csv` for a table that the family reads as one, else the family's own format. */
  readonly format?: string | undefined;
  readonly frames?: (Sampler & Partial<FrameEncoding>) | undefined;
  /** Options of the family, checked here. */
  readonly options?: unknown;
}

/**
 * A task for data that was named without a configuration: everything else has the default of one.
 */
export function defaultTask(
  family: Family,
  { data, format, frames, options = {} }: DefaultTaskOptions,
): TaskConfig {
  const found = findById(family.data.formats, format ?? formatByName(family, data.path), "format");
  const sampler = frames ?? family.asking.usualFrames ?? usualSampler;
  return {
    id: typeof data.path === "string" ? dataName(data.path) : "dataset",
    family: family.id,
    data: { ...data, format: found.id },
    frames: { longestSide: 768, format: "jpeg", quality: 90, ...sampler } as FramesConfig,
    options: family.data.options.parse(options),
    prompts: {},
    extractors: family.asking.extractors.slice(0, 1),
    unanswered: "empty",
    slices: [],
    graders: {},
  };
}

function formatByName({ data: { formats } }: Family, path: DataConfig["path"]): string {
  const isTable = typeof path === "string" && /\.(?:csv|tsv)(?:\.gz)?$/i.test(path);
  return isTable && formats.some(({ id }) => id === "csv") ? "csv" : (formats[0]?.id ?? "");
}
