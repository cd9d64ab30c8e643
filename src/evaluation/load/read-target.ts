import { UserError } from "../../core/user-error.ts";
import type { LoadTarget } from "../../summary/performance/load-summary.ts";

const measures = ["p50", "p90", "p95", "p99", "mean", "max", "errorRate"] as const;

/** Reads a limit such as `p95<10s`, `p50 < 200ms` or `errorRate<1%`. */
export function readTarget(text: string): LoadTarget {
  const [, name, number, unit = ""] = /^\s*(\w+)\s*<\s*([\d.]+)\s*(ms|s|%)?\s*$/.exec(text) ?? [];
  const measure = measures.find((one) => one.toLowerCase() === name?.toLowerCase());
  const value = Number(number);
  const isShare = measure === "errorRate";
  if (!measure || !Number.isFinite(value) || (isShare ? unit.endsWith("s") : unit === "%"))
    throw new UserError(
      `--target: cannot read "${text}"`,
      `write it as p95<10s, p50<200ms or errorRate<1%; of ${measures.join(", ")}`,
    );
  return { measure, below: value * (unit === "s" ? 1_000 : unit === "%" ? 0.01 : 1) };
}
