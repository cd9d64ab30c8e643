import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import type { LabelSample } from "./schema.ts";

/** The labels that two annotators hold true; where several may be, label by label. */
export function compareTruths(first: LabelSample, second: LabelSample): AnnotatorPair | undefined {
  if (first.truth === null || second.truth === null) return undefined;
  if (first.task !== second.task) return undefined;
  if (!first.isMultiLabel)
    return {
      kind: "labels",
      first: [`${first.task}/${first.truth[0]!}`],
      second: [`${first.task}/${second.truth[0]!}`],
    };
  const [own, other] = [new Set(first.truth), new Set(second.truth)];
  const said = (truth: ReadonlySet<string>) =>
    first.labels.map(({ id }) => (truth.has(id) ? "true" : "not"));
  return { kind: "labels", first: said(own), second: said(other) };
}
