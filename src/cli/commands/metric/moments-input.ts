import { signature } from "../../../core/scores/signature.ts";
import { UserError } from "../../../core/user-error.ts";
import { numberOption } from "../../../metrics/metric-option.ts";
import { computeMetrics } from "./compute-metrics.ts";
import type { MetricReader, MetricRequest, ScoredFiles } from "./metric-input.ts";
import { type LackingField, type MomentField, readMoments } from "./moment-files.ts";

/** QVHighlights cuts videos into clips of this length. */
const usualClipSeconds = 2;

/** The fields of the records that metrics read. */
const fieldsOf: Readonly<Record<string, readonly MomentField[]>> = {
  moments: ["relevant_windows", "pred_relevant_windows"],
  saliency: ["saliency_scores", "pred_saliency_scores"],
};

const clipSecondsOption = numberOption(
  {
    name: "clipSeconds",
    default: String(usualClipSeconds),
    meaning: "the length of a clip, of which each has a score",
  },
  { isAboveZero: true },
);

/** Moments and highlights that a query asks for, as QVHighlights writes them. */
export const reader: MetricReader = { options: { saliency: [clipSecondsOption] }, open };

async function open({ asked, isWhole, file }: MetricRequest): Promise<ScoredFiles> {
  const { names, moments, saliency, notes, lacking } = await readMoments(
    file("reference"),
    file("prediction"),
  );
  const unfit = asked.flatMap(({ offer: { id, reads } }) => {
    const lack = lacking.find(({ field }) => fieldsOf[reads]?.includes(field));
    return lack ? [{ id, ...lack }] : [];
  });
  const [first] = unfit;
  if (first && (!isWhole || unfit.length === asked.length))
    throw new UserError(
      `${first.path}: no record has ${first.field}, which ${first.id} reads`,
      first.isSwapped ? "are --reference and --prediction swapped?" : undefined,
    );
  const fitting = asked.filter(({ offer }) => !unfit.some(({ id }) => id === offer.id));
  const computed = computeMetrics(
    fitting,
    (reads, { clipSeconds = usualClipSeconds }: { readonly clipSeconds?: number }) =>
      reads === "moments"
        ? { measure: "qvhighlights-windows|v:1", evidence: moments }
        : {
            measure: signature("qvhighlights-saliency", 1, { clipSeconds }),
            evidence: saliency(clipSeconds),
          },
  );
  return {
    units: "queries",
    n: names.length,
    names,
    ...computed,
    notes: [...notes, ...unfit.map(leftOut)],
  };
}

function leftOut({ id, path, field }: LackingField & { readonly id: string }): string {
  return `${id} is left out: no record of ${path} has ${field}`;
}
