import type { Metric } from "../../core/scores/metric.ts";
import { isSameSet } from "../../scoring/evidence/planned-set.ts";
import { scoreSignature } from "../../scoring/score-signature.ts";
import { formatCount } from "../../summary/format-number.ts";
import type { LineUpEntry } from "./line-up.ts";

/** So many metrics are named. */
const mostMetrics = 3;

/** What keeps two systems from being compared, in words; none where nothing does. */
export function differencesBetween(own: LineUpEntry, first: LineUpEntry): readonly string[] {
  return [...otherData(own, first), ...otherRules(own, first)];
}

function otherData(own: LineUpEntry, first: LineUpEntry): readonly string[] {
  const [planned, reference] = [own.scored.planned, first.scored.planned];
  if (isSameSet(planned, reference)) return [];
  const { common, changed } = overlap(own, first);
  const [here, there] = [planned.count - common, reference.count - common].map(formatCount);
  const contents =
    changed === 0 ? "" : `; ${formatCount(changed)} have the same id and other content`;
  return [
    `the data: ${formatCount(common)} samples are the same, ${here} are only in ${own.name} and ${there} only in ${first.name}${contents}`,
  ];
}

/** Samples of the same content, and samples of the same id and another one. */
function overlap(own: LineUpEntry, first: LineUpEntry) {
  const digests = new Map<string, string>();
  for (const { id, digest } of samplesOf(first)) digests.set(id, digest);
  let [common, changed] = [0, 0];
  for (const { id, digest } of samplesOf(own)) {
    const known = digests.get(id);
    if (known === digest) common++;
    else if (known !== undefined) changed++;
  }
  return { common, changed };
}

function* samplesOf({ scored: { samples } }: LineUpEntry) {
  const { high, low } = samples!.digests;
  const seen = new Set<string>();
  for (let at = 0; at < high.length; at++) {
    const id = samples!.id(at);
    // Repeats are one sample.
    if (!seen.has(id)) yield { id, digest: `${high[at]} ${low[at]}` };
    seen.add(id);
  }
}

function otherRules(own: LineUpEntry, first: LineUpEntry): readonly string[] {
  const differing = own.scored.metrics.flatMap((metric) => {
    const other = first.scored.metrics.find(({ id }) => id === metric.id);
    if (!other) return [];
    const [ours, theirs] = signatures([own, metric], [first, other]);
    return ours === theirs ? [] : [{ id: metric.id, parts: differingParts(ours!, theirs!) }];
  });
  const groups = Map.groupBy(differing, ({ parts }) => parts);
  return [...groups].map(([parts, metrics]) => {
    const ids = metrics.map(({ id }) => id);
    const named = ids.slice(0, mostMetrics).join(", ");
    const more = ids.length > mostMetrics ? ` and ${ids.length - mostMetrics} more` : "";
    return `the rules of ${named}${more}: ${parts} (${own.name} and ${first.name})`;
  });
}

/** Answers that were not read from replies have no extractor, and fit any. */
function signatures(...sides: readonly (readonly [LineUpEntry, Metric])[]): readonly string[] {
  const isRead = sides.every(([{ scored }]) => scored.extractor !== undefined);
  return sides.map(([{ scored, scoring }, metric]) =>
    scoreSignature(metric, {
      unanswered: scoring.unanswered,
      extractor: isRead ? scored.extractor : undefined,
    }),
  );
}

function differingParts(ours: string, theirs: string): string {
  const [own, other] = [ours, theirs].map((text) => new Set(text.split(/\|| of /)));
  const only = (one: ReadonlySet<string>, two: ReadonlySet<string>) =>
    [...one].filter((part) => !two.has(part)).join(", ") || "nothing";
  return `${only(own!, other!)} instead of ${only(other!, own!)}`;
}
