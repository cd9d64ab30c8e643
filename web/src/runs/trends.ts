import type { Headline, RunCard } from "../../../src/summary/browse/run-page.ts";

/** The first score of one system on one task, run after run, oldest first. */
export interface Trend extends Pick<Headline, "task" | "system" | "metric" | "title" | "unit"> {
  readonly points: readonly TrendRun[];
}

interface TrendRun extends Pick<Headline, "value" | "low" | "high"> {
  readonly run: RunCard;
}

/** What several runs have a score of; baselines, which stay as they are, are left out. */
export function trendsOf(runs: readonly RunCard[]): readonly Trend[] {
  const scored = runs.flatMap((run) =>
    run.headlines
      .filter(({ isReference, value }) => !isReference && value !== null)
      .map((headline) => ({ run, headline })),
  );
  const groups = Map.groupBy(scored, ({ headline: { task, system, metric } }) =>
    JSON.stringify([task, system, metric]),
  );
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group): Trend => {
      const { task, system, metric, title, unit } = group[0]!.headline;
      return {
        ...{ task, system, metric, title, unit },
        points: group
          .map(({ run, headline: { value, low, high } }) => ({ run, value, low, high }))
          .sort((a, b) => a.run.createdAt - b.run.createdAt),
      };
    })
    .sort((a, b) => (a.task === b.task ? compare(a.system, b.system) : compare(a.task, b.task)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
