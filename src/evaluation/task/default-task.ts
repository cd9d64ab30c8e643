import type { TaskConfig } from "../../config/config.ts";
import type { Family } from "../../core/family.ts";
import { findById } from "../../core/registry.ts";
import { usualSampler } from "../../core/sampler-schema.ts";
import { registries } from "../extend/registries.ts";
import { nameOfData } from "./data-name.ts";

export interface PlainTask {
  readonly family: string;
  /** The family's own if left out. */
  readonly format?: string | undefined;
  readonly data: string;
  readonly media?: string | undefined;
}

/** A task for data that was named without a configuration: everything else is as if it were left out of one. */
export function plainTask({ family: familyId, format, data, media }: PlainTask): TaskConfig {
  const family = findById(registries.families, familyId, "family");
  const found = findById(family.formats, format ?? formatByName(family, data), "format");
  return {
    id: nameOfData(data),
    family: familyId,
    data: { format: found.id, path: data, ...(media === undefined ? {} : { media }) },
    frames: { ...(family.usualFrames ?? usualSampler), longestSide: 768, format: "jpeg", quality: 90 } as TaskConfig["frames"],
    options: family.optionsSchema.parse({}),
    prompts: {},
    extractors: family.extractors.slice(0, 1),
    unanswered: "empty",
    slices: [],
    graders: {},
  };
}

/** A table is read as one where the family knows how; otherwise the family's own format is meant. */
export function formatByName({ formats }: Family, data: string): string {
  const isTable = /\.(?:csv|tsv)(?:\.gz)?$/i.test(data) && formats.some(({ id }) => id === "csv");
  return isTable ? "csv" : (formats[0]?.id ?? "");
}
