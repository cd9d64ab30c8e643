/** The shape of metrics.json, of `--json` and of what reports draw, by subject. */
export type * from "./report/aspect-summary.ts";
export type * from "./report/failure.ts";
export type * from "./report/grader-summary.ts";
export type * from "./report/outcome-summary.ts";
export type * from "./report/position-bias-summary.ts";
export type * from "./report/probe-summary.ts";
export type * from "./report/repeat-summary.ts";
export type * from "./report/resource-summary.ts";
export type * from "./report/score-summary.ts";
export type * from "./report/summary.ts";
export type * from "./report/system-summary.ts";
export type * from "./report/target-verdict.ts";
export type * from "./report/warning-summary.ts";
