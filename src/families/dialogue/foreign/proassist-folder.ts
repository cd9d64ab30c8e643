import { shown } from "../../../core/asking/shown.ts";
import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderFormat, FolderPiece } from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import type { DialogueSample } from "../schema.ts";
import { type Conversations, conversationsOf } from "./conversations.ts";
import { readSubsteps } from "./dst-annotations.ts";
import { readVideo, type VideoSurroundings } from "./proassist.ts";
import { asFields, asText } from "./read-value.ts";
import { datasetIn, videoIdOf } from "./video-id.ts";

/**
 * A folder of ProAssist's processed data: dialogues, the frames of each video, and annotations of
 * steps where there are any.
 */
export const proassistFolderFormat: FolderFormat<DialogueSample> = {
  id: "proassist-folder",
  summary:
    "ProAssist's data folder (generated_dialogs/*.json, frames/*.arrow, *.tsv of steps); the option conversations says which are streams; a video whose frames cannot be read is lost: planned, named and not covered",
  media: "the file of frames beside the dialogues; else as `proassist`",
  reads: "folder",
  read: (folder, options, wanted) => readFolder(folder, conversationsOf(options), wanted?.split),
};

interface Beside {
  readonly frames: readonly string[];
  readonly steps: readonly string[];
  /** Folders of the sets. */
  readonly sets: readonly string[];
}

async function* readFolder(
  folder: DataFolder,
  conversations: Conversations,
  wanted: string | undefined,
): AsyncIterable<FolderPiece<DialogueSample>> {
  const all = dialogueFiles(await folder.list("**/*.json"));
  const files = all.filter(({ split }) => wanted === undefined || split === wanted);
  const sets = all.map(({ path }) => setOf(path));
  const beside: Beside = {
    frames: (await folder.list("**/*.arrow")).filter(isFramesFile),
    steps: await folder.list("**/*.tsv"),
    sets,
  };
  if (all.length === 0)
    yield {
      where: "generated_dialogs",
      read: failure("there is no file such as val_filtered.json"),
    };
  else if (files.length === 0) {
    const there = [...new Set(all.map(({ split }) => split))].join(", ");
    yield {
      where: "generated_dialogs",
      read: failure(`there is no file of the split "${wanted}"; splits here: ${there}`),
    };
  }
  for (const { path, split } of files) {
    const videos = await folder.json(path);
    if (!Array.isArray(videos)) {
      yield { where: path, read: failure("must hold a list of videos") };
      continue;
    }
    for (const [at, video] of videos.entries()) {
      const uid = asText(asFields(video)?.video_uid);
      const where = `${path}: ${uid ?? `video ${at}`}`;
      const read = await readBeside(folder, { beside, video, uid, split, path }, conversations);
      // What was said is known also of a video whose own files cannot be read.
      const said = read.ok
        ? read
        : readVideo(video, conversations, { split, dataset: datasetIn(path) });
      if (read.ok) yield { where, read };
      else
        yield said.ok
          ? { where, read: said, lost: read.reason }
          : { where, read: success([]), leftOut: read.reason };
    }
  }
}

interface NamedVideo {
  readonly beside: Beside;
  readonly video: unknown;
  readonly uid: string | undefined;
  readonly split: string;
  /** The file that it stands in. */
  readonly path: string;
}

async function readBeside(
  folder: DataFolder,
  { beside, video, uid, split, path }: NamedVideo,
  conversations: Conversations,
): Promise<Result<readonly DialogueSample[]>> {
  if (uid === undefined) return readVideo(video, conversations);
  const frames = await countFrames(folder, near(beside.frames, path, beside.sets), uid);
  if (!frames.ok) return frames;
  const steps = besideVideo(near(beside.steps, path, beside.sets), uid);
  const substeps = steps === undefined ? success(undefined) : await readSubsteps(folder, steps);
  if (!substeps.ok) return substeps;
  return readVideo(video, conversations, {
    split,
    dataset: datasetIn(path),
    ...frames.value,
    substeps: substeps.value,
  });
}

/** Features of the same videos are Arrow files of the same names. */
function isFramesFile(path: string): boolean {
  return !path.split("/").includes("features");
}

/** Nothing where the set has no frames at all: then the length of the video counts. */
async function countFrames(
  folder: DataFolder,
  files: readonly string[],
  uid: string,
): Promise<Result<Pick<VideoSurroundings, "frameCount" | "framesPath">>> {
  if (files.length === 0) return success({});
  const path = besideVideo(files, uid);
  if (path === undefined)
    return failure(`no file of frames is named after it, such as frames/${videoIdOf(uid)}.arrow`);
  try {
    const { rows } = await folder.binaryInfo(path);
    return rows === undefined || rows < 1
      ? failure(`${path} holds ${shown(rows)} frames`)
      : success({ frameCount: rows, framesPath: path });
  } catch (cause) {
    return failure(problemOf(cause, path));
  }
}

/** A problem with a file names it, once. */
function problemOf(cause: unknown, path: string): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.includes(path) ? message : `${path}: ${message}`;
}

/**
 * Files of the same set, where the folder holds several; where the set has none of its own, those
 * that are no other set's.
 */
function near(files: readonly string[], path: string, sets: readonly string[]): readonly string[] {
  const own = files.filter((file) => file.startsWith(setOf(path)));
  return own.length > 0 ? own : files.filter((file) => !sets.some((set) => file.startsWith(set)));
}

function setOf(path: string): string {
  return path.replace(/(?:^|\/)(?:generated_dialogs\/)?[^/]*$/, "/");
}

/** A name shorter than this is part of too many others. */
const shortestName = 6;

/**
 * The file of that name; else the first that has it as a part of its name, or whose name is a part
 * of it, as tables of steps have (`9011-c03f`). Parts are whole words: `T4` is no part of `T48`.
 */
function besideVideo(files: readonly string[], uid: string): string | undefined {
  const id = videoIdOf(uid);
  const stem = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return (
    files.find((path) => stem(path) === id) ??
    files.find((path) => isPart(id, stem(path))) ??
    files.find((path) => stem(path).length >= shortestName && isPart(stem(path), id))
  );
}

function isPart(part: string, whole: string): boolean {
  const isEdge = (at: number) => !/[A-Za-z0-9]/.test(whole.charAt(at));
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
    if (isEdge(at - 1) && isEdge(at + part.length)) return true;
  return false;
}

const dialogueFile = /(?:^|\/)(train|val|test)(_filtered)?\.json$/;

/** Of each split the filtered file, where there is one. */
function dialogueFiles(
  paths: readonly string[],
): readonly { readonly path: string; readonly split: string }[] {
  return paths.flatMap((path) => {
    const [, split, filtered] = dialogueFile.exec(path) ?? [];
    if (split === undefined) return [];
    return filtered === undefined && paths.includes(path.replace(/\.json$/, "_filtered.json"))
      ? []
      : [{ path, split }];
  });
}
