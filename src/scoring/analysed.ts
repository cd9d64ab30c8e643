import type { Analysis, Resampling } from "../core/scores/analysis.ts";
import type { AnalysisSummary } from "../summary/system-summary.ts";

/** What an analysis says of the samples, or of each of the parts that it looks at apart. */
export function analysed(
  analysis: Analysis,
  evidence: Iterable<unknown>,
  resampling: Resampling,
): readonly AnalysisSummary[] {
  const { id, title } = analysis;
  const parts = analysis.parts?.(evidence);
  if (!parts) return [{ id, title, data: analysis.analyse(evidence, resampling) }];
  const items = [...evidence];
  return [...parts].map(([name, places]) => ({
    id: `${id}/${name}`,
    title: `${title}: ${name}`,
    data: analysis.analyse(places.map((place) => items[place])),
  }));
}
