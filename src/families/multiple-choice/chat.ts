import type { ChatAsk, ChatMessage, ChatReply, Part } from "../../core/chat.ts";
import type { PromptNote } from "../../core/family.ts";
import { noAnswer, type Outcome } from "../../core/outcome.ts";
import type { Protocol, ProtocolContext, ProtocolSettings, Steps } from "../../core/protocol.ts";
import { readReply } from "./parse.ts";
import { fillTemplate, promptIdentity, promptTexts, promptValues } from "./prompts.ts";
import type { ChoiceOptions, ChoicePrediction, ChoiceSample } from "./schema.ts";

/** Asked once; see prompts.ts for the wording and parse.ts for what counts as an answer. */
export const chat: Protocol<ChatAsk, ChatReply, ChoiceSample, ChoicePrediction, ChoiceOptions> = {
  identity: promptIdentity,
  *steps(sample, context): Steps<ChatAsk, ChatReply, ChoicePrediction> {
    const [reply] = yield [{ messages: choiceMessages(sample, context) }];
    return readOutcome(reply, sample, context.extractor);
  },
};

/** How reports name the wording. */
export function promptNote(settings: ProtocolSettings<ChoiceOptions>): PromptNote {
  const { name, version, isOwnWording } = promptTexts(settings);
  return { name, version, isOwnWording };
}

function choiceMessages(sample: ChoiceSample, context: ProtocolContext<ChoiceOptions>): readonly ChatMessage[] {
  const { system, user } = promptTexts(context);
  const values = promptValues(sample, context.options, context.frames);
  const text: Part = { text: fillTemplate(user, values) };
  const asked: ChatMessage = { role: "user", parts: withFrames(text, sample, context) };
  return system === "" ? [asked] : [{ role: "system", parts: [{ text: fillTemplate(system, values) }] }, asked];
}

/** Pictures come before the text, frames of a video after it. */
function withFrames(text: Part, { media }: ChoiceSample, { frames }: ProtocolContext<ChoiceOptions>): readonly Part[] {
  if (frames.length === 0) return [text];
  return media.some(({ kind }) => kind === "video") ? [text, { frames }] : [{ frames }, text];
}

function readOutcome(reply: Outcome<ChatReply> | undefined, sample: ChoiceSample, extractor: string): Outcome<ChoicePrediction> {
  if (!reply) return noAnswer("failed", "the system gave no reply to the ask");
  if (reply.kind !== "answered") return reply;
  const { text, finish } = reply.value;
  if (finish === "length") return noAnswer("truncated", "the reply was cut off by the token limit");
  return readReply(text, sample.choices, extractor);
}
