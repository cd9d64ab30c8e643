import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DataFile } from "../core/data/data-file.ts";
import type { SourceConfig } from "../core/data/source-config.ts";
import { UserError } from "../core/user-error.ts";
import { type FileFacts, fileFacts } from "../files/content-digest.ts";
import { inParallel } from "../files/in-parallel.ts";
import { type DataSource, pathsOf, type SourceOptions } from "./data-source.ts";
import { isGlob, splitGlob } from "./folder/glob.ts";
import { hubSource } from "./hub/hub-source.ts";
import { openDataFile, openDataFiles } from "./open-data-file.ts";
import { webSource } from "./web/web-source.ts";

export function openSource(config: SourceConfig, options: SourceOptions): DataSource {
  if (config.huggingface !== undefined)
    return hubSource({ ...config, huggingface: config.huggingface }, options);
  if (config.url !== undefined)
    return webSource({ ...config, url: config.url, sha256: config.sha256 ?? "" }, options);
  return localSource(pathsOf(config.path), options);
}

function localSource(paths: readonly string[], { directory, blobs }: SourceOptions): DataSource {
  const absolute = paths.map((path) => resolve(directory, path));
  const file = openDataFiles(absolute, { blobs });
  return {
    file,
    isSplitByFile: false,
    mediaRoot: async () => rootOf(absolute[0]!, file),
    facts: () => localFacts(file),
    origin: async () => ({ path: [...paths] }),
  };
}

function rootOf(path: string, file: DataFile): string {
  if (file.folder && file.parts) return file.folder.path;
  return isGlob(path) ? splitGlob(path).folder : dirname(path);
}

/** Size and digest of a file, or of every data file of a folder or pattern. */
export async function pathFacts(path: string): Promise<Readonly<Record<string, FileFacts>>> {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
  return isFile ? { [path]: await fileFacts(path) } : localFacts(openDataFile(path));
}

/** Size and digest of every local file that a source reads. */
async function localFacts(file: DataFile): Promise<Readonly<Record<string, FileFacts>>> {
  const paths = (await file.files?.()) ?? [file.path];
  const facts: FileFacts[] = [];
  await inParallel(paths.entries(), async ([at, path]) => {
    facts[at] = await fileFacts(path).catch(() => {
      throw new UserError(`no such file: ${path}`);
    });
  });
  return Object.fromEntries(paths.map((path, at) => [path, facts[at]!]));
}
