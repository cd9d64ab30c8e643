import { relative, sep } from "node:path";
import type { MediaSource } from "../../core/data/media.ts";
import { mediaKind } from "../../core/data/media-endings.ts";
import { UserError } from "../../core/user-error.ts";
import type { ShownFrame } from "../../summary/failure.ts";
import type { Summary } from "../../summary/summary.ts";
import type { Task } from "../task/open-task.ts";
import { thumbnail } from "./thumbnail.ts";

/** pictures.json: what reports show of media beside mistakes. */
export interface ReportPictures {
  readonly schema: "vidimus-pictures/1";
  /** Data addresses by the digests of frames. */
  readonly frames: Readonly<Record<string, string>>;
  /** Where files are from the run, by task and then by the name that the data has for them. */
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const longestSide = 160;
/** Characters of all pictures together, so that a report stays small. */
const mostText = 1_000_000;
const lookLimitMs = 60_000;

/** Mistakes whose pictures are made at the same time. */
const together = 16;

/** Some of the frames that a system was shown before a mistake. */
interface Mistake {
  readonly task: Task;
  readonly frames: readonly ShownFrame[];
  /** Whether a probe showed frames of other moments than the file has them at. */
  readonly isMoved: boolean;
}

/**
 * Thumbnails of the frames that mistakes were made on, from the frame cache. Systems that compute on
 * pixels keep no frames: for them the same moments are decoded again. Frames that cannot be had are
 * absent.
 */
export async function reportPictures(
  { tasks: scored }: Summary,
  tasks: readonly Task[],
  directory: string,
): Promise<ReportPictures> {
  const mistakes = scored.flatMap(({ id, systems }) => {
    const task = tasks.find((one) => one.id === id);
    if (!task?.isShared) return [];
    return systems.flatMap(({ failures, probe }) =>
      failures.flatMap(({ frames }): readonly Mistake[] =>
        frames ? [{ task, frames, isMoved: probe !== undefined }] : [],
      ),
    );
  });
  const frames: Record<string, string> = {};
  let room = mostText;
  for (let at = 0; at < mistakes.length && room > 0; at += together) {
    const made = await Promise.all(
      mistakes.slice(at, at + together).map((mistake) => thumbnails(mistake, frames)),
    );
    for (const [digest, picture] of made.flat()) {
      if (room <= 0 || Object.hasOwn(frames, digest)) continue;
      frames[digest] = picture;
      room -= picture.length;
    }
  }
  return { schema: "vidimus-pictures/1", frames, files: await shownFiles(mistakes, directory) };
}

/** Where the files of all frames are from the folder of the run. */
async function shownFiles(
  mistakes: readonly Mistake[],
  directory: string,
): Promise<ReportPictures["files"]> {
  const byTask = Map.groupBy(mistakes, ({ task }) => task);
  const files = [...byTask].map(async ([{ id, media }, own]) => {
    const paths = [...new Set(own.flatMap(({ frames }) => frames.map(({ path }) => path)))];
    const places = await Promise.all(
      paths.map(async (path) => {
        const place = await media.locate({ kind: "video", path }).catch(ifUserError);
        return place === undefined
          ? []
          : [[path, relative(directory, place).replaceAll(sep, "/")] as const];
      }),
    );
    return [id, Object.fromEntries(places.flat())] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

function ifUserError(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

type Picture = readonly [digest: string, address: string];

async function thumbnails(
  { task, frames, isMoved }: Mistake,
  known: Readonly<Record<string, string>>,
): Promise<readonly Picture[]> {
  const wanted = frames.filter(({ digest }) => !Object.hasOwn(known, digest));
  if (wanted.length === 0) return [];
  const source = await task.media.open();
  const kept = await Promise.all(wanted.map((frame) => source.bytes(frame).catch(() => undefined)));
  const lost = isMoved ? [] : wanted.filter((_, at) => !kept[at]);
  const again = await Promise.all(
    [
      ...Map.groupBy(lost, ({ path, file = path, from }) => JSON.stringify([file, from])).values(),
    ].map((own) => decodedAgain(source, own)),
  );
  const found = wanted.flatMap(({ digest }, at) => (kept[at] ? [[digest, kept[at]] as const] : []));
  return Promise.all(
    [...found, ...again.flat()].map(
      async ([digest, bytes]) => [digest, await thumbnail(bytes, longestSide)] as const,
    ),
  );
}

/** The same moments of one file, under the digests that their frames had. */
async function decodedAgain(
  source: MediaSource,
  frames: readonly ShownFrame[],
): Promise<readonly (readonly [digest: string, bytes: Uint8Array])[]> {
  const { path, file = path, from } = frames[0]!;
  const atSeconds = frames.map((frame) => frame.atSeconds);
  const [look] = await source.look(
    { kind: mediaKind(file) ?? "video", path: file, from },
    [{ atSeconds }],
    { signal: AbortSignal.timeout(lookLimitMs) },
  );
  if (look?.kind !== "answered") return [];
  const bytes = await Promise.all(
    look.value.frames.map((frame) => source.bytes(frame).catch(() => undefined)),
  );
  return bytes.flatMap((one, at) => (one ? [[frames[at]!.digest, one] as const] : []));
}
