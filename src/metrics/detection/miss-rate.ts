import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { numberOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import { minIouOption } from "./detection-options.ts";
import type { EventSource } from "./event-source.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { packAlarms } from "./pack-alarms.ts";

export interface MissRateOptions {
  readonly measure: string;
  /** The most false alarms per hour that are allowed. */
  readonly falseAlarmsPerHour: number;
  readonly minIou?: number;
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Share of truths that are missed at the lowest confidence threshold that stays within a number of
 * false alarms per hour, all types together; the threshold is chosen on the samples scored. Equal
 * confidences are not separated. Matching and hours as in `falseAlarmsPerHour`. Not defined without
 * truths or hours.
 */
export function missRate({
  measure,
  falseAlarmsPerHour,
  minIou = 0.5,
  events,
}: MissRateOptions): CorpusMetric<HasTimedEvents> {
  return {
    id: `miss-rate@${falseAlarmsPerHour}`,
    title: `Miss rate at ${falseAlarmsPerHour} false ${falseAlarmsPerHour === 1 ? "alarm" : "alarms"} per hour`,
    signature: signature("miss-rate", 1, {
      falseAlarmsPerHour,
      hours: "answered",
      matching: "confidence",
      minIou,
      threshold: "fitted-on-these-samples",
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: 1,
    population: "answered",
    counts: ({ durationSeconds }) => durationSeconds !== null && durationSeconds > 0,
    prepare(evidence) {
      const { video, isMatch, isLast, hours, truths } = packAlarms(evidence, { minIou, events });
      return (weights) => {
        if (weights) assertWeights(weights, hours.length);
        let totalHours = 0;
        let totalTruths = 0;
        for (let v = 0; v < hours.length; v++) {
          totalHours += (weights ? weights[v]! : 1) * hours[v]!;
          totalTruths += (weights ? weights[v]! : 1) * truths[v]!;
        }
        if (totalHours === 0 || totalTruths === 0) return null;
        let found = 0;
        let foundWithin = 0;
        let alarms = 0;
        for (let at = 0; at < video.length; at++) {
          const weight = weights ? weights[video[at]!]! : 1;
          if (isMatch[at]) found += weight;
          else alarms += weight;
          if (alarms / totalHours > falseAlarmsPerHour) break;
          if (isLast[at]) foundWithin = found;
        }
        return Math.max(0, 1 - foundWithin / totalTruths);
      };
    },
  };
}

const limitOption = numberOption(
  {
    name: "falseAlarmsPerHour",
    default: "1",
    meaning: "how many false alarms per hour are allowed",
  },
  { least: 0 },
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "miss-rate",
    group: "detection",
    title: "Miss rate at a rate of false alarms",
    options: [limitOption, minIouOption],
    page: () => ({
      definition:
        "Share of truths missed at the lowest confidence threshold whose false alarms per hour stay within a limit, all types together. One point of the DET curve.",
      formula: "miss rate = 1 − found(θ) ÷ truths, θ the lowest with FAH(θ) ≤ limit",
      citation:
        "Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "The threshold is fitted on the samples scored, and again on each resample. Equal confidences are not separated. Matching, ambiguous events and hours as for false alarms per hour. Not defined without truths or hours.",
      signatures: [missRate({ measure: "", falseAlarmsPerHour: 1 }).signature],
    }),
    offers: [
      offer({
        id: "miss-rate",
        title: "Miss rate at a rate of false alarms",
        reads: "events",
        options: [minIouOption, limitOption],
        create: (measure, { falseAlarmsPerHour = 1, ...given }) => [
          missRate({ measure, falseAlarmsPerHour, ...given }),
        ],
      }),
    ],
  },
];
