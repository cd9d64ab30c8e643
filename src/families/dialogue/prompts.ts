/** What a silent assistant replies. */
export const silence = "[silent]";

export const promptVersion = 1;

/** The family's own wording for chat systems; `{goal}` and `{knowledge}` are filled in where the stream has them. */
export const systemPrompt = `You watch a person at work through their own camera, live, and help them by voice. Frames arrive as time passes; you never see the future.
After each update decide whether to speak now. Speak when the person needs the next instruction, makes a mistake, asks something, or should hear that a step is done. Otherwise stay silent: needless talk disturbs.
If you speak, reply with exactly the words to say, one or two short sentences. If you stay silent, reply with exactly ${silence}`;

export const summaryPrompt =
  "Before the conversation goes on, summarise it for yourself: the goal, which steps are done, what you have already said, what is likely next. At most 120 words.";

export function goalText(goal: string | undefined, knowledge: string | undefined): string {
  return [goal && `The person's goal: ${goal}`, knowledge && `What is known about the task:\n${knowledge}`].filter(Boolean).join("\n\n");
}
