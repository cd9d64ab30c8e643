import type { PromptRules } from "../shared/prompt-template.ts";

export const promptVersion = 3;

/**
 * The question itself is asked for JSON that is read by rules, so only what stands before it can be
 * worded anew.
 */
export const promptRules: PromptRules = {
  family: "event-detection",
  placeholders: { system: ["frameCount"] },
};

export const systemPrompt =
  "You find events in videos. You are shown frames with their times in seconds. Report only what the frames show, with times as exact as they allow.";

/**
 * Asks for the events of one window, as JSON; without types, for whatever happens, since those of a
 * video would give its truth away.
 */
export function windowQuestion(
  types: readonly string[],
  [from, to]: readonly [from: number, to: number],
  hasFrames: boolean,
): string {
  const end = Number.isFinite(to)
    ? `seconds ${round(from)} to ${round(to)}`
    : `second ${round(from)} to the end`;
  const shown = hasFrames
    ? `The frames above show ${end} of a video.`
    : `You are shown nothing of a video. This is about its ${end}.`;
  const wanted =
    types.length > 0
      ? `Which of these events happen there?\nTypes: ${types.join(", ")}`
      : "Which events happen there? Name the type of each in a word or two.";
  return `${shown} ${wanted}
Answer with JSON alone, a list of objects: [{"type": "…", "start": seconds, "end": seconds, "confidence": 0 to 1}]. An empty list where none happens.`;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
