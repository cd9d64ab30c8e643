import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import {
  averagePrecisions,
  countPositives,
  type PrecisionDefinition,
  type PrecisionOptions,
  tieOrderOf,
} from "./average-precision.ts";
import { activityNetIous, definitionOption, tiouOption } from "./detection-options.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import type { PackedEvents } from "./pack-events.ts";

export interface TypeAveragePrecisionOptions {
  readonly measure: string;
  readonly definition?: PrecisionDefinition;
  /** Those that the column AP averages, as mAP does over types. */
  readonly tiou?: readonly number[];
  /** Those of them that have a column of their own; all where left out. */
  readonly shownIous?: readonly number[];
  /** Shares packed events with other analyses; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Truths, detections and average precision of each event type, on average and at single tIoUs;
 * types that were only predicted have none.
 */
export function typeAveragePrecision({
  measure,
  definition = "activitynet",
  tiou: minIous = activityNetIous,
  shownIous = minIous,
  events: source = freshEvents,
}: TypeAveragePrecisionOptions): Analysis<HasEvents> {
  return {
    id: "type-average-precision",
    title: `Average precision by event type (${definition}; AP: ${meanText(minIous)})`,
    measure,
    analyse: (evidence) =>
      tabulate(source.pack(evidence, tieOrderOf[definition]), {
        definition,
        minIous,
        shownIous,
        match: source.match,
      }),
  };
}

function meanText(minIous: readonly number[]): string {
  return minIous.length === 1 ? `at tIoU ${minIous[0]}` : `mean over tIoU ${minIous.join(", ")}`;
}

interface TableOptions extends PrecisionOptions {
  readonly shownIous: readonly number[];
}

function tabulate(events: PackedEvents, { shownIous, ...options }: TableOptions): Table {
  const { types, truths, detections, videoCount } = events;
  const precisions = averagePrecisions(events, options)();
  const positives = new Float64Array(types.length);
  countPositives(truths, { perVideo: new Float64Array(videoCount).fill(1), positives });
  const columns = shownIous.map((minIou) => `AP@${minIou}`);
  const rows = types.map((name, type) => {
    const own = options.minIous.map((_, k) => precisions[k * types.length + type]!);
    const isScored = positives[type]! > 0;
    const mean = isScored ? own.reduce((sum, one) => sum + one, 0) / own.length : null;
    const detected = detections.starts[type + 1]! - detections.starts[type]!;
    return [
      name,
      positives[type]!,
      detected,
      mean,
      ...shownIous.map((one) => (isScored ? own[options.minIous.indexOf(one)]! : null)),
    ];
  });
  return {
    kind: "table",
    columns: ["type", "truths", "detections", "AP", ...columns],
    fractions: ["AP", ...columns],
    rows,
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "type-average-precision",
    group: "detection",
    title: "Average precision by event type",
    options: [tiouOption, definitionOption],
    page: "detection-map",
    offers: [
      offer({
        id: "type-average-precision",
        title: "Table: average precision by event type",
        reads: "events",
        options: [tiouOption, definitionOption],
        create: (measure, given) => [typeAveragePrecision({ measure, ...given })],
      }),
    ],
  },
];
