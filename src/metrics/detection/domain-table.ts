import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { CorpusMetric } from "../../core/scores/metric.ts";

interface HasDomain {
  /** Empty where the set names none. */
  readonly domain: string;
  readonly durationSeconds: number | null;
  readonly isAnswered: boolean;
}

interface DomainColumn<Evidence> {
  readonly title: string;
  readonly isFraction: boolean;
  readonly metric: CorpusMetric<Evidence>;
}

export interface DomainTableOptions<Evidence> {
  readonly measure: string;
  readonly columns: readonly DomainColumn<Evidence>[];
}

/**
 * Videos, hours and some scores of every domain; no rows where the set names none. Rates leave out
 * videos without an answer, as they do in all.
 */
export function domainTable<Evidence extends HasDomain>({
  measure,
  columns,
}: DomainTableOptions<Evidence>): Analysis<Evidence> {
  return {
    id: "domains",
    title: "Scores by domain",
    measure,
    analyse: (evidence) => tabulate(evidence, columns),
  };
}

function tabulate<Evidence extends HasDomain>(
  evidence: Iterable<Evidence>,
  columns: readonly DomainColumn<Evidence>[],
): Table {
  const videos = Array.from(evidence, ({ domain, durationSeconds, isAnswered }) => ({
    domain,
    durationSeconds,
    isAnswered,
  }));
  const domains = [...new Set(videos.map(({ domain }) => domain))]
    .filter((domain) => domain !== "")
    .sort();
  const scores = domains.length === 0 ? [] : columns.map(({ metric }) => metric.prepare(evidence));
  const rows = domains.map((domain) => {
    const own = videos.filter((video) => video.domain === domain);
    const hours = own.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0) / 3600;
    const weights = (population: CorpusMetric["population"]) =>
      Uint32Array.from(videos, (video) =>
        video.domain === domain && (population !== "answered" || video.isAnswered) ? 1 : 0,
      );
    return [
      domain,
      own.length,
      hours,
      ...columns.map(({ metric }, at) => scores[at]!(weights(metric.population))),
    ];
  });
  return {
    kind: "table",
    columns: ["domain", "videos", "hours", ...columns.map(({ title }) => title)],
    fractions: columns.filter(({ isFraction }) => isFraction).map(({ title }) => title),
    rows,
  };
}
