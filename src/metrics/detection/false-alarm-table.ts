import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { leastConfidence, minConfidenceOption, minIouOption } from "./detection-options.ts";
import { freshEvents } from "./event-source.ts";
import type { FalseAlarmOptions } from "./false-alarms-per-hour.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { fate } from "./match-events.ts";

/**
 * False alarms of each event type and of all, how many of them are second detections of a truth,
 * and the rate per hour of all videos of known length.
 */
export function falseAlarmTable({
  measure,
  minConfidence,
  minIou = 0.5,
  events = freshEvents,
}: FalseAlarmOptions): Analysis<HasTimedEvents> {
  return {
    id: "false-alarms",
    title: `False alarms by event type (${minConfidence === Number.NEGATIVE_INFINITY ? "any confidence" : `confidence ≥ ${minConfidence}`}, tIoU ≥ ${minIou})`,
    measure,
    analyse: (evidence) => tabulate(evidence, { minConfidence, minIou, events }),
  };
}

function tabulate(
  evidence: Iterable<HasTimedEvents>,
  { minConfidence, minIou, events: source }: Required<Omit<FalseAlarmOptions, "measure">>,
): Table {
  const events = source.pack(evidence);
  const { types, detections } = events;
  const isTimed = events.hours.map((each) => (each > 0 ? 1 : 0));
  const hours = events.hours.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  const { fates } = source.match(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const stray = new Float64Array(types.length);
  const duplicates = new Float64Array(types.length);
  for (let i = 0; i < fates.length; i++) {
    if (detections.confidence[i]! < minConfidence || !isTimed[detections.video[i]!]) continue;
    if (fates[i] === fate.duplicate) duplicates[detections.type[i]!]!++;
    else if (fates[i] === fate.falseAlarm) stray[detections.type[i]!]!++;
  }
  const row = (name: string, alarms: number, repeated: number) => [
    name,
    alarms,
    repeated,
    hours > 0 ? alarms / hours : null,
  ];
  const total = (counts: Float64Array) => counts.reduce((sum, count) => sum + count, 0);
  return {
    kind: "table",
    columns: ["type", "false alarms", "of them duplicates", "per hour"],
    rows: [
      ...types.map((name, type) => row(name, stray[type]! + duplicates[type]!, duplicates[type]!)),
      row("all", total(stray) + total(duplicates), total(duplicates)),
    ],
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "false-alarms",
    group: "detection",
    title: "False alarms by event type",
    options: [minIouOption, minConfidenceOption],
    page: "false-alarms-per-hour",
    offers: [
      offer({
        id: "false-alarms",
        title: "Table: false alarms by event type",
        reads: "events",
        options: [minIouOption, minConfidenceOption],
        create: (measure, { minIou = 0.5, minConfidence }) => [
          falseAlarmTable({ measure, minIou, minConfidence: leastConfidence(minConfidence) }),
        ],
      }),
    ],
  },
];
