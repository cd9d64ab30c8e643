import type { Protocol } from "../core/asking/protocol.ts";
import { givenAsk, replay } from "../core/asking/replay.ts";
import type { System } from "../core/asking/system.ts";
import type { Sample } from "../core/data/sample.ts";
import { protocolFor } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { framesOf, seenIn } from "../core/run/looks.ts";
import { isScored, type Outcome } from "../core/run/outcome.ts";
import type { Scoring } from "./scoring.ts";

/** What the stored replies of a sample say when an extractor reads them. */
export type ReplyReader = (ended: EndedSample, extractor: string) => Outcome<unknown> | undefined;

type AnyProtocol = Protocol<unknown, unknown, Sample, unknown, unknown>;

/** `undefined` where the family has no protocol for systems that speak so. */
export function replyReader(
  { family, settings, digest }: Scoring,
  speaks: System["speaks"],
): ReplyReader | undefined {
  // Answers that were made elsewhere may come with the chat replies that they were read from.
  const protocol = (protocolFor(family, speaks) ?? family.asking.protocols.chat) as
    | AnyProtocol
    | undefined;
  if (!protocol) return undefined;
  return ({ planned, outcome, looks, replies }, extractor) => {
    // What failed on our side has no whole conversation to read.
    if (!outcome || !isScored(outcome.kind) || replies.length === 0) return outcome;
    const refs = family.data.refs(planned.sample);
    const context = { ...settings, refs, sees: framesOf(looks).length > 0, extractor };
    const [first] = replies;
    if (protocol.readGiven && first!.ask === givenAsk && first!.outcome.kind === "answered")
      return protocol.readGiven(first!.outcome.value, planned.sample, context);
    return replay(protocol.steps(planned.sample, context), {
      seen: (wants, place) => seenIn(looks[place], wants.length),
      reply: (ask, step, position) => {
        const candidates = replies.filter(
          (reply) => reply.step === step && reply.position === position,
        );
        if (candidates.length === 0) return undefined;
        const asked = digest(canonicalJson(ask));
        return candidates.findLast((reply) => reply.ask === asked || reply.ask === givenAsk)
          ?.outcome;
      },
    });
  };
}
