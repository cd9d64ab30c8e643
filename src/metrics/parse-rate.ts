import type { SampleMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";
import { sampleMetric } from "./sample-metric.ts";

/** What the parse rate reads of one sample. */
export interface HasParse {
  /** 1 answered, 0 unparsed, `null` where there was no reply to read. */
  readonly parsed: 0 | 1 | null;
}

/**
 * Share of replies from which an answer could be read: answered / (answered + unparsed). Refusals,
 * cut-off and missing replies do not count.
 */
export function parseRate(measure: string): SampleMetric<HasParse> {
  return sampleMetric({
    id: "parse-rate",
    title: "Parse rate",
    signature: signature("parse-rate", 1, { of: "answered+unparsed" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    population: "all",
    value: ({ parsed }) => parsed,
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "parse-rate",
    group: "choice",
    title: "Parse rate",
    options: [],
    page: () => ({
      definition:
        "Share of readable replies among the replies that came whole: answered ÷ (answered + unparsed). It says how much of a score rests on the extractor.",
      formula: "answered ÷ (answered + unparsed)",
      citation:
        "Common practice under several names (VLMEvalKit prints failure rates of extraction)",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Refused, truncated and missing replies do not count: they are outcomes of their own. Not defined where no reply came.",
      signatures: [parseRate("").signature],
    }),
  },
];
