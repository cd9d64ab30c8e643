import type { FrameRef } from "../../core/asking/chat.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { ExplainedLook, SampleExplanation } from "../../summary/sample-explanation.ts";
import { thumbnail } from "../output/thumbnail.ts";
import { closing } from "../task/closing.ts";
import type { Task } from "../task/open-task.ts";

const longestSide = 240;

/**
 * Small pictures of the frames that a sample's systems were shown, as data addresses by the digests
 * of the frames. Frames are taken from the cache or decoded again, from the file where they are not there any
 * more; those that cannot be had are absent.
 */
export async function frameThumbnails(
  { answers, samples }: SampleExplanation,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, string>> {
  await using _tasks = closing(tasks);
  const found = new Map<string, Promise<string>>();
  await Promise.all(
    answers.flatMap(({ task: id, looks, condition }) => {
      const task = tasks.find((one) => one.id === id);
      const sample = samples.find((one) => one.task === id)?.sample as Sample | undefined;
      if (!task || !sample) return [];
      return looks.map(async (look) => {
        const known = await kept(task, look.frames);
        // The times of frames that a probe put elsewhere are not those of their file.
        const lost = condition === undefined ? look.frames.filter((_, at) => !known[at]) : [];
        const again = await shownAgain(task, sample, { ...look, frames: lost });
        const frames = [...look.frames, ...lost];
        for (const [at, bytes] of [...known, ...again].entries()) {
          const { digest } = frames[at]!;
          if (bytes && !found.has(digest)) found.set(digest, thumbnail(bytes, longestSide));
        }
      });
    }),
  );
  const made = [...found].map(async ([digest, picture]) => [digest, await picture] as const);
  return new Map(await Promise.all(made));
}

type Pictures = readonly (Uint8Array | undefined)[];

async function kept(
  { media }: Pick<Task, "media">,
  frames: readonly FrameRef[],
): Promise<Pictures> {
  const source = await media.open();
  // Neither cached any more nor there to be decoded again: it has no picture.
  return Promise.all(frames.map((frame) => source.bytes(frame).catch(() => undefined)));
}

/** The same moments of the file, as far as it can still be shown. */
async function shownAgain(
  { media, family }: Task,
  sample: Sample,
  { path, frames }: ExplainedLook,
): Promise<Pictures> {
  const ref = family.data.refs(sample).find((one) => one.path === path);
  if (!ref || frames.length === 0) return [];
  const source = await media.open();
  const atSeconds = frames.map((frame) => frame.atSeconds);
  const [look] = await source.look(ref, [{ atSeconds }], { signal: AbortSignal.timeout(60_000) });
  return look?.kind === "answered" ? kept({ media }, look.value.frames) : [];
}
