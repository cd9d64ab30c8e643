import { type DialogueOptions, dialogueOptionsSchema } from "../schema.ts";

/**
 * What becomes of the conversations of one video: each a sample, only the first, or all in one, as
 * PROSPECT does.
 */
export type Conversations = DialogueOptions["conversations"];

/** What a task's options say; each a sample where there is no task. */
export function conversationsOf(options: unknown): Conversations {
  return dialogueOptionsSchema.parse(options ?? {}).conversations;
}
