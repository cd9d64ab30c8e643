import { type FrameRef, isWholeVideo } from "../../core/asking/chat.ts";
import type { PromptRules } from "../shared/prompt-template.ts";
import type { LabelSample } from "./schema.ts";

/** Raised with every change of the wording below. */
export const promptVersion = 1;

export const promptRules: PromptRules = {
  family: "classification",
  placeholders: { system: ["frameCount"] },
};

export const systemPrompt =
  "You watch short videos through still frames and decide which of several written summaries fits them. You stick to what the frames show, you say so where something cannot be seen, and you follow the form of reply that is asked for.";

/** What is said of the frames, and what the task says of its videos. */
export function aboutVideo(
  { prompt, example }: Pick<LabelSample, "prompt" | "example">,
  frames: readonly FrameRef[],
  withExample: boolean,
): string {
  const shown = frames.some(isWholeVideo)
    ? "The attached video is what this is about."
    : frames.length === 1
      ? "The attached image is a frame of a video."
      : `The ${frames.length} attached images are frames of one video, in the order of time.`;
  const parts = [
    frames.length === 0 ? "" : shown,
    prompt ?? "",
    withExample && example !== undefined ? `An example:\n${example}` : "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export const describePrompt =
  "Go through the frames one by one. For each of them write its number and one or two sentences: which things can be seen, where they are, what state they are in, and what is being done. Do not guess what happens between frames.";

/** Asked without the frames, so that only what was described can be cited. */
export function analysePrompt(sample: LabelSample, descriptions: string): string {
  return `Somebody described the frames of a video, in the order of time:

${descriptions}

These summaries of the video are on offer:
${labelLines(sample)}

Compare each summary with the descriptions. Break it into its single steps and name, for every step, the frames that show it, wholly or in part. What is done, and in which order, matters more than which things are involved. Close each summary with one sentence on how well it fits.`;
}

export function scorePrompt({ isMultiLabel }: LabelSample): string {
  const best = isMultiLabel
    ? "Several summaries may fit; at least one score must be above 0."
    : "At least one score must be above 0, and exactly one summary must have the highest score.";
  return `Now give every summary a score from 0 (does not fit at all) to 5 (fits in every step). ${best}
Write one line for each summary and nothing else, in this form:
- (name of the summary) score`;
}

/** Everything in one ask. */
export function oneAskPrompt(sample: LabelSample, about: string): string {
  return `${about === "" ? "" : `${about}\n\n`}These summaries of the video are on offer:
${labelLines(sample)}

Compare each of them with what is shown: what is done, and in which order, matters more than which things are involved.

${scorePrompt(sample)}`;
}

function labelLines({ labels }: LabelSample): string {
  return labels.map(({ id, description }) => `- (${id}) ${description}`).join("\n");
}

/** Every text that decides what is asked, for the work key. */
export function promptIdentity(system: string) {
  return { version: promptVersion, system };
}
