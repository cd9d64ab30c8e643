import { isRecord } from "../core/json.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import { cutText } from "./cut-text.ts";

const longest = 2_000;

/**
 * The text of the last reply of a conversation as it was written, or `undefined` where there is
 * none, as with encoders.
 */
export function lastReply(replies: readonly ReplyEvent[]): string | undefined {
  let last: ReplyEvent | undefined;
  for (const reply of replies)
    if (textOf(reply) !== undefined && !(last && isBefore(reply, last))) last = reply;
  const text = last && textOf(last);
  return text === undefined ? undefined : cutText(text, longest);
}

function textOf({ outcome }: ReplyEvent): string | undefined {
  const value = outcome.kind === "answered" ? outcome.value : undefined;
  return isRecord(value) && typeof value.text === "string" ? value.text : undefined;
}

function isBefore(one: ReplyEvent, other: ReplyEvent): boolean {
  return one.step === other.step ? one.position < other.position : one.step < other.step;
}
