import { groupOf } from "../blocks.ts";
import type { EpisodeOptions } from "../schema.ts";
import { taskOf } from "../tasks.ts";

/** What a task read, in words; by the blocks that it really read, where they are known. */
export function inputText(options: EpisodeOptions, blocks: readonly string[] | undefined): string {
  const { input, originalInput, kind } = taskOf(options.task);
  const hasCaption = blocks?.some((name) => groupOf(name) === "language") ?? options.compat;
  const usual = hasCaption ? (originalInput ?? input) : input;
  const isChosen = options.blocks.join() !== "all" || options.withoutBlocks.length > 0;
  if (!isChosen || !blocks) return usual;
  return kind === "pair" || kind === "match"
    ? `${usual}; of the sensors only ${blocks.join(", ")}`
    : `only ${blocks.join(", ")} of the current window`;
}
