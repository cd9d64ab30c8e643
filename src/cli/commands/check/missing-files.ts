import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadedConfig } from "../../../config/load-config.ts";
import { findById } from "../../../core/registry.ts";
import { isGlob } from "../../../datasets/folder/glob.ts";

/** A file or folder that systems of the configuration read, and that is not there or unfit. */
export interface MissingFile {
  readonly file: string;
  /** What is wrong with a file that is there. */
  readonly problem?: string;
  readonly systems: readonly string[];
  /** Where such files come from. */
  readonly hint?: string;
}

/** Weights, predictions and other files of systems and graders that are missing or unfit. */
export async function missingFiles({
  config,
  directory,
  registries,
}: Pick<LoadedConfig, "config" | "directory" | "registries">): Promise<readonly MissingFile[]> {
  const found = await Promise.all(
    [...config.systems, ...config.graders].map(async ({ id, kind, settings }) => {
      const maker = findById(registries.systemKinds, kind, "kind of system");
      const hint = maker.filesHint?.(settings);
      const absent = (maker.files?.(settings) ?? [])
        .filter((file) => !isGlob(file) && !existsSync(resolve(directory, file)))
        .map((file) => ({ file, problem: undefined }));
      const inside = (await maker.fileProblems?.(settings, directory)) ?? [];
      return [...absent, ...inside].map((one) => ({ ...one, system: id, hint }));
    }),
  );
  return [...Map.groupBy(found.flat(), ({ file }) => file)].map(([file, [first, ...others]]) => ({
    file,
    ...(first!.problem === undefined ? {} : { problem: first!.problem }),
    systems: [first!, ...others].map(({ system }) => system),
    ...(first!.hint === undefined ? {} : { hint: first!.hint }),
  }));
}
