import { expect, it } from "vitest";
import { type EpisodeOptions, episodeOptionsSchema } from "../schema.ts";
import { inputText } from "./input-text.ts";

const options = (given: Partial<EpisodeOptions>) => episodeOptionsSchema.parse(given);

it.each([
  [{}, ["body_joints"], /but the caption$/],
  [{}, undefined, /but the caption$/],
  [{ compat: true }, ["body_joints", "caption_text"], /the caption among them$/],
  // A table without captions has none to read.
  [{ compat: true }, ["body_joints"], /but the caption$/],
  [{ compat: true }, undefined, /the caption among them$/],
  [{ blocks: ["audio"] }, ["audio_a"], /^only audio_a of the current window$/],
  [{ withoutBlocks: ["audio"] }, ["depth", "video_a"], /^only depth, video_a of the/],
  [
    { task: "caption_grounding" as const, blocks: ["depth"] },
    ["depth"],
    /^caption of a window as the query.*; of the sensors only depth$/,
  ],
])("describes what was read under %j of %j", (given, blocks, text) => {
  expect(inputText(options(given), blocks)).toMatch(text);
});
