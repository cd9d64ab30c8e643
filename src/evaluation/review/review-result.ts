import { findById } from "../../core/registry.ts";
import { type Aspect, usualQuoteRule } from "../../core/scores/aspect.ts";
import { labelEvidence, ratersOf } from "../../core/scores/label-evidence.ts";
import { quoted } from "../../files/quoted.ts";
import { shortPath } from "../../files/short-path.ts";
import { type LabelledItem, summariseAspect } from "../../scoring/summarise-aspect.ts";
import type { AspectSummary } from "../../summary/aspect-summary.ts";
import type { QueueResult } from "../../summary/review/review-pages.ts";
import { loadFamily } from "../extend/load-registries.ts";
import { feedbackAspect } from "./feedback-aspect.ts";
import type { QueuePlace, StoredItem, StoredQueue } from "./queue-file.ts";
import { type ItemLabel, labelsOf } from "./review-labels.ts";

/** An item without what pages need besides. */
type Decided = Pick<
  QueueResult["items"][number],
  | "id"
  | "system"
  | "sample"
  | "ratings"
  | "notes"
  | "adjudicated"
  | "final"
  | "judged"
  | "automatic"
>;

export interface Decisions extends Omit<QueueResult, "items" | "corrections"> {
  readonly items: readonly Decided[];
}

/**
 * What the labels of a queue come to, by the code that scores runs: figures of a system are those
 * of `vidimus score <run> --labels <folder>`.
 */
export async function reviewResult(
  { directory, queue }: QueuePlace,
  { labels, run }: { readonly labels: readonly ItemLabel[]; readonly run: string | undefined },
): Promise<Decisions> {
  const aspect = await aspectIn(queue);
  const raters = ratersOf(labels, aspect.id);
  const byItem = Map.groupBy(labels, ({ item }) => item);
  const summarise = (items: readonly StoredItem[], answers: number) =>
    summaryOf(items, { aspect, answers, byItem, queue });
  return {
    raters,
    rule: usualQuoteRule,
    overall: summarise(
      queue.items,
      queue.systems.reduce((sum, { answers }) => sum + answers, 0),
    ),
    systems: queue.systems
      .filter(({ drawn }) => drawn > 0)
      .map(({ id, answers }) => ({
        system: id,
        summary: summarise(
          queue.items.filter(({ system }) => system === id),
          answers,
        ),
      })),
    items: queue.items.map((item) => decided(item, { aspect, raters, byItem })),
    // Whether feedback is right is no aspect of the run's answers: it is scored as corrections.
    ...(run === undefined || queue.kind === "feedback"
      ? {}
      : { command: commandOf(run, labelsOf(directory)) }),
  };
}

/** How the run is scored with these labels, typed where the server was started. */
function commandOf(run: string, labels: string): string {
  const [from, to] = [run, labels].map((path) => quoted(shortPath(path)));
  return `vidimus score ${from} --labels ${to}`;
}

async function aspectIn({ kind, family, aspect }: StoredQueue): Promise<Aspect> {
  if (kind === "feedback") return feedbackAspect;
  const { people } = await loadFamily(family);
  return findById(people.aspects ?? [], aspect.id, "aspect");
}

interface Labelled {
  readonly aspect: Aspect;
  readonly byItem: ReadonlyMap<string, readonly ItemLabel[]>;
}

interface Summarised extends Labelled {
  readonly answers: number;
  readonly queue: StoredQueue;
}

function summaryOf(
  items: readonly StoredItem[],
  { aspect, answers, byItem, queue }: Summarised,
): AspectSummary {
  const own = items
    .filter(({ id }) => byItem.has(id))
    // As scoring orders answers, so that intervals are drawn alike.
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const raters = ratersOf(
    own.flatMap(({ id }) => byItem.get(id)!),
    aspect.id,
  );
  return summariseAspect({
    ...{ aspect, raters, answers, rule: usualQuoteRule },
    judge: queue.judge,
    seed: queue.scoringSeed,
    items: own.map(({ id, group, judged }): LabelledItem => {
      const labels = byItem.get(id)!;
      return {
        group,
        evidence: labelEvidence(labels, { raters, aspect, judged }),
        isAdjudicated: labels.some(({ isAdjudicated }) => isAdjudicated),
      };
    }),
  });
}

function orderOf({ digest, repeat }: StoredItem): string {
  return `${digest}#${repeat}`;
}

function decided(
  { id, system, sample, judged, automatic }: StoredItem,
  { aspect, raters, byItem }: Labelled & { readonly raters: readonly string[] },
): Decided {
  const labels = byItem.get(id) ?? [];
  const lastOf = (rater: string) =>
    labels.findLast((label) => !label.isAdjudicated && label.rater === rater);
  const { ratings, final } = labelEvidence(labels, { raters, aspect, judged });
  const adjudicated = labels.findLast(({ isAdjudicated }) => isAdjudicated)?.value ?? null;
  // Whoever decides must not be led by a judge that is to be checked against the decision.
  const isOpen = adjudicated === null && new Set(ratings.filter((one) => one !== null)).size > 1;
  return {
    ...{ id, system, sample, ratings, final, adjudicated },
    ...{ judged: isOpen ? null : judged, automatic: isOpen ? null : automatic },
    notes: raters.map((rater) => lastOf(rater)?.note ?? null),
  };
}
