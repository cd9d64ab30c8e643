import type { PromptRules } from "../shared/prompt-template.ts";

/** What a silent assistant replies. */
export const silence = "[silent]";

export const promptVersion = 2;

const about = ["goal", "knowledge"];

/** The system prompt opens the conversation; the user prompt words every update of the stream. */
export const promptRules: PromptRules = {
  family: "dialogue",
  placeholders: { system: about, user: [...about, "time", "turns", "frameCount"] },
  needed: {
    name: "turns",
    reason: "it stands for what the person says; without it the system would never hear of it",
  },
};

/**
 * The family's own wording for chat systems; goal and knowledge come after it, where the stream has
 * them and the wording does not name them.
 */
export const systemPrompt = `You watch a person at work through their own camera, live, and help them by voice. Frames arrive as time passes, and only the latest stay in view; you never see the future.
After each update decide whether to speak now. Speak when the person needs the next instruction, makes a mistake, asks something, or should hear that a step is done. Otherwise stay silent: needless talk disturbs.
If you speak, reply with exactly the words to say, one or two short sentences. If you stay silent, reply with exactly ${silence}`;

/** Where likelihoods decide, this stands behind every update; the answer is one word. */
export const talkQuestion = "Is this a moment to speak? Answer yes or no, and nothing else.";

/** Where likelihoods have decided. */
export const speakNow = "Speak now: reply with exactly the words to say.";

export const summaryPrompt =
  "Before the conversation goes on, summarise it for yourself: the goal, which steps are done, what you have already said, what is likely next. At most 120 words.";

export function goalText(goal: string | undefined, knowledge: string | undefined): string {
  return [
    goal && `The person's goal: ${goal}`,
    knowledge && `What is known about the task:\n${knowledge}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

export const judgePromptVersion = 1;

interface JudgedConversations {
  readonly goal: string | undefined;
  readonly reference: readonly string[];
  readonly said: readonly string[];
}

/**
 * The family's own wording for judges. Judgements are numbered, so that a system that answers equal
 * questions equally gives several.
 */
export function judgePrompt(
  { goal, reference, said }: JudgedConversations,
  { at, of }: { readonly at: number; readonly of: number },
): string {
  return `A voice assistant watched a person at work and could speak at any time. You rate how well it did. This is rating ${at + 1} of ${of}; each stands for itself.
${goal ? `\nWhat the person wanted to do: ${goal}\n` : ""}
How an expert would have assisted, with the time of each line:
${block(reference)}

What the assistant under test said in the same video:
${block(said)}

Compare the two and rate four things, each from 1 to 5:
- correctness: are its statements and instructions right for what happens at that time?
- promptness: does it speak when help is due, neither late nor too early?
- efficiency: does it say what is needed, without repetition and needless talk?
- overall: how well is the person served, all in all?
1 means that nearly all of its utterances fall short, 2 that most do, 3 that about half do, 4 that most are good, 5 that nearly all are. Other words for the same content are as good as the expert's. An assistant that stays silent although help is due fails.

First write two or three sentences of comparison. Then a line of three dashes. Then one line with a JSON object and nothing after it, in this form:
{"correctness": 3, "promptness": 3, "efficiency": 3, "overall": 3}`;
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? "(nothing was said)" : lines.join("\n");
}
