import type { PromptRules } from "../shared/prompt-template.ts";

export const promptVersion = 1;

/**
 * The question itself is asked for JSON that is read by rules, so only what stands before it can be
 * worded anew.
 */
export const promptRules: PromptRules = {
  family: "retrieval",
  placeholders: { system: ["frameCount"] },
};

export const systemPrompt =
  "You answer questions about videos. You are shown frames with their times in seconds. Say only what the frames, and what is said in the video, show.";

/** Asks for the moments that answer the question, as JSON. */
export function findQuestion(question: string, most: number, hasFrames: boolean): string {
  return `${shownText(hasFrames)} Where in the video is the answer to this question found?
Question: ${question}
Answer with JSON alone, at most ${most} moments, the best first: [{"start": seconds, "end": seconds, "score": 0 to 1}]. An empty list where it is not found.`;
}

/** Asks for the answer, as JSON with the moments it rests on. */
export function readQuestion(question: string, spoken: string, hasFrames: boolean): string {
  const said = spoken === "" ? "" : `\nSaid in it: ${spoken}`;
  return `${shownText(hasFrames)}${said}
Question: ${question}
Answer with JSON alone: {"answer": "…", "citations": [{"start": seconds, "end": seconds}]}. The answer in as few words as it needs; citations are the moments that show it.`;
}

function shownText(hasFrames: boolean): string {
  return hasFrames
    ? "The frames above come from one video."
    : "You are shown nothing of the video.";
}

/** Raised for tasks whose judge reads or sees the clips: it is asked in other words since. */
export function judgeVersion({
  transcript,
  judgeSees,
}: {
  readonly transcript: boolean;
  readonly judgeSees: boolean;
}): number {
  return judgeSees ? 3 : transcript ? 2 : 1;
}

export const judgePrompt =
  "You compare answers to questions about videos. You follow the instructions to the letter.";

export function correctnessQuestion(question: string, truth: string, answer: string): string {
  return `Question: ${question}
True answer: ${truth}
Answer to be judged: ${answer}
Does the answer to be judged say the same as the true answer? Differences in wording do not matter; a wrong, missing or contradicting fact does.
Answer with JSON alone: {"correct": true} or {"correct": false}.`;
}

/** Of `highestMark`. */
export function markQuestion(question: string, truth: string, answer: string): string {
  return `Question: ${question}
True answer: ${truth}
Answer to be judged: ${answer}
How much of the true answer does the answer to be judged give? Differences in wording do not matter; what contradicts the true answer counts against it.
Answer with JSON alone, {"mark": …} with a whole number: 0 (nothing of it), 1 (a small part), 2 (most of it), 3 (all of it, and nothing wrong).`;
}

export function faithfulnessQuestion(question: string, known: string, answer: string): string {
  return `Question: ${question}
What is known to be true: ${known}
Answer to be judged: ${answer}
Is every statement of the answer borne out by what is known?
Answer with JSON alone, {"label": "…"} with one of these labels: "Faithful" (all statements are), "Partially Faithful" (some are, some are not), "Unfaithful" (none is, or one contradicts), "Unknown" (it cannot be told).`;
}

/** The same by what was retrieved, as a person is asked who sees the clips: never by the truth. */
export function groundingQuestion(question: string, spoken: string, answer: string): string {
  return `Question: ${question}
What is said in the clips that were found: ${spoken}
Answer to be judged: ${answer}
Is every statement of the answer borne out by these clips?
Answer with JSON alone, {"label": "…"} with one of these labels: "Faithful" (all statements are), "Partially Faithful" (some are, some are not), "Unfaithful" (none is, or one contradicts), "Unknown" (it cannot be told).`;
}

/** The same with frames of the clips above it, each clip with its times. */
export function sightQuestion(
  question: string,
  { shown, spoken }: { readonly shown: boolean; readonly spoken: string | undefined },
  answer: string,
): string {
  const evidence = shown
    ? "The frames above are of the clips that were found."
    : "No clip was found, and you are shown nothing of the video.";
  return `${evidence}${spoken === undefined ? "" : `\nWhat is said in them: ${spoken}`}
Question: ${question}
Answer to be judged: ${answer}
Is every statement of the answer borne out by these clips?
Answer with JSON alone, {"label": "…"} with one of these labels: "Faithful" (all statements are), "Partially Faithful" (some are, some are not), "Unfaithful" (none is, or one contradicts), "Unknown" (it cannot be told).`;
}
