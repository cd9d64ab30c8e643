import type { ChatAsk, ChatReply, FrameRef } from "../core/asking/chat.ts";
import { seenInFrames } from "../core/asking/given-frames.ts";
import type { ProtocolContext } from "../core/asking/protocol.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";
import { drive } from "../engine/drive.ts";

export interface ConverseOptions<Options> {
  /** Options of the family; its defaults if left out. */
  readonly options?: Partial<Options>;
  /** Texts of your own prompts by role. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** What there is to see of its picture or video, in the order of time. */
  readonly frames?: readonly FrameRef[];
  /** How replies are read; the family's first if left out. */
  readonly extractor?: string;
}

/** Answers one ask: with the text of a reply, or with an outcome where there is none. */
export type Answer = (ask: ChatAsk) => Promise<string | Outcome<ChatReply>>;

type Settings<Options> = ConverseOptions<Options> | undefined;

/**
 * Puts a sample to a chat system, with as many asks as the family's protocol needs, and reads what
 * it says.
 */
export async function converse<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
  { sample, answer }: { readonly sample: S; readonly answer: Answer },
  settings?: Settings<Options>,
): Promise<Outcome<Prediction>> {
  const reply = async (ask: ChatAsk): Promise<Outcome<ChatReply>> => {
    const said = await answer(ask);
    return typeof said === "string" ? answered({ text: said, finish: "stop" }) : said;
  };
  return drive(chatOf(family).steps(sample, contextOf(family, sample, settings)), {
    look: (wants) => seenInFrames(settings?.frames ?? [], wants),
    reply,
  });
}

/**
 * The messages with which a chat system is asked first: all of them, where the family asks once.
 */
export function promptFor<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
  sample: S,
  settings?: Settings<Options>,
): readonly ChatAsk[] {
  const steps = chatOf(family).steps(sample, contextOf(family, sample, settings));
  let move = steps.next();
  while (!move.done && "look" in move.value)
    move = steps.next(seenInFrames(settings?.frames ?? [], move.value.look));
  return move.done ? [] : (move.value as { readonly ask: readonly ChatAsk[] }).ask;
}

function chatOf<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
) {
  const { chat } = family.asking.protocols;
  if (!chat) throw new TypeError(`the family "${family.id}" is not put to chat systems`);
  return chat;
}

function contextOf<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
  sample: S,
  {
    options = {},
    prompts = {},
    frames = [],
    extractor = family.asking.extractors[0] ?? "",
  }: ConverseOptions<Options> = {},
): ProtocolContext<Options> {
  const shown = { refs: family.data.refs(sample), sees: frames.length > 0 };
  return { options: family.data.options.parse(options), prompts, ...shown, extractor };
}
