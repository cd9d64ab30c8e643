import type { SampleMetric } from "../core/metric.ts";
import { signature } from "../core/signature.ts";
import { sampleMetric } from "./sample-metric.ts";

/** What the parse rate reads of one sample. */
export interface HasParse {
  /** 1 answered, 0 unparsed, `null` where there was no reply to read. */
  readonly parsed: 0 | 1 | null;
}

/** Share of replies from which an answer could be read: answered / (answered + unparsed). Refusals, cut-off and missing replies do not count. */
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
