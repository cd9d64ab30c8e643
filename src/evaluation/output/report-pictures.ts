import { relative, sep } from "node:path";
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

/**
 * Small pictures of the frames that mistakes were made on, from the cache of frames; of systems
 * that compute on pixels, whose frames are not kept, the same moments are decoded again. Frames that
 * cannot be had are absent.
 */
export async function reportPictures(
  { tasks: scored }: Summary,
  tasks: readonly Task[],
  directory: string,
): Promise<ReportPictures> {
  const frames: Record<string, string> = {};
  const files: Record<string, Record<string, string>> = {};
  let room = mostText;
  for (const { id, systems } of scored) {
    const task = tasks.find((one) => one.id === id);
    if (!task?.isShared) continue;
    for (const system of systems)
      for (const { frames: shown = [] } of system.failures) {
        const wanted = shown.filter(({ digest }) => !Object.hasOwn(frames, digest));
        for (const { path } of wanted) await addFile(files, { task, path, directory });
        if (room <= 0) continue;
        for (const [digest, bytes] of await picturesOf(task, wanted, system.probe !== undefined)) {
          frames[digest] = await thumbnail(bytes, longestSide);
          room -= frames[digest].length;
        }
      }
    await task.media[Symbol.asyncDispose]();
  }
  return { schema: "vidimus-pictures/1", frames, files };
}

async function addFile(
  files: Record<string, Record<string, string>>,
  {
    task,
    path,
    directory,
  }: { readonly task: Task; readonly path: string; readonly directory: string },
): Promise<void> {
  const own = files[task.id] ?? {};
  files[task.id] = own;
  if (Object.hasOwn(own, path)) return;
  try {
    const place = await task.media.locate({ kind: "video", path });
    own[path] = relative(directory, place).replaceAll(sep, "/");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

async function picturesOf(
  { media }: Task,
  frames: readonly ShownFrame[],
  isMoved: boolean,
): Promise<readonly (readonly [digest: string, bytes: Uint8Array])[]> {
  if (frames.length === 0) return [];
  const source = await media.open();
  const found: [string, Uint8Array][] = [];
  const lost: ShownFrame[] = [];
  for (const frame of frames) {
    const bytes = await source.bytes(frame).catch(() => undefined);
    if (bytes) found.push([frame.digest, bytes]);
    else lost.push(frame);
  }
  // The times of frames that a probe put elsewhere are not those of their file.
  if (isMoved) return found;
  for (const [path, own] of Map.groupBy(lost, ({ path: name, file = name }) => file)) {
    const atSeconds = own.map((frame) => frame.atSeconds);
    const how = { signal: AbortSignal.timeout(60_000) };
    const [look] = await source.look({ kind: "video", path }, [{ atSeconds }], how);
    if (look?.kind !== "answered") continue;
    for (const [at, frame] of look.value.frames.entries()) {
      const bytes = await source.bytes(frame).catch(() => undefined);
      if (bytes) found.push([own[at]!.digest, bytes]);
    }
  }
  return found;
}
