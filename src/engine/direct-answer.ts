import { givenAsk, replay, seenNothing } from "../core/asking/replay.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import type { Sample } from "../core/data/sample.ts";
import { firstIssue } from "../core/first-issue.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import type { Cell } from "./cell.ts";
import type { CellWork } from "./cell-work.ts";

/** How a system that hands over predictions answered. */
export interface DirectAnswer {
  readonly outcome: Outcome<unknown>;
  /** What the prediction was read from, where the system has it. */
  readonly replies: readonly ReplyEvent[];
}

interface Answering {
  readonly cell: Cell;
  readonly system: DirectSystem;
  /** What the system handed over. */
  readonly outcome: Outcome<unknown>;
  readonly at: number;
}

const noReplies: readonly ReplyEvent[] = [];

/**
 * What a direct answer comes to: what the task's extractor makes of the reply behind it, where
 * there is one, else the prediction itself.
 */
export function directAnswer(
  { planned, key, attempt }: CellWork,
  { cell, system, outcome, at }: Answering,
): DirectAnswer {
  const { family, settings, extractor } = cell;
  const reply = system.replyOf?.(planned.sample);
  const protocol = family.asking.protocols.chat;
  if (!reply || !protocol)
    return { outcome: checked(outcome, cell, planned.sample), replies: noReplies };
  const given = answered(reply);
  const context = {
    ...settings,
    refs: family.data.refs(planned.sample),
    sees: false,
    extractor,
  };
  const event: ReplyEvent = {
    event: "reply",
    key,
    attempt,
    step: 0,
    position: 0,
    ask: givenAsk,
    outcome: given,
    at,
  };
  // There is but one reply, and unless the protocol says otherwise it answers the first ask.
  const outcomeOfReply =
    protocol.readGiven?.(reply, planned.sample, context) ??
    replay(protocol.steps(planned.sample, context), {
      reply: (_, step, position) => (step === 0 && position === 0 ? given : undefined),
      seen: seenNothing,
    });
  return { outcome: outcomeOfReply, replies: [event] };
}

/** What a system hands over as a prediction must be one, and about its sample. */
function checked(outcome: Outcome<unknown>, { family }: Cell, sample: Sample): Outcome<unknown> {
  if (outcome.kind !== "answered") return outcome;
  const parsed = family.data.prediction.safeParse(outcome.value);
  const misfit = parsed.success ? family.data.misfit?.(parsed.data, sample) : undefined;
  if (misfit !== undefined) return noAnswer("unparsed", misfit);
  if (parsed.success) return { kind: "answered", value: parsed.data };
  return noAnswer(
    "unparsed",
    `not a prediction of ${family.id}: ${firstIssue(parsed.error, "value")}`,
  );
}
