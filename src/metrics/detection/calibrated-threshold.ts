import type { Analysis, Table } from "../../core/analysis.ts";
import { eventF1 } from "./event-f1.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { fate, matchEvents } from "./match-events.ts";
import { packEvents } from "./pack-events.ts";
import { rankedAlarms } from "./ranked-alarms.ts";

interface HasSplit extends HasTimedEvents {
  /** Empty where the set names none. */
  readonly split: string;
}

export interface CalibratedThresholdOptions {
  readonly measure: string;
  readonly minIou?: number;
}

/**
 * The least confidence that is best on one split, and what it gives on every other: choose on validation, report on test. Best is the
 * highest macro F1; of equal ones the highest confidence.
 */
export function calibratedThreshold({ measure, minIou = 0.5 }: CalibratedThresholdOptions): Analysis<HasSplit> {
  return {
    id: "calibrated-threshold",
    title: `Confidence to ask for: chosen on one split, applied to another (macro F1, tIoU ≥ ${minIou})`,
    measure,
    analyse: (evidence) => tabulate(evidence, { measure, minIou }),
  };
}

function tabulate(evidence: Iterable<HasSplit>, { measure, minIou }: Required<CalibratedThresholdOptions>): Table {
  const splits = [...Map.groupBy(evidence, ({ split }) => split)].sort(([a], [b]) => (a < b ? -1 : 1));
  const applied = (videos: readonly HasSplit[], minConfidence: number) => [
    eventF1({ measure, minIou, minConfidence, average: "macro" }).prepare(videos)(),
    falseAlarmsPerHour({ measure, minIou, minConfidence }).prepare(videos)(),
  ];
  return {
    kind: "table",
    columns: ["chosen on", "confidence", "applied to", "macro F1", "false alarms per hour"],
    fractions: ["macro F1"],
    rows: splits.flatMap(([chosenOn, own]) => {
      const threshold = bestThreshold(own, minIou);
      if (threshold === undefined) return [];
      return splits.map(([appliedTo, videos]) => [chosenOn || "all", threshold, appliedTo || "all", ...applied(videos, threshold)]);
    }),
  };
}

/** `undefined` where nothing is right at any confidence. Every threshold is tried in one pass: a detection changes the F1 of its type alone. */
export function bestThreshold(videos: Iterable<HasTimedEvents>, minIou: number): number | undefined {
  const events = packEvents(videos);
  const { types, truths, detections, byConfidence } = events;
  const matches = matchEvents(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const positives = new Float64Array(types.length);
  for (let j = 0; j < truths.video.length; j++) if (!truths.ambiguous[j]) positives[truths.type[j]!]!++;
  const kept = byConfidence.filter((i) => matches.fates[i] !== fate.absorbed);
  const { type, isMatch, isLast } = rankedAlarms(events, matches, () => true);
  const detected = new Float64Array(types.length);
  const matched = new Float64Array(types.length);
  const f1 = (own: number) => (positives[own] === 0 ? 0 : (2 * matched[own]!) / (detected[own]! + positives[own]!));
  let [sum, highest] = [0, 0];
  let best: number | undefined;
  for (let at = 0; at < type.length; at++) {
    const own = type[at]!;
    const before = f1(own);
    detected[own]!++;
    matched[own]! += isMatch[at]!;
    sum += f1(own) - before;
    if (!isLast[at] || sum <= highest + 1e-12) continue;
    highest = sum;
    best = detections.confidence[kept[at]!]!;
  }
  return best;
}
