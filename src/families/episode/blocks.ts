import { z } from "zod";

/** A named range of columns of the table of features, as `feature_manifest.json` lists them. */
export const blockSchema = z
  .object({
    name: z.string().min(1),
    start: z.int().min(0),
    end: z.int().min(1),
    dim: z.int().min(1).optional(),
  })
  .refine(({ start, end, dim }) => end > start && (dim === undefined || dim === end - start), {
    message: "end must be behind start, and dim the difference",
  });
export type Block = z.infer<typeof blockSchema>;

/** Kinds of sensors, in the order of the table. Blocks belong to one by their names. */
const modalityGroups = [
  "motion_capture",
  "pose_slam",
  "inertial",
  "depth",
  "video",
  "audio",
  "language",
] as const;
export type ModalityGroup = (typeof modalityGroups)[number];

const prefixes: readonly (readonly [prefix: string, group: ModalityGroup])[] = [
  ["hand_", "motion_capture"],
  ["body_", "motion_capture"],
  ["camera_", "pose_slam"],
  ["slam_", "pose_slam"],
  ["calibration", "pose_slam"],
  ["imu_", "inertial"],
  ["depth", "depth"],
  ["video_", "video"],
  ["audio_", "audio"],
  ["caption", "language"],
  ["text_", "language"],
];

/** `undefined` for blocks of no sensor that is known here; they count as part of `all`. */
export function groupOf(block: string): ModalityGroup | undefined {
  return prefixes.find(([prefix]) => block.startsWith(prefix))?.[1];
}

/**
 * Which blocks one side of a task reads: all of some groups or names, without others. Names end in
 * `*` where they are the beginning of several.
 */
export interface BlockChoice {
  readonly of: readonly string[];
  readonly without?: readonly string[];
}

/** The blocks that a choice names, in the order of the table. */
export function chooseBlocks(blocks: readonly Block[], choice: BlockChoice): readonly Block[] {
  return blocks.filter(
    ({ name }) => isNamed(name, choice.of) && !isNamed(name, choice.without ?? []),
  );
}

/** Whether a name, a group or `all` covers the block. */
export function isNamed(block: string, names: readonly string[]): boolean {
  return names.some(
    (name) =>
      name === "all" ||
      name === block ||
      name === groupOf(block) ||
      (name.endsWith("*") && block.startsWith(name.slice(0, -1))),
  );
}

/** Ranges of columns; neighbouring blocks are one range. */
export function columnsOf(blocks: readonly Block[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of blocks) {
    const last = ranges.at(-1);
    if (last && last[1] === start) last[1] = end;
    else ranges.push([start, end]);
  }
  return ranges;
}

/** How many columns the blocks have together. */
export function widthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { start, end }) => sum + end - start, 0);
}
