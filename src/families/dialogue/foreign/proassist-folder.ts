import type { DataFolder } from "../../../core/data-file.ts";
import type { FolderFormat, FolderPiece } from "../../../core/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { shown } from "../../../core/shown.ts";
import type { DialogueSample } from "../schema.ts";
import { readSubsteps } from "./dst-annotations.ts";
import { type Conversations, readVideo } from "./proassist.ts";
import { asFields, asText } from "./read-value.ts";
import { videoIdOf } from "./video-id.ts";

/** A folder of ProAssist's processed data: dialogues, the frames of each video (only counted), and annotations of steps where there are any. */
export const proassistFolderFormats: readonly FolderFormat<DialogueSample>[] = [
  format("each", "proassist-folder", "every conversation is a sample"),
  format("first", "proassist-folder-first", "the first conversation of each video"),
  format("concatenate", "proassist-folder-concatenated", "all conversations of a video as one, as PROSPECT reads them"),
];

function format(conversations: Conversations, id: string, what: string): FolderFormat<DialogueSample> {
  return {
    id,
    summary: `ProAssist's data folder (generated_dialogs/*.json, frames/*.arrow, *.tsv of steps): ${what}; a video that cannot be read is left out and named`,
    reads: "folder",
    read: (folder) => readFolder(folder, conversations),
  };
}

interface Beside {
  readonly frames: readonly string[];
  readonly steps: readonly string[];
}

async function* readFolder(folder: DataFolder, conversations: Conversations): AsyncIterable<FolderPiece<DialogueSample>> {
  const beside: Beside = { frames: await folder.list("**/*.arrow"), steps: await folder.list("**/*.tsv") };
  const files = dialogueFiles(await folder.list("**/*.json"));
  if (files.length === 0) yield { where: "generated_dialogs", read: failure("there is no file such as val_filtered.json") };
  for (const { path, split } of files) {
    const videos = await folder.json(path);
    if (!Array.isArray(videos)) {
      yield { where: path, read: failure("must hold a list of videos") };
      continue;
    }
    for (const [at, video] of videos.entries()) {
      const uid = asText(asFields(video)?.video_uid);
      const where = `${path}: ${uid ?? `video ${at}`}`;
      const read = await readBeside(folder, { beside, video, uid, split }, conversations);
      yield read.ok ? { where, read } : { where, read: success([]), leftOut: read.reason };
    }
  }
}

interface NamedVideo {
  readonly beside: Beside;
  readonly video: unknown;
  readonly uid: string | undefined;
  readonly split: string;
}

async function readBeside(
  folder: DataFolder,
  { beside, video, uid, split }: NamedVideo,
  conversations: Conversations,
): Promise<Result<readonly DialogueSample[]>> {
  if (uid === undefined) return readVideo(video, conversations);
  const frameCount = await countFrames(folder, beside.frames, uid);
  if (!frameCount.ok) return frameCount;
  const steps = besideVideo(beside.steps, uid);
  const substeps = steps === undefined ? success(undefined) : await readSubsteps(folder, steps);
  if (!substeps.ok) return substeps;
  return readVideo(video, conversations, { split, frameCount: frameCount.value, substeps: substeps.value });
}

/** `undefined` where the folder has no frames at all: then the length of the video counts. */
async function countFrames(folder: DataFolder, files: readonly string[], uid: string): Promise<Result<number | undefined>> {
  if (files.length === 0) return success(undefined);
  const path = besideVideo(files, uid);
  if (path === undefined) return failure(`no file of frames is named after it, such as frames/${videoIdOf(uid)}.arrow`);
  try {
    const { rows } = await folder.binaryInfo(path);
    return rows === undefined || rows < 1 ? failure(`${path} holds ${shown(rows)} frames`) : success(rows);
  } catch (cause) {
    return failure(`${path}: ${(cause as Error).message}`);
  }
}

/** The file of that name, else the first whose name contains it. */
function besideVideo(files: readonly string[], uid: string): string | undefined {
  const id = videoIdOf(uid);
  const named = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  return files.find((path) => named(path).replace(/\.[^.]+$/, "") === id) ?? files.find((path) => named(path).includes(id));
}

const dialogueFile = /(?:^|\/)(train|val|test)(_filtered)?\.json$/;

/** Of each split the filtered file, where there is one. */
function dialogueFiles(paths: readonly string[]): readonly { readonly path: string; readonly split: string }[] {
  return paths.flatMap((path) => {
    const [, split, filtered] = dialogueFile.exec(path) ?? [];
    if (split === undefined) return [];
    return filtered === undefined && paths.includes(path.replace(/\.json$/, "_filtered.json")) ? [] : [{ path, split }];
  });
}
