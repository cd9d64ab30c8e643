import type { MediaRef } from "../../../core/data/sample.ts";
import { impliedVideo } from "../../shared/implied-video.ts";

/**
 * How each of ProAssist's six sets names its videos, and what is cut off for the name of the frame
 * file.
 */
const rules: readonly {
  readonly dataset: string;
  readonly pattern: RegExp;
  readonly cut?: RegExp;
}[] = [
  { dataset: "assembly101", pattern: /^(?:dis)?assembly_/, cut: /^[^_]*_/ },
  { dataset: "ego4d", pattern: /^grp-[0-9a-f-]{36}$/, cut: /^grp-/ },
  { dataset: "epickitchens", pattern: /^P\d+_\d+$/ },
  { dataset: "holoassist", pattern: /^R\d+-/ },
  { dataset: "wtag", pattern: /^T\d+$/ },
];

/** The set that a video belongs to by its name; bare UUIDs are used by two sets and tell none. */
export function datasetOf(uid: string): string | undefined {
  return rules.find(({ pattern }) => pattern.test(uid))?.dataset;
}

const sets = ["assembly101", "ego4d", "egoexolearn", "epickitchens", "holoassist", "wtag"];

/** The set that a file belongs to by the folders it lies in. */
export function datasetIn(path: string): string | undefined {
  return path.split("/").findLast((part) => sets.includes(part));
}

/** The name of the video's frame file, without its ending. */
export function videoIdOf(uid: string): string {
  const cut = rules.find(({ pattern }) => pattern.test(uid))?.cut;
  return cut ? uid.replace(cut, "") : uid;
}

interface VideoFrames {
  readonly framesPerSecond: number;
  /**
   * Where its frames or the video itself lie, where that is known; `frames/<id>.arrow` is where
   * ProAssist has them.
   */
  readonly path?: string | undefined;
}

/** What is shown of a stream: the frames that ProAssist stores, or the video of that name. */
export function streamVideo(uid: string, { framesPerSecond, path }: VideoFrames): MediaRef {
  const id = videoIdOf(uid);
  return {
    ...impliedVideo([`frames/${id}`, id, uid], path ?? `frames/${id}.arrow`),
    framesPerSecond,
  };
}
