import { constants, type Stats } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { basename, sep } from "node:path";
import { isFrameStore, mediaKind } from "../core/data/media-endings.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { UserError } from "../core/user-error.ts";
import type { OpenedMedia } from "../evaluation/browse/decoded-media.ts";
import { contentDigest } from "../files/content-digest.ts";
import type { PlayableMedia } from "../summary/browse/playable-media.ts";

interface Registered {
  /** Where the file really is. */
  readonly path: string;
  /** As the data calls it. */
  readonly name: string;
  readonly framesPerSecond?: number | undefined;
}

/** A file that is open for reading. */
export interface OpenedFile extends OpenedMedia {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * The pictures and videos that may be asked for, by ids. Only files below its roots get one, after
 * all symbolic links are resolved: the viewed folder, and what configurations of its runs name.
 */
export class MediaRegistry {
  readonly #roots = new Set<string>();
  readonly #files = new Map<string, Registered>();

  constructor(folder: string) {
    this.#roots.add(folder);
  }

  /** Files below this folder may be shown too; a folder that is not there is passed over. */
  async allow(folder: string): Promise<void> {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) this.#roots.add(real);
  }

  /**
   * The id of a file. @throws {UserError} where there is none, where it lies elsewhere, or where it
   * is no picture or video.
   */
  async register(
    path: string,
    { framesPerSecond }: Pick<MediaRef, "framesPerSecond"> = {},
  ): Promise<string> {
    const name = basename(path);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !(await stat(real)).isFile())
      throw new UserError(`${name}: there is no such file`);
    if (!this.#isAllowed(real))
      throw new UserError(`${name}: lies outside the folders that are viewed`);
    if (![name, real].some((one) => mediaKind(one) !== undefined || isFrameStore(one)))
      throw new UserError(`${name}: is no picture or video by its name`);
    const id = contentDigest(JSON.stringify([real, name, framesPerSecond])).slice(0, 24);
    this.#files.set(id, { path: real, name, framesPerSecond });
    return id;
  }

  /** What a page needs to show a file that a sample refers to, which is at `path`. */
  async playable({ names: _, ...ref }: MediaRef, path: string): Promise<PlayableMedia> {
    try {
      return { ...ref, id: await this.register(path, ref) };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { ...ref, id: null, problem: error.message };
    }
  }

  path(id: string): string | undefined {
    return this.#files.get(id)?.path;
  }

  /**
   * Opens the file of an id: the very file that was registered, not what has been put in its place
   * since by a link. `undefined` where it is gone or elsewhere.
   */
  async open(id: string): Promise<OpenedFile | undefined> {
    const file = this.#files.get(id);
    if (!file || (await realpath(file.path).catch(() => undefined)) !== file.path) return undefined;
    // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(file.path, flags).catch(() => undefined);
    if (!handle) return undefined;
    try {
      const stats = await handle.stat();
      // A folder above it may have become a link between the two looks.
      const again = await realpath(file.path).then((real) => stat(real));
      const isSame = again.ino === stats.ino && again.dev === stats.dev;
      if (stats.isFile() && isSame && this.#isAllowed(await realpath(file.path)))
        return { ...file, handle, stats, tag: tagOf(id, stats) };
    } catch {
      // Gone in the meantime.
    }
    await handle.close();
    return undefined;
  }

  #isAllowed(real: string): boolean {
    return [...this.#roots].some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep));
  }
}

/** Says nothing of where a file is. */
function tagOf(id: string, { size, mtimeMs, ino }: Stats): string {
  return contentDigest([id, size, mtimeMs, ino].join(" ")).slice(0, 32);
}
