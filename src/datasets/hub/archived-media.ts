import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { failure, type Result, success } from "../../core/result.ts";
import { unpackOnce } from "../archive/unpack-once.ts";
import type { SourceMedia } from "../data-source.ts";
import { filesBelow } from "../folder/files-below.ts";
import type { HubDataset, HubFile } from "./hub-dataset.ts";
import { zipNames } from "./zip-names.ts";

/** An archive as it lies in the repository: one file, or parts of one. */
export interface PackedArchive {
  readonly name: string;
  readonly parts: readonly HubFile[];
}

export interface ArchivedMediaOptions {
  readonly cache: string;
  archives(): Promise<readonly PackedArchive[]>;
}

interface Unpacked {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Media in archives. Those that say what they hold before they are fetched are asked; the others
 * are fetched and unpacked one after the other, the smallest first, until the file is found. The
 * packed form is not kept.
 */
export function archivedMedia(dataset: HubDataset, options: ArchivedMediaOptions): SourceMedia {
  const archives = remembered(async () =>
    (await options.archives()).map((archive) => new LazyArchive(dataset, archive, options.cache)),
  );
  const absent = async (path: string): Promise<Result<never>> =>
    failure(
      `${path}: is in none of the dataset's archives (${(await archives()).map(({ name }) => name).join(", ")})`,
    );
  return {
    async bring(path) {
      for (const archive of await archives()) {
        if ((await archive.has(path)) === false) continue;
        const { folder, files } = await archive.unpacked();
        const found = findIn(files, path);
        if (found !== undefined) return success(join(folder, found));
      }
      return absent(path);
    },
    async knows(path) {
      let isSure = true;
      for (const archive of await archives()) {
        const has = await archive.has(path);
        if (has)
          return success(
            archive.isUnpacked
              ? { path: join(archive.folder, findIn((await archive.unpacked()).files, path)!) }
              : {},
          );
        isSure &&= has === false;
      }
      return isSure ? absent(path) : undefined;
    },
  };
}

class LazyArchive {
  readonly name: string;
  readonly folder: string;
  readonly unpacked: () => Promise<Unpacked>;
  readonly #names: () => Promise<readonly string[] | undefined>;

  constructor(dataset: HubDataset, archive: PackedArchive, cache: string) {
    const [only] = archive.parts;
    const isListed = archive.parts.length === 1 && archive.name.toLowerCase().endsWith(".zip");
    this.name = archive.name;
    this.folder = folderOf(archive, cache);
    this.unpacked = remembered(() => unpack(dataset, archive, this.folder));
    this.#names = remembered(async () => (isListed ? zipNames(dataset, only!, cache) : undefined));
  }

  get isUnpacked(): boolean {
    return existsSync(this.folder);
  }

  /** `undefined` where only fetching it would tell. */
  async has(path: string): Promise<boolean | undefined> {
    const names = this.isUnpacked ? (await this.unpacked()).files : await this.#names();
    return names && findIn(names, path) !== undefined;
  }
}

/** Asked once; what failed is asked again. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

/**
 * By its whole path or, where archives have folders around it, by the end of a path that only one
 * file has.
 */
function findIn(files: readonly string[], path: string): string | undefined {
  if (files.includes(path)) return path;
  const ending = files.filter((file) => file.endsWith(`/${path}`));
  return ending.length === 1 ? ending[0] : undefined;
}

async function unpack(
  dataset: HubDataset,
  { name, parts }: PackedArchive,
  folder: string,
): Promise<Unpacked> {
  await unpackOnce(folder, async () => {
    const paths: string[] = [];
    for (const { path } of parts) paths.push(await dataset.fetch(path));
    return { paths, name };
  });
  for (const { path } of parts) await dataset.forget(path);
  return { folder, files: await filesBelow(folder) };
}

/** Named by content, so that datasets and commits with the same archive share it. */
function folderOf({ parts }: PackedArchive, cache: string): string {
  const [only] = parts;
  const sums = parts.map(({ checksum }) => checksum.value).join("\n");
  const key =
    parts.length === 1 && only!.checksum.kind === "sha256"
      ? only!.checksum.value
      : createHash("sha256").update(sums).digest("hex");
  return resolve(cache, "archives", key);
}
