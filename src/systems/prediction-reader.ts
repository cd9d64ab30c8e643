import type { Asked } from "../core/asking/asked.ts";
import type { SystemContext } from "../core/asking/system-kind.ts";
import type { Sample } from "../core/data/sample.ts";
import { findById } from "../core/registry.ts";
import { answered, failed } from "../core/run/outcome.ts";

/**
 * Reads what a service or command gave as a prediction: in the prediction format that is named,
 * else in one that accepts it, else in the family's own schema, which the engine checks.
 */
export function predictionReader(
  format: string | undefined,
  { family }: Pick<SystemContext, "family">,
): (raw: unknown, sample: Sample) => Asked<unknown> {
  if (format === undefined)
    return (raw, sample) => {
      if (raw === undefined) return failed("deterministic", "the reply holds no prediction");
      return (
        family.data.predictionFormats.find((one) => one.accepts?.(raw))?.interpret(raw, sample) ??
        answered(raw)
      );
    };
  const known = findById(family.data.predictionFormats, format, "prediction format");
  return (raw, sample) => known.interpret(raw, sample);
}
