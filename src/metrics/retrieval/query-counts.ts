import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

/**
 * How many queries there are, how many have nothing to find, how many the system gave no list or an
 * empty one for, and how many items were returned, relevant and both: what the means over queries
 * do not show. trec_eval's `num_q`, `num_ret`, `num_rel` and `num_rel_ret` at level 1.
 */
export function queryCounts(measure: string): Analysis<RankedRelevance> {
  return { id: "query-counts", title: "Queries and items", measure, analyse: tabulate };
}

function tabulate(evidence: Iterable<RankedRelevance>): Table {
  const counts = {
    queries: 0,
    "without ground truth": 0,
    missing: 0,
    "empty list": 0,
    returned: 0,
    relevant: 0,
    "relevant returned": 0,
  };
  for (const { gains, idealGains, missing } of evidence) {
    counts.queries++;
    if (idealGains.length === 0) counts["without ground truth"]++;
    if (missing) counts.missing++;
    else if (gains.length === 0) counts["empty list"]++;
    counts.returned += gains.length;
    counts.relevant += idealGains.length;
    counts["relevant returned"] += gains.filter((gain) => gain > 0).length;
  }
  return { kind: "table", columns: ["what", "count"], rows: Object.entries(counts) };
}
