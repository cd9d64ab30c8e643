import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { averagePrecisions, type PrecisionDefinition, tieOrderOf } from "./average-precision.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { type DetectionError, judgeEvents, verdicts } from "./judge-detections.ts";
import { meanOfDefined } from "./mean-average-precision.ts";
import { mendEvents } from "./mend-events.ts";
import type { PackedEvents } from "./pack-events.ts";

export interface ErrorCostOptions {
  readonly measure: string;
  readonly minIou?: number;
  readonly definition?: PrecisionDefinition;
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

const errors: readonly DetectionError[] = [
  "missed",
  "wrong-type",
  "imprecise-boundary",
  "duplicate",
  "false-alarm",
];

/**
 * How often each kind of mistake is made, and what mean average precision would gain if only that
 * kind were put right: detections are given the right type or boundary, or taken away, and truths
 * that were missed are left out (Alwassel et al., 2018, DETAD; Bolya et al., 2020, TIDE).
 */
export function errorCosts({
  measure,
  minIou = 0.5,
  definition = "activitynet",
  events = freshEvents,
}: ErrorCostOptions): Analysis<HasEvents> {
  const precision = (packed: PackedEvents, match?: EventSource["match"]) =>
    meanOfDefined(
      averagePrecisions(packed, { minIous: [minIou], definition, ...(match ? { match } : {}) })(),
    );
  return {
    id: "error-costs",
    title: `Kinds of mistakes, and what mAP at tIoU ${minIou} would gain without each${definition === "activitynet" ? "" : ` (${definition})`}`,
    measure,
    analyse: (evidence) =>
      tabulate(events.pack(evidence, tieOrderOf[definition]), {
        minIou,
        precision,
        match: events.match,
      }),
  };
}

interface Scoring {
  readonly minIou: number;
  readonly match: EventSource["match"];
  precision(events: PackedEvents, match?: EventSource["match"]): number | null;
}

function tabulate(events: PackedEvents, { minIou, match, precision }: Scoring): Table {
  const now = precision(events, match);
  const judged = judgeEvents(events, minIou);
  return {
    kind: "table",
    columns: ["mistake", "count", "mAP without it", "gain"],
    fractions: ["mAP without it", "gain"],
    rows: errors.map((error) => {
      const then = precision(mendEvents(events, judged, error));
      const [marks, code] =
        error === "missed" ? [judged.isMissed, 1] : [judged.verdict, verdicts.indexOf(error)];
      const count = marks.reduce((sum, mark) => sum + (mark === code ? 1 : 0), 0);
      return [error, count, then, then === null || now === null ? null : then - now];
    }),
  };
}
