import type { Annotating } from "../../core/family/annotating.ts";
import { cvatFormat } from "../shared/annotating/cvat.ts";
import { factsMetadata, factsOf } from "../shared/annotating/intervals-of.ts";
import { labelStudioFormat } from "../shared/annotating/label-studio.ts";
import type { LabelSample } from "./schema.ts";

/** Labels of whole clips, written as rows of the plain format. */
export const labelAnnotating: Annotating<LabelSample> = {
  kind: "labels",
  rows(item, plan) {
    const chosen = Object.values(item.marks).flatMap((mark) =>
      mark.kind === "label" ? [mark] : [],
    );
    const known = plan.types.map(({ id }) => id);
    const types = known.filter((id) => chosen.some(({ type }) => type === id));
    if (types.length === 0 && !plan.several) return [];
    const { domain, ...facts } = factsOf(item);
    const metadata = {
      ...factsMetadata(facts),
      ...Object.assign({}, ...chosen.map(({ fields }) => fields)),
    } as Readonly<Record<string, string | number | boolean>>;
    return [
      {
        id: item.id,
        video: item.video,
        labels: Object.fromEntries(plan.types.map(({ id, title }) => [id, title])),
        label: plan.several ? types : types[0]!,
        ...(domain === undefined ? {} : { environment: domain }),
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      },
    ];
  },
  formats: [labelStudioFormat, cvatFormat],
};
