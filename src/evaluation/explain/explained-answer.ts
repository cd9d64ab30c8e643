import type { ChatAsk, Part } from "../../core/asking/chat.ts";
import { replay } from "../../core/asking/replay.ts";
import { protocolFor } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { framesOf, type Looks, seenIn, shownOf } from "../../core/run/looks.ts";
import type { ReplyEvent } from "../../core/run/run-event.ts";
import type { Settled } from "../../engine/settled.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { Marked, Scoring } from "../../scoring/scoring.ts";
import type {
  ExplainedAnswer,
  ExplainedAsk,
  ExplainedLook,
  ExplainedMessage,
} from "../../summary/sample-explanation.ts";
import type { Place } from "../cell/evaluate-cell.ts";
import { answerWords } from "./answer-words.ts";

/** What one system made of a sample, by the log; `evidence` is still to be filled in. */
export function explainedAnswer(
  { task, system, scoring }: Place & { readonly scoring: Scoring },
  { outcome, errorClass, values, repeat, resources }: Marked,
  settled: Settled,
): ExplainedAnswer {
  const { looks, grades, cell } = settled;
  const said =
    outcome?.kind === "answered"
      ? answerWords(scoring, { sample: settled.planned.sample, value: outcome.value, grades })
      : undefined;
  const { input = 0, output = 0 } = resources ?? {};
  return {
    task,
    system,
    ...(repeat === undefined ? {} : { repeat }),
    outcome: outcome?.kind ?? "pending",
    answer: outcome?.kind === "answered" ? plain(outcome.value) : null,
    ...(said === undefined ? {} : { said }),
    ...(outcome && outcome.kind !== "answered" ? { reason: outcome.reason } : {}),
    ...(settled.extractor === undefined ? {} : { extractor: settled.extractor }),
    ...(errorClass === null ? {} : { errorClass }),
    ...(cell.conditioned ? { condition: cell.conditioned.condition } : {}),
    looks: explainedLooks(looks),
    asks: asksOf(settled),
    grades: plain(grades) as Readonly<Record<string, Json>>,
    values,
    evidence: {},
    ...(resources ? { requests: resources.attempts } : {}),
    ...(input + output > 0 ? { tokens: { input, output } } : {}),
    ...(resources?.cost === undefined ? {} : { costUsd: resources.cost }),
    milliseconds: resources?.times ?? {},
  };
}

/** What was shown, look by look. */
export function explainedLooks(looks: Looks): readonly ExplainedLook[] {
  return shownOf(looks).map((look) => {
    const { path, from, source, decoder, seconds = null, warnings, frames } = look;
    const start = from === undefined ? {} : { from };
    return { path, ...start, source, decoder, seconds, warnings, frames };
  });
}

/** What was asked, worded again by the protocol, where that gives the very ask of the log. */
function asksOf(settled: Settled): readonly ExplainedAsk[] {
  const { cell, planned, looks, replies } = settled;
  const asked = new Map<string, unknown>();
  const protocol = protocolFor(cell.family, cell.system.speaks);
  if (protocol && replies.length > 0) {
    const steps = protocol.steps(planned.sample, {
      ...cell.settings,
      refs: cell.family.data.refs(planned.sample),
      sees: framesOf(looks).length > 0,
      extractor: cell.extractor,
    });
    replay(steps, {
      seen: (wants, place) => seenIn(looks[place], wants.length),
      reply: (ask, step, position) => {
        asked.set(contentDigest(canonicalJson(ask)), ask);
        return replies.findLast((one) => one.step === step && one.position === position)
          ?.outcome as never;
      },
    });
  }
  return replies.map((reply) => explainedAsk(reply, asked.get(reply.ask)));
}

/** One request and its reply; without what was asked where nobody can word it again. */
export function explainedAsk(
  { step, outcome, facts = {} }: ReplyEvent,
  ask?: unknown,
): ExplainedAsk {
  const isAnswered = outcome.kind === "answered";
  return {
    step: step + 1,
    messages: isChatAsk(ask) ? ask.messages.map(messageOf) : null,
    reply: isAnswered ? replyText(outcome.value) : "",
    ...(isAnswered ? {} : { failure: `${outcome.kind}: ${outcome.reason}` }),
    facts: plain(facts) as Readonly<Record<string, Json>>,
  };
}

function isChatAsk(ask: unknown): ask is ChatAsk {
  return isRecord(ask) && Array.isArray(ask.messages);
}

function messageOf({ role, parts }: ChatAsk["messages"][number]): ExplainedMessage {
  return { role, text: parts.map(partText).join("\n") };
}

function partText(part: Part): string {
  if ("text" in part) return part.text;
  return part.frames.map(({ atSeconds }) => `[frame ${Number(atSeconds.toFixed(3))} s]`).join(" ");
}

function replyText(value: unknown): string {
  return isRecord(value) && typeof value.text === "string" ? value.text : JSON.stringify(value);
}

/** As JSON has it. */
export function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}
