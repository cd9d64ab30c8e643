import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { ModelFiles } from "../../core/data/model-files.ts";
import { UserError } from "../../core/user-error.ts";

/** Where the files of an encoder are: a folder of this disk, or the hub. */
export interface EncoderFiles {
  /** The file on this disk, fetched when it is not there; `undefined` where there is none. */
  find(file: string): Promise<string | undefined>;
}

export function folderFiles(folder: string): EncoderFiles {
  return {
    async find(file) {
      const path = resolve(folder, file);
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      return isThere ? path : undefined;
    },
  };
}

/** `needed` are named where the hub cannot say what it has. */
export function hubFiles(model: ModelFiles, needed: readonly string[]): EncoderFiles {
  let names: Promise<ReadonlySet<string>> | undefined;
  return {
    async find(file) {
      names ??= model.list().then(
        (all) => new Set(all),
        (error: unknown) => {
          if (!(error instanceof UserError)) throw error;
          throw new UserError(
            `${error.message} (files of the model: ${needed.join(", ")})`,
            error.hint,
          );
        },
      );
      return (await names).has(file) ? model.path(file) : undefined;
    },
  };
}

/** A file on this disk, where fetched ones have other names than in the manifest. */
export interface FoundFile {
  readonly path: string;
  /** As the manifest has it. */
  readonly file: string;
  /** What messages call it. */
  readonly shown: string;
}

/** Finds files that a manifest names; a missing one is a user's error that names the field. */
export type FindFile = (file: string, field: string) => Promise<FoundFile>;

/** `shown` is what messages call the manifest. */
export function fileFinder(files: EncoderFiles, shown: string): FindFile {
  return async (file, field) => {
    const path = await files.find(file);
    if (path === undefined)
      throw new UserError(
        `${shown}: ${field}: there is no ${file}`,
        "paths are relative to the manifest; tools/export writes all files of a model",
      );
    return { path, file, shown: `${shown}: ${field} (${file})` };
  };
}

export type WeightFile = Pick<FoundFile, "path" | "file">;

/** Weights that ONNX keeps beside a graph of more than 2 GB, by the names that exporters give. */
export async function weightFiles(
  { find }: EncoderFiles,
  graph: string,
): Promise<readonly WeightFile[]> {
  const names = [".data", "_data"].map((end) => `${graph}${end}`);
  const found = await Promise.all(names.map(async (file) => ({ file, path: await find(file) })));
  return found.flatMap(({ file, path }) => (path === undefined ? [] : [{ file, path }]));
}
