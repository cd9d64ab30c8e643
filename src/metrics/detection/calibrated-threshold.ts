import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { bestThreshold } from "./best-threshold.ts";
import { eventF1 } from "./event-f1.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";
import type { HasTimedEvents } from "./has-events.ts";

/** What a threshold is chosen by. */
export interface HasSplit extends HasTimedEvents {
  /** Empty where the set names none. */
  readonly split: string;
}

export interface CalibratedThresholdOptions {
  readonly measure: string;
  readonly minIou?: number;
  /** Only thresholds chosen on this split are listed; all splits take their turn when left out. */
  readonly chosenOn?: string | undefined;
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * The least confidence that is best on one split, and what it gives on every other: choose on
 * validation, report on test. Best is the highest macro F1; of equal ones the highest confidence.
 */
export function calibratedThreshold({
  measure,
  minIou = 0.5,
  chosenOn,
  events = freshEvents,
}: CalibratedThresholdOptions): Analysis<HasSplit> {
  return {
    id: "calibrated-threshold",
    title: `Confidence to ask for: chosen on one split, applied to another (macro F1, tIoU ≥ ${minIou})`,
    measure,
    analyse: (evidence) => tabulate(evidence, { measure, minIou, chosenOn, events }),
  };
}

interface Tabulating extends Omit<Required<CalibratedThresholdOptions>, "chosenOn"> {
  readonly chosenOn: string | undefined;
}

/** Splits are weights over events that are packed and matched once. */
function tabulate(
  evidence: Iterable<HasSplit>,
  { measure, minIou, chosenOn, events }: Tabulating,
): Table {
  const splitOf = Array.from(evidence, ({ split }) => split);
  const splits = [...new Set(splitOf)].sort();
  const packed = events.pack(evidence);
  const chosen = splits.filter((split) => chosenOn === undefined || split === chosenOn);
  const rows = chosen.flatMap((split) => {
    const isChosenOn = (video: number) => splitOf[video] === split;
    const minConfidence = bestThreshold(packed, { minIou, match: events.match, isChosenOn });
    if (minConfidence === undefined) return [];
    const rules = { measure, minIou, minConfidence, events };
    const scores = [
      eventF1({ ...rules, average: "macro" }).prepare(evidence),
      falseAlarmsPerHour(rules).prepare(evidence),
    ];
    return splits.map((appliedTo) => {
      const weights = Uint32Array.from(splitOf, (own) => (own === appliedTo ? 1 : 0));
      const where = `${appliedTo || "all"}${appliedTo === split ? " (the same videos)" : ""}`;
      return [split || "all", minConfidence, where, ...scores.map((score) => score(weights))];
    });
  });
  const columns = ["chosen on", "confidence", "applied to", "macro F1", "false alarms per hour"];
  return { kind: "table", columns, fractions: ["macro F1"], rows };
}
