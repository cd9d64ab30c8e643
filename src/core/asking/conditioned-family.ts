import type { Sample } from "../data/sample.ts";
import type { Family } from "../family.ts";
import type { Json } from "../json.ts";
import { answered, type Outcome } from "../run/outcome.ts";
import type { Condition } from "./condition.ts";
import type { Protocol } from "./protocol.ts";

/**
 * A family whose questions are put under a condition, and whose answers are about the original
 * samples. Nothing else about it changes. What looks give is changed before the protocol sees it, so
 * that the log says what was shown and a replay does not change it twice.
 */
export function conditionedFamily(family: Family, condition: Condition, surveyed: Json): Family {
  const { chat, encoder, stream } = family.asking.protocols;
  const identity = { id: condition.id, ...(condition.identity as Record<string, Json>), surveyed };
  return {
    ...family,
    data: { ...family.data, refs: (sample) => family.data.refs(put(condition, sample)) },
    asking: {
      ...family.asking,
      protocols: {
        ...family.asking.protocols,
        ...(chat ? { chat: conditionedProtocol(chat, condition, identity) } : {}),
        ...(encoder ? { encoder: conditionedProtocol(encoder, condition, identity) } : {}),
        ...(stream ? { stream: conditionedProtocol(stream, condition, identity) } : {}),
      },
    },
  };
}

function conditionedProtocol<Ask, Reply>(
  protocol: Protocol<Ask, Reply, Sample, unknown, unknown>,
  condition: Condition,
  identity: Json,
): Protocol<Ask, Reply, Sample, unknown, unknown> {
  return {
    ...protocol,
    identity: (settings) => ({ protocol: protocol.identity(settings), condition: identity }),
    *steps(sample, context) {
      const changed = condition.sample?.(sample) ?? { sample };
      const outcome: Outcome<unknown> = yield* protocol.steps(changed.sample, context);
      return outcome.kind === "answered" && changed.restore
        ? answered(changed.restore(outcome.value))
        : outcome;
    },
  };
}

function put(condition: Condition, sample: Sample): Sample {
  return condition.sample?.(sample).sample ?? sample;
}
