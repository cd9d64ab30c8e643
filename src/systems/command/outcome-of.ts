import type { Asked } from "../../core/asking/asked.ts";
import { failed, type NoAnswer, noAnswer } from "../../core/run/outcome.ts";
import { serviceFacts } from "../service/service-facts.ts";
import type { CommandAnswer } from "./command-protocol.ts";

/**
 * What an answer comes to: a refusal and an error are what they say they are, before its value is
 * looked at. Facts are there even where the program tells none: it was asked, so the ask counts and
 * is timed. Embeddings alone are too many for that.
 */
export function outcomeOf<T>(
  answer: CommandAnswer | Asked<never>,
  read: (answer: CommandAnswer) => Asked<T>,
): Asked<T> {
  if ("kind" in answer) return answer;
  const facts = serviceFacts(answer);
  const outcome = spokenOutcome(answer) ?? read(answer);
  return answer.embedding !== undefined && Object.keys(facts).length === 0
    ? outcome
    : { ...outcome, facts };
}

function spokenOutcome({ error, cause, refused }: CommandAnswer): NoAnswer | undefined {
  if (error !== undefined) return failed(cause, error);
  return refused === undefined ? undefined : noAnswer("refused", refused);
}
