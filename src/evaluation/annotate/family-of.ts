import type { Sample } from "../../core/data/sample.ts";
import type { Annotating, AnnotationPlan } from "../../core/family/annotating.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../../families/index.ts";

/** The family that evaluates what a project annotates. */
export function familyOf({ annotate }: Pick<AnnotationPlan, "annotate">): {
  readonly family: Family;
  readonly annotating: Annotating<Sample>;
} {
  for (const family of families as readonly Family[])
    if (family.people.annotating?.kind === annotate)
      return { family, annotating: family.people.annotating };
  throw new TypeError(`no family is annotated as ${annotate}`);
}
