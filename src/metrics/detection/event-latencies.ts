import type { alertChoices } from "./detection-options.ts";
import type { EventSource } from "./event-source.ts";
import { matchEvents } from "./match-events.ts";
import type { PackedEvents } from "./pack-events.ts";

export interface LatencyRules {
  readonly minConfidence: number;
  readonly minIou: number;
  /**
   * What counts as the moment of the alert: the one the system reported (a match without one is a
   * miss), that one or else the end of the detection, or the start or end of the detection.
   */
  readonly alert: (typeof alertChoices)[number];
}

export interface EventLatencies {
  /** For each truth that is not ambiguous: from its onset to the alert; infinite for a miss. */
  readonly seconds: Float64Array;
  readonly videos: Uint32Array;
  readonly types: Uint32Array;
}

/**
 * How long after its onset each truth was alerted to, by one-to-one matching by falling confidence.
 */
export function eventLatencies(
  events: PackedEvents,
  {
    minConfidence,
    minIou,
    alert,
    match = matchEvents,
  }: LatencyRules & { readonly match?: EventSource["match"] },
): EventLatencies {
  const { detections, truths } = events;
  const { truths: claims } = match(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const moments = momentsOf(detections, alert);
  const seconds = new Float64Array(truths.video.length).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < claims.length; i++) {
    const truth = claims[i]!;
    if (truth < 0 || detections.confidence[i]! < minConfidence || Number.isNaN(moments[i]!))
      continue;
    seconds[truth] = moments[i]! - truths.start[truth]!;
  }
  const isReal = (_: number, truth: number) => !truths.ambiguous[truth];
  return {
    seconds: seconds.filter(isReal),
    videos: truths.video.filter(isReal),
    types: truths.type.filter(isReal),
  };
}

function momentsOf(
  { alert: reported, start, end }: PackedEvents["detections"],
  rule: LatencyRules["alert"],
): Float64Array {
  if (rule === "start") return start;
  if (rule === "end") return end;
  return rule === "reported"
    ? reported
    : reported.map((moment, i) => (Number.isNaN(moment) ? end[i]! : moment));
}
