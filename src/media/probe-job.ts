import { stat } from "node:fs/promises";
import type { MediaRef } from "../core/data/sample.ts";
import { fileFacts } from "../files/content-digest.ts";
import { readImage } from "./image/read-image.ts";
import { digestProblem } from "./known-digests.ts";
import { listenToDecoder } from "./video/decoder-log.ts";
import { openFrames } from "./video/open-frames.ts";
import type { VideoProbe } from "./video/probe-video.ts";

/** One file to look into. */
export interface ProbeJob {
  readonly work: "probe";
  readonly kind: MediaRef["kind"];
  readonly path: string;
  readonly name: string;
  /**
   * What a list says it digests to, nothing where the list lacks it; absent where there is no list.
   */
  readonly known?: { readonly list: string; readonly digest?: string | undefined } | undefined;
  /** Whether the answer is to hold its digest. */
  readonly isDigested?: boolean;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
}

/** What a picture or video is, and what is odd about it. */
export type MediaProbe = { readonly sha256?: string } & Looks;

type Looks =
  | {
      readonly kind: "image";
      readonly width: number;
      readonly height: number;
      readonly warnings: readonly string[];
    }
  | ({ readonly kind: "video" } & VideoProbe);

/** Looks into a file and decodes its first and last frame; throws where it cannot be shown. */
export async function probeOf(job: ProbeJob): Promise<MediaProbe> {
  const { path, known, isDigested = false } = job;
  // Every byte is read: a disk that loses bits does not change a file's time, which is what kept
  // digests are trusted by.
  const isRead = isDigested || known?.digest !== undefined;
  const sha256 = isRead && (await stat(path)).isFile() ? (await fileFacts(path)).sha256 : undefined;
  const problem =
    known && sha256 !== undefined
      ? await digestProblem({ path, sha256 }, known.digest, known.list)
      : undefined;
  if (problem) throw new Error(problem);
  const remarks = known && known.digest === undefined ? [`is not in ${known.list}`] : [];
  const probe = await lookInto(job);
  return {
    ...probe,
    warnings: [...remarks, ...probe.warnings],
    ...(isDigested && sha256 !== undefined ? { sha256 } : {}),
  };
}

async function lookInto(job: ProbeJob): Promise<Looks> {
  const { kind, path } = job;
  if (kind === "image") {
    const { width, height, warnings } = await readImage(path);
    return { kind, width, height, warnings };
  }
  using log = listenToDecoder();
  await using video = await openFrames(job, { index: "packets" });
  const probe = await video.probe();
  const last = (await video.times()).length - 1;
  for await (const frame of video.frames([...new Set([0, last])])) frame.rgb.fill(0);
  return {
    kind,
    ...probe,
    warnings: [...new Set([...probe.warnings, ...video.warnings, ...(await log.warnings())])],
  };
}
