import type { Analysis, Curve } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { minIouOption } from "./detection-options.ts";
import type { EventSource } from "./event-source.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { type PackAlarmsOptions, packAlarms } from "./pack-alarms.ts";

export interface DetCurveOptions {
  readonly measure: string;
  readonly minIou?: number;
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

/** A curve of more points looks the same, and takes long to draw. */
const mostPoints = 1_000;

/**
 * Detection error trade-off (Martin et al., Eurospeech 1997): the miss rate against false alarms
 * per hour, one point for each confidence threshold, from the highest down; it begins where nothing
 * is reported. All types together; empty without truths or hours. Of more than a thousand
 * thresholds, a thousand are shown, spread evenly, the first and the last among them.
 */
export function detCurve({
  measure,
  minIou = 0.5,
  events,
}: DetCurveOptions): Analysis<HasTimedEvents> {
  return {
    id: "det",
    title: `Detection error trade-off (tIoU ≥ ${minIou})`,
    measure,
    analyse: (evidence) => trace(evidence, { minIou, events }),
  };
}

function trace(evidence: Iterable<HasTimedEvents>, options: PackAlarmsOptions): Curve {
  const { video, isMatch, isLast, hours, truths } = packAlarms(evidence, options);
  const totalHours = hours.reduce((sum, each) => sum + each, 0);
  const totalTruths = truths.reduce((sum, each) => sum + each, 0);
  const points: [number, number][] = [];
  if (totalHours > 0 && totalTruths > 0) {
    points.push([0, 1]);
    let found = 0;
    for (let at = 0; at < video.length; at++) {
      found += isMatch[at]!;
      if (isLast[at]) points.push([(at + 1 - found) / totalHours, 1 - found / totalTruths]);
    }
  }
  return { kind: "curve", x: "false alarms per hour", y: "miss rate", points: thinned(points) };
}

function thinned(points: readonly [number, number][]): readonly [number, number][] {
  if (points.length <= mostPoints) return points;
  return Array.from(
    { length: mostPoints },
    (_, at) => points[Math.round((at * (points.length - 1)) / (mostPoints - 1))]!,
  );
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "det",
    group: "detection",
    title: "Miss rate against false alarms per hour",
    options: [minIouOption],
    page: "miss-rate",
    offers: [
      offer({
        id: "det",
        title: "Curve: miss rate against false alarms per hour",
        reads: "events",
        options: [minIouOption],
        create: (measure, given) => [detCurve({ measure, ...given })],
      }),
    ],
  },
];
