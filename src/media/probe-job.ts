import { stat } from "node:fs/promises";
import type { MediaRef } from "../core/sample.ts";
import { fileFacts } from "../files/content-digest.ts";
import { readImage } from "./image/read-image.ts";
import { digestProblem } from "./known-digests.ts";
import { listenToDecoder } from "./video/decoder-log.ts";
import { openVideo } from "./video/open-video.ts";
import type { VideoProbe } from "./video/probe-video.ts";

/** One file to look into. */
export interface ProbeJob {
  readonly work: "probe";
  readonly kind: MediaRef["kind"];
  readonly path: string;
  readonly name: string;
  /** What a list says it digests to, nothing where the list lacks it; absent where there is no list. */
  readonly known?: { readonly list: string; readonly sha256?: string | undefined } | undefined;
}

/** What a picture or video is, and what is odd about it. */
export type MediaProbe =
  | {
      readonly kind: "image";
      readonly width: number;
      readonly height: number;
      readonly warnings: readonly string[];
    }
  | ({ readonly kind: "video" } & VideoProbe);

/** Looks into a file and decodes its first and last frame; throws where it cannot be shown. */
export async function probeOf(job: ProbeJob): Promise<MediaProbe> {
  const remarks = await compareDigest(job);
  const probe = await lookInto(job);
  return { ...probe, warnings: [...remarks, ...probe.warnings] };
}

/** Reads every byte: a disk that loses bits does not change a file's time, which is what kept digests are trusted by. */
async function compareDigest({ path, known }: ProbeJob): Promise<readonly string[]> {
  if (!known) return [];
  if (known.sha256 === undefined) return [`is not in ${known.list}`];
  if (!(await stat(path)).isFile()) return [];
  const problem = digestProblem((await fileFacts(path)).sha256, known.sha256, known.list);
  if (problem) throw new Error(problem);
  return [];
}

async function lookInto({ kind, path }: ProbeJob): Promise<MediaProbe> {
  if (kind === "image") {
    const { width, height, warnings } = await readImage(path);
    return { kind, width, height, warnings };
  }
  using log = listenToDecoder();
  await using video = await openVideo(path, { index: "packets" });
  const probe = await video.probe();
  const last = (await video.times()).length - 1;
  for await (const frame of video.frames([...new Set([0, last])])) frame.rgb.fill(0);
  return { kind, ...probe, warnings: [...new Set([...probe.warnings, ...video.warnings, ...(await log.warnings())])] };
}
