import type { Analysis } from "../../core/scores/analysis.ts";
import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { fitLine } from "../../math/line-fit.ts";
import { percentileScore } from "../percentile-score.ts";
import { assertWeights } from "../sample-metric.ts";

/** How long the video of a sample took to be made searchable; `null` where nobody says. */
export interface HasIndexTime {
  /** Samples of one video are one measurement. */
  readonly video: string;
  readonly indexSeconds: number | null;
  readonly videoSeconds: number | null;
}

/** The time within which a share of the videos was indexed; each video counts once. */
export function indexTime(measure: string, share: 0.5 | 0.95): CorpusMetric<HasIndexTime> {
  const percent = share * 100;
  return {
    id: `index-time-p${percent}`,
    title: `Indexing time, P${percent} (s)`,
    signature: signature("index-time", 1, {
      share,
      of: "videos",
      quantile: "inverse-distribution",
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    population: "answered",
    counts: ({ indexSeconds }) => indexSeconds !== null,
    ceiling: () => 0,
    prepare(evidence) {
      const places = new Map<string, number>();
      const seconds: number[] = [];
      const samples: number[] = [];
      const video = growing.numbers();
      for (const { video: name, indexSeconds } of evidence) {
        const place = indexSeconds === null ? -1 : (places.get(name) ?? places.size);
        video.push(place);
        if (place < 0) continue;
        places.set(name, place);
        // Where answers about one video differ, the first one was there when it was indexed.
        seconds[place] ??= indexSeconds!;
        samples[place] = (samples[place] ?? 0) + 1;
      }
      const videoOf = video.view();
      const score = percentileScore(Float64Array.from(seconds), share);
      return (weights) => {
        if (!weights) return score();
        assertWeights(weights, videoOf.length);
        const each = new Float64Array(seconds.length);
        for (let at = 0; at < videoOf.length; at++)
          if (videoOf[at]! >= 0) each[videoOf[at]!]! += weights[at]! / samples[videoOf[at]!]!;
        return score(each);
      };
    },
  };
}

/** Lengths at which the line is read: those of VIGIL-RAG's targets. */
const readAt = [
  ["10 min", 600],
  ["1 h", 3_600],
] as const;

/** Indexing time against the length of the video: a line, and what it says of two lengths. */
export function indexTimeFit(measure: string): Analysis<HasIndexTime> {
  return {
    id: "index-time-fit",
    title: "Indexing time by length of video, fitted",
    measure,
    analyse(evidence) {
      const points = new Map<string, readonly [number, number]>();
      for (const { video, indexSeconds, videoSeconds } of evidence)
        if (indexSeconds !== null && videoSeconds !== null && !points.has(video))
          points.set(video, [videoSeconds, indexSeconds]);
      const fit = fitLine([...points.values()]);
      const figures = fit
        ? [
            ...readAt.map(([name, seconds]) => [name, fit.at(seconds)] as const),
            ["each further hour", scaled(fit.slope, 3_600)] as const,
          ]
        : [];
      return {
        kind: "table",
        columns: ["length", "seconds", "low", "high", "videos"],
        rows: figures.map(([name, { value, low, high }]) => [name, value, low, high, points.size]),
        intervals: [["seconds", "low", "high"]],
        notes: [
          "a straight line by least squares, with Student's 95 % intervals of the mean; lengths beyond those of the videos are extrapolated",
        ],
      };
    },
  };
}

function scaled(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  by: number,
) {
  return { value: value * by, low: low * by, high: high * by };
}
