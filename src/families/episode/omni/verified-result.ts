import type { PublishedFigure } from "../../../core/family/data-facet.ts";
import { isRecord } from "../../../core/json.ts";
import { taskOf } from "../tasks.ts";

/**
 * The figures of a verified result of the omni-model evaluation
 * (`omni_finetune_verified_result.json`): those of `evaluation` that are metrics of
 * `structured_answer`.
 */
export function verifiedFigures(document: unknown): readonly PublishedFigure[] | undefined {
  if (!isRecord(document) || !isRecord(document.evaluation)) return undefined;
  const { evaluation } = document;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const name = text(document.adapter) ?? text(document.backbone) ?? "verified result";
  const date = text(document.status_date);
  const source = `${text(document.title) ?? "verified result"}${date === undefined ? "" : `, ${date}`}`;
  const figures = taskOf("structured_answer").metrics.flatMap((metric) => {
    const value = evaluation[metric];
    return typeof value === "number" && Number.isFinite(value)
      ? [{ name, metric, value, source }]
      : [];
  });
  return figures.length === 0 ? undefined : figures;
}
