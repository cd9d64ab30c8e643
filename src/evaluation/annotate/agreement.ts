import type { Sample } from "../../core/data/sample.ts";
import type { AnnotatedItem, AnnotationPlan } from "../../core/family/annotating.ts";
import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import { annotatorKappa } from "../../metrics/agreement/annotator-agreement.ts";
import {
  addMatches,
  type LabelledInterval,
  matchF1,
  matchIntervals,
  meanMatchTiou,
  noMatches,
} from "../../metrics/agreement/matched-intervals.ts";
import type { AnnotatorAgreement } from "../../summary/annotate/annotation-pages.ts";
import { familyOf } from "./family-of.ts";

/** What one annotator did, as far as it is begun. */
export interface AnnotatorItems {
  readonly annotator: string;
  readonly items: readonly AnnotatedItem[];
}

/** How far every two annotators agree on the items that both have begun. */
export function agreementsOf(
  plan: AnnotationPlan,
  annotators: readonly AnnotatorItems[],
): readonly AnnotatorAgreement[] {
  return annotators.flatMap((first, at) =>
    annotators.slice(at + 1).flatMap((second) => {
      const agreement = agreementOf(plan, first, second);
      return agreement.samples === 0 ? [] : [agreement];
    }),
  );
}

function agreementOf(
  plan: AnnotationPlan,
  first: AnnotatorItems,
  second: AnnotatorItems,
): AnnotatorAgreement {
  const others = new Map(second.items.map((item) => [item.id, item]));
  let matches = noMatches;
  let samples = 0;
  const pairs: AnnotatorPair[] = [];
  for (const item of first.items) {
    const other = others.get(item.id);
    if (!other) continue;
    const compared = comparedSamples(plan, item, other);
    samples += compared.length;
    pairs.push(...compared.flatMap(({ pair }) => (pair ? [pair] : [])));
    if (plan.annotate === "labels") continue;
    matches = addMatches(matches, matchIntervals(labelled(item), labelled(other)));
  }
  const counted = pairs.filter((pair) => annotatorKappa.counts?.(pair) ?? true);
  return {
    first: first.annotator,
    second: second.annotator,
    samples,
    f1: matchF1(matches),
    meanTiou: meanMatchTiou(matches),
    kappa: counted.length === 0 ? null : annotatorKappa.prepare(counted)(),
  };
}

/** Samples of one item that both annotators have, side by side. */
function comparedSamples(
  plan: AnnotationPlan,
  item: AnnotatedItem,
  other: AnnotatedItem,
): readonly { readonly pair: AnnotatorPair | undefined }[] {
  const { family, annotating } = familyOf(plan);
  const keyOf = (sample: Sample) => annotating.pairBy?.(sample) ?? sample.id;
  const theirs = new Map(samplesOf(plan, other).map((sample) => [keyOf(sample), sample]));
  return samplesOf(plan, item).flatMap((sample) => {
    const second = theirs.get(keyOf(sample));
    return second ? [{ pair: family.people.compareAnnotators?.(sample, second) }] : [];
  });
}

/** What the family reads from the rows of an item. */
function samplesOf(plan: AnnotationPlan, item: AnnotatedItem): readonly Sample[] {
  const { family, annotating } = familyOf(plan);
  const [format] = family.data.formats;
  if (format?.reads !== "rows") return [];
  return annotating.rows(item, plan).flatMap((row) => {
    const read = format.read(row);
    return read.ok ? read.value : [];
  });
}

/** Evidence matches evidence for the same question, whatever its relevance. */
function labelled({ marks }: AnnotatedItem): readonly LabelledInterval[] {
  return Object.values(marks).flatMap((mark) => {
    if (mark.kind !== "interval") return [];
    const question = mark.question === undefined ? undefined : marks[mark.question];
    const label = question?.kind === "question" ? question.text.trim().toLowerCase() : mark.type;
    return [{ label, start: mark.start, end: mark.end }];
  });
}
