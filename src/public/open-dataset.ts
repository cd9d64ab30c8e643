import type { DataConfig } from "../config/data-config.ts";
import type { FrameRef } from "../core/asking/chat.ts";
import type { FrameEncoding, Sampler } from "../core/data/media.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";
import { defaultTask } from "../evaluation/task/default-task.ts";
import { openTask } from "../evaluation/task/open-task.ts";

export interface DatasetOptions extends Partial<Omit<DataConfig, "format">> {
  /** Default: `csv` for a table that the family reads as one, else the family's own format. */
  readonly format?: string;
  /** What paths are relative to; the working directory if left out. */
  readonly directory?: string;
  readonly limit?: number;
  /** So many samples, chosen at random by `seed`. */
  readonly sample?: number;
  readonly ids?: readonly string[];
  readonly seed?: number;
  /**
   * Which frames of videos `frames` gives; if left out, those of the family: eight of the whole
   * video, two a second of streams.
   */
  readonly frames?: Sampler & Partial<FrameEncoding>;
  /** Options of the family, where they decide what is read, such as subtitles. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whether anything that would be fetched is an error; as the environment says if left out. */
  readonly isOffline?: boolean;
  onWarning?(message: string): void;
}

/** Samples as they are read, validated; nothing holds them all, and they may be iterated again. */
export interface Dataset<S extends Sample> extends AsyncIterable<S>, AsyncDisposable {
  /**
   * The frames of a sample's pictures and videos, decoded or from the cache; what cannot be shown
   * is reported as an outcome.
   */
  frames(sample: S): Promise<Outcome<readonly FrameRef[]>>;
  /** The encoded bytes of a frame. */
  bytes(frame: FrameRef): Promise<Uint8Array>;
}

/**
 * Opens data as a configuration's `data:` does: files, folders, patterns, the hub, archives on the
 * web.
 */
export function openDataset<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
  options: DatasetOptions,
): Dataset<S> {
  const {
    format,
    frames,
    options: familyOptions,
    directory = process.cwd(),
    limit,
    sample,
    ids,
    seed = 1,
    ...others
  } = options;
  const { isOffline, onWarning = () => undefined, ...data } = others;
  const own = family as unknown as Family;
  const task = openTask(defaultTask(own, { data, format, frames, options: familyOptions }), {
    directory,
    families: [own],
    selection: { limit, sample, ids, seed },
    seed,
    isOffline,
    onWarning,
  });
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of task.samples)
        for (const planned of batch) yield planned.sample as S;
    },
    async frames(of) {
      const media = await task.media.open();
      const frames: FrameRef[] = [];
      for (const ref of task.family.data.refs(of)) {
        const { signal } = new AbortController();
        const shown = (await media.look(ref, [{}], { signal }))[0]!;
        if (shown.kind !== "answered") return shown;
        frames.push(...shown.value.frames);
      }
      return answered(frames);
    },
    bytes: async (frame) => (await task.media.open()).bytes(frame),
    [Symbol.asyncDispose]: () => task.media[Symbol.asyncDispose](),
  };
}
