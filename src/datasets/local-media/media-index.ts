import { isFrameStore, mediaKind, withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import { filesBelow } from "../folder/files-below.ts";

/** The pictures and videos below a folder, by their names; the folder is read once. */
export interface MediaIndex {
  /**
   * Files whose path without ending is the name or ends with it, folder by folder: `1/a` finds
   * `x/1/a.mp4`, not `x/11/a.mp4`.
   */
  named(name: string, kind: MediaRef["kind"]): readonly string[];
  /** How many there are, and the first of them. */
  readonly count: number;
  readonly examples: readonly string[];
}

const exampleCount = 3;

/**
 * Linked folders are not followed, so that links in a circle end: what lies below the folder is
 * found where it really is.
 */
export async function mediaIndex(folder: string): Promise<MediaIndex> {
  const files = (await listed(folder)).filter((path) => mediaKind(path) || isFrameStore(path));
  const byStem = new Map<string, string[]>();
  for (const path of files) {
    const stem = lastPart(withoutMediaEnding(path));
    const known = byStem.get(stem);
    if (known) known.push(path);
    else byStem.set(stem, [path]);
  }
  return {
    named: (name, kind) =>
      (byStem.get(lastPart(name)) ?? []).filter(
        (path) => isShownAs(path, kind) && `/${withoutMediaEnding(path)}`.endsWith(`/${name}`),
      ),
    count: files.length,
    examples: files.slice(0, exampleCount),
  };
}

async function listed(folder: string): Promise<readonly string[]> {
  try {
    return await filesBelow(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new UserError(
      `the media folder ${folder} cannot be read (${code ?? error})`,
      "look at data.media",
    );
  }
}

function isShownAs(path: string, kind: MediaRef["kind"]): boolean {
  return kind === "image"
    ? mediaKind(path) === "image"
    : mediaKind(path) === "video" || isFrameStore(path);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
