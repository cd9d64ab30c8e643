import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadedConfig } from "../../../config/load-config.ts";
import { findById } from "../../../core/registry.ts";
import { isGlob } from "../../../datasets/folder/glob.ts";

/** A file or folder that systems of the configuration read, and that is not there. */
export interface MissingFile {
  readonly file: string;
  readonly systems: readonly string[];
  /** Where such files come from. */
  readonly hint?: string;
}

/** Weights, predictions and other files of systems and graders that are missing. */
export function missingFiles({
  config,
  directory,
  registries,
}: Pick<LoadedConfig, "config" | "directory" | "registries">): readonly MissingFile[] {
  const needed = [...config.systems, ...config.graders].flatMap(({ id, kind, settings }) => {
    const maker = findById(registries.systemKinds, kind, "kind of system");
    const hint = maker.filesHint?.(settings);
    return (maker.files?.(settings) ?? []).map((file) => ({ file, system: id, hint }));
  });
  const missing = needed.filter(
    ({ file }) => !isGlob(file) && !existsSync(resolve(directory, file)),
  );
  return [...Map.groupBy(missing, ({ file }) => file)].map(([file, [first, ...others]]) => ({
    file,
    systems: [first!, ...others].map(({ system }) => system),
    ...(first!.hint === undefined ? {} : { hint: first!.hint }),
  }));
}
