import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { DataFile, DataFolder } from "../../core/data/data-file.ts";
import type { SourceConfig } from "../../core/data/source-config.ts";
import { UserError } from "../../core/user-error.ts";
import { isArchive } from "../archive/is-archive.ts";
import { unpackOnce } from "../archive/unpack-once.ts";
import { type DataSource, pathsOf, type SourceOptions } from "../data-source.ts";
import { joinedFiles } from "../joined-files.ts";
import { openDataFile, openDataFiles } from "../open-data-file.ts";
import { download } from "./download.ts";
import { WebClient } from "./web-client.ts";

export interface WebConfig extends SourceConfig {
  readonly url: string;
  readonly sha256: string;
}

/** A file on the web, or an archive of files, which is unpacked once. */
export function webSource(config: WebConfig, options: SourceOptions): DataSource {
  const { url, sha256 } = config;
  const { isOffline, onNote } = options;
  const client = new WebClient({ isOffline, ...(onNote ? { onNote } : {}) });
  const name = decodeURIComponent(basename(new URL(url).pathname));
  let opened: Promise<string> | undefined;
  /** The file, or the folder it was unpacked to. */
  const place = () => {
    opened ??= placeOf({ url, sha256, name }, client, options.cache);
    return opened;
  };
  const open = async () => openPlace(await place(), { name, paths: pathsOf(config.path), options });
  const joined = joinedFiles(url, async function* () {
    const file = await open();
    yield* file.parts?.() ?? [file];
  });
  const folder = isArchive(name) ? lazyFolder(url, async () => (await open()).folder) : undefined;
  return {
    file: { ...joined, folder },
    isSplitByFile: false,
    mediaRoot: async () => (isArchive(name) ? place() : options.directory),
    facts: async () => ({
      [url]: {
        sizeBytes: (await stat(await fetched({ url, sha256 }, client, options.cache))).size,
        sha256,
      },
    }),
    origin: async () => ({ url, sha256, path: [...pathsOf(config.path)] }),
  };
}

interface Place {
  readonly name: string;
  readonly paths: readonly string[];
  readonly options: SourceOptions;
}

function openPlace(place: string, { name, paths, options: { blobs } }: Place): DataFile {
  if (!isArchive(name)) return openDataFile(place, { name, blobs });
  return openDataFiles(paths.length === 0 ? [place] : paths.map((path) => insideOf(place, path)), {
    blobs,
  });
}

function insideOf(folder: string, path: string): string {
  const target = resolve(folder, path);
  if (target !== folder && !target.startsWith(`${folder}/`))
    throw new UserError(`data.path: ${path} lies outside the archive`);
  return target;
}

/** Formats that read folders ask for names and contents, both of which can wait. */
function lazyFolder(path: string, open: () => Promise<DataFolder | undefined>): DataFolder {
  const folder = async () => {
    const opened = await open();
    if (!opened) throw new UserError(`${path}: data.path names no folder of the archive`);
    return opened;
  };
  return {
    path,
    list: async (pattern) => (await folder()).list(pattern),
    json: async (file, options) => (await folder()).json(file, options),
    text: async (file) => (await folder()).text(file),
    async *rows(file, options) {
      yield* (await folder()).rows(file, options);
    },
    binaryInfo: async (file) => (await folder()).binaryInfo(file),
  };
}

type Remote = Pick<WebConfig, "url" | "sha256">;

function fetched({ url, sha256 }: Remote, client: WebClient, cache: string): Promise<string> {
  const target = join(cache, "downloads", sha256);
  if (!existsSync(target)) client.note(`fetching ${url}`);
  return download(client, { url, target, checksum: { kind: "sha256", value: sha256 } });
}

/** The file, or the folder that the archive was unpacked to. */
async function placeOf(
  remote: Remote & { readonly name: string },
  client: WebClient,
  cache: string,
): Promise<string> {
  if (!isArchive(remote.name)) return fetched(remote, client, cache);
  return unpackOnce(resolve(cache, "archives", remote.sha256), async () => ({
    paths: [await fetched(remote, client, cache)],
    name: remote.name,
  }));
}
