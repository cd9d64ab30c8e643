import type { PromptRules } from "../prompt-template.ts";

export const promptVersion = 2;

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
export function windowQuestion(types: readonly string[], from: number, to: number): string {
  const wanted =
    types.length > 0
      ? `Which of these events happen there?\nTypes: ${types.join(", ")}`
      : "Which events happen there? Name the type of each in a word or two.";
  return `The frames above show seconds ${round(from)} to ${round(to)} of a video. ${wanted}
Answer with JSON alone, a list of objects: [{"type": "…", "start": seconds, "end": seconds, "confidence": 0 to 1}]. An empty list where none happens.`;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
