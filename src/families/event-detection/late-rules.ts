import type { LateRules } from "../../core/family/scoring-facet.ts";
import { chosenThreshold } from "../../metrics/detection/chosen-threshold.ts";
import { freshEvents } from "../../metrics/detection/event-source.ts";
import { gravestError } from "./error-class.ts";
import { type EventEvidence, eventMeasure } from "./metrics.ts";
import type { EventOptions } from "./schema.ts";

/**
 * Where the least confidence is calibrated, which detections count is known once the videos of the
 * validation split are.
 */
export function eventLateRules(options: EventOptions): LateRules<EventOptions> | undefined {
  const { minConfidence, validationSplit: split, minIou } = options;
  if (minConfidence !== "calibrated" || split === undefined) return undefined;
  return {
    measure: eventMeasure(options).signature,
    settle(evidence) {
      const videos = evidence as Iterable<EventEvidence>;
      const chosen = chosenThreshold(videos, { split, minIou, events: freshEvents });
      // Without a threshold nothing counts as reported, as in tables.
      const settled = { ...options, minConfidence: chosen ?? Number.POSITIVE_INFINITY };
      return {
        options: settled,
        errors: Array.from(videos, (video) => gravestError(video, settled)),
      };
    },
  };
}
