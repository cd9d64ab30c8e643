import { lstatSync } from "node:fs";
import { resolve, sep } from "node:path";
import { mediaKind, withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { isRemote } from "../remote/remote-address.ts";
import { type MediaIndex, mediaIndex } from "./media-index.ts";
import { readMediaMap } from "./media-map.ts";

/** The path of a file relative to the media folder, or why there is none. */
export type FoundMedia =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string; readonly isAmbiguous: boolean };

/** Finds the files of pictures and videos below a folder. Files that are found are not opened. */
export interface MediaFinder {
  find(media: MediaRef): Promise<FoundMedia>;
  /** What lies in the folder, in a few words, for the message where nothing is found there. */
  contents(): Promise<string>;
}

export interface FinderOptions {
  /** The folder that paths are relative to. */
  root(): Promise<string>;
  /** A file that says where videos lie. */
  map?(): Promise<string>;
}

/**
 * A file lies where the data says. Where that only names the video, its file is, in this order: at
 * the usual place of the layout, in the folder under that name with any usual ending, at any depth
 * below it. Where two files answer equally well, none is chosen.
 */
export function mediaFinder({ root, map }: FinderOptions): MediaFinder {
  let indexed: Promise<MediaIndex> | undefined;
  let mapped: Promise<ReadonlyMap<string, string>> | undefined;
  const index = () => {
    indexed ??= root().then(mediaIndex);
    return indexed;
  };
  const search = async (media: MediaRef, names: readonly string[]): Promise<FoundMedia> => {
    const all = await index();
    for (const name of names) {
      const files = all.named(name, media.kind);
      const direct = files.filter((path) => withoutMediaEnding(path) === name);
      const [first, second] = direct.length > 0 ? direct : files;
      if (second !== undefined) return ambiguous(`${name}: there are ${first} and ${second}`);
      if (first !== undefined) return { ok: true, path: first };
    }
    return missing(`${media.path} is not there, nor any other file of that name`);
  };
  const below = async (media: MediaRef): Promise<FoundMedia> => {
    const folder = resolve(await root());
    const target = resolve(folder, media.path);
    // A path that leads outside is refused where it would be opened.
    if (isThere(target) || !isBelow(folder, target)) return { ok: true, path: media.path };
    if (media.names) return search(media, media.names);
    if (!hasEnding(media.path)) return search(media, [media.path]);
    return media.path.includes("/") ? missing(`${media.path} is not there`) : byFileName(media);
  };
  /**
   * A bare file name says nothing of folders, so that the file may lie in any; its ending must be
   * the same.
   */
  const byFileName = async (media: MediaRef): Promise<FoundMedia> => {
    const all = (await index())
      .named(withoutMediaEnding(media.path), media.kind)
      .filter((path) => path.endsWith(`/${media.path}`));
    const [first, second] = all;
    if (second !== undefined) return ambiguous(`${media.path}: there are ${first} and ${second}`);
    return first === undefined ? missing(`${media.path} is not there`) : { ok: true, path: first };
  };
  const byMap = async (media: MediaRef, file: string): Promise<FoundMedia> => {
    mapped ??= readMediaMap(file);
    const paths = await mapped;
    const key = [...(media.names ?? []), media.path, withoutMediaEnding(media.path)].find((name) =>
      paths.has(name),
    );
    if (key === undefined) return missing(`${media.names?.[0] ?? media.path} is not in ${file}`);
    const path = paths.get(key)!;
    if (isRemote(path)) return { ok: true, path };
    return below({ kind: media.kind, path, ...(hasEnding(path) ? {} : { names: [path] }) });
  };
  return {
    find: async (media) => (map === undefined ? below(media) : byMap(media, await map())),
    async contents() {
      const { count, examples } = await index();
      return count === 0
        ? "it holds no pictures or videos"
        : `it holds ${examples.join(", ")}${count > examples.length ? ", …" : ""}`;
    },
  };
}

function hasEnding(path: string): boolean {
  return mediaKind(path) !== undefined || withoutMediaEnding(path) !== path;
}

/** Also a link that leads nowhere, which is explained when it is opened; no folder. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function missing(reason: string): FoundMedia {
  return { ok: false, reason, isAmbiguous: false };
}

function ambiguous(reason: string): FoundMedia {
  return { ok: false, reason, isAmbiguous: true };
}
