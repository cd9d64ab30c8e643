import type { MediaRef } from "../../../core/data/sample.ts";
import type { LabelSample } from "../schema.ts";

/** A video of a list, with its only label; `null` where the list hides it. */
export interface LabelledVideo {
  readonly name: string;
  readonly media: MediaRef;
  readonly label: string | null;
  readonly split?: string | undefined;
  readonly metadata?: LabelSample["metadata"];
}

interface ListAbout {
  readonly task: string;
  /** What a label says, where its name is not written in words. */
  describe?(label: string): string;
}

/** Samples of one task whose labels are all that the list names, in code-point order. */
export function labelledVideos(
  videos: readonly LabelledVideo[],
  { task, describe = (label) => label }: ListAbout,
): readonly LabelSample[] {
  const names = new Set(videos.flatMap(({ label }) => (label === null ? [] : [label])));
  const labels = [...names].sort().map((id) => ({ description: describe(id) || id, id }));
  return videos.map(({ name, media, label, split, metadata = {} }) => ({
    group: media.path,
    id: `${task}/${name}`,
    labels,
    media: [media],
    metadata,
    ...(split === undefined || split === "" ? {} : { split }),
    task,
    truth: label === null ? null : [label],
  }));
}

/** `ApplyEyeMakeup` and `apply_eye_makeup` in words. */
export function inWords(name: string): string {
  return name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
