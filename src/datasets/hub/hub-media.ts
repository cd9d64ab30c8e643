import { posix } from "node:path";
import { failure, success } from "../../core/result.ts";
import { UserError } from "../../core/user-error.ts";
import { archiveName } from "../archive/is-archive.ts";
import type { SourceMedia } from "../data-source.ts";
import { globPattern, isGlob } from "../folder/glob.ts";
import { archivedMedia, type PackedArchive } from "./archived-media.ts";
import type { HubDataset, HubFile } from "./hub-dataset.ts";

export interface HubMediaOptions {
  /** `owner/name` */
  readonly name: string;
  /** As configured. */
  readonly media: string | undefined;
  /** Where everything that was fetched is kept. */
  readonly cache: string;
}

const prefix = "hub:";

/** Whether a configured place of media is within the dataset. */
export function isHubMedia(media: string | undefined): boolean {
  return media === undefined || media.startsWith(prefix);
}

/**
 * Media that lie in the dataset's own repository, at the commit its rows are of: as files, below
 * the folder that `hub:folder` names, or in the archives that `hub:videos_*.zip` names. `undefined`
 * where the configuration names a local folder.
 */
export function hubMedia(
  dataset: HubDataset,
  { name, media = prefix, cache }: HubMediaOptions,
): SourceMedia | undefined {
  if (!isHubMedia(media)) return undefined;
  const place = media.slice(prefix.length).replace(/^\/+|\/+$/g, "");
  return isGlob(place) || archiveName(place) !== undefined
    ? archivedMedia(dataset, {
        cache,
        archives: async () => archivesOf(await dataset.files(), place, name),
      })
    : storedMedia(dataset, place, name);
}

function storedMedia(dataset: HubDataset, folder: string, name: string): SourceMedia {
  let byPath: Promise<ReadonlyMap<string, HubFile>> | undefined;
  const files = () => {
    byPath ??= dataset.files().then((all) => new Map(all.map((file) => [file.path, file])));
    return byPath;
  };
  const find = async (path: string) => {
    const wanted = posix.join(folder, path);
    const isOutside = posix.isAbsolute(path) || !posix.join("/root", path).startsWith("/root/");
    if (isOutside) return failure(`${path}: lies outside the dataset`);
    const file = (await files()).get(wanted);
    return file
      ? success(file)
      : failure(
          `${path}: the dataset ${name} has no file ${wanted}${elsewhere([...(await files()).keys()])}`,
        );
  };
  return {
    async bring(path) {
      const found = await find(path);
      return found.ok ? success(await dataset.fetch(found.value.path)) : found;
    },
    async knows(path) {
      const found = await find(path);
      if (!found.ok) return found;
      const { checksum, path: stored } = found.value;
      return success(
        checksum.kind === "sha256"
          ? { sha256: checksum.value }
          : { path: await dataset.kept(stored) },
      );
    },
  };
}

/** Where media probably are instead. */
function elsewhere(paths: readonly string[]): string {
  const archives = paths.filter((path) => archiveName(path) !== undefined);
  if (archives.length === 0) return "; name a folder that has it as data.media";
  const pattern = archives.length === 1 ? archives[0] : `{${archives.slice(0, 2).join(",")},…}`;
  return `; it has archives, which are unpacked where they are named: media: "${prefix}${pattern}"`;
}

/**
 * The archives that a pattern matches; parts of one, such as `videos.tar.part.aa`, come together in
 * the order of their names.
 */
function archivesOf(
  files: readonly HubFile[],
  pattern: string,
  name: string,
): readonly PackedArchive[] {
  const matches = globPattern(pattern);
  const archives = new Map<string, HubFile[]>();
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const archive = archiveName(file.path);
    if (archive === undefined || !(matches.test(file.path) || matches.test(archive))) continue;
    archives.set(archive, [...(archives.get(archive) ?? []), file]);
  }
  const size = ({ parts }: PackedArchive) =>
    parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (archives.size > 0)
    return [...archives]
      .map(([archive, parts]) => ({ name: archive, parts }))
      .toSorted((a, b) => size(a) - size(b));
  const known = [...new Set(files.flatMap(({ path }) => archiveName(path) ?? []))];
  throw new UserError(
    `${name}: no archive matches ${pattern}`,
    known.length === 0
      ? "the dataset has no archives"
      : `archives here: ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", …" : ""}`,
  );
}
