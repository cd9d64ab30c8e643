/** The shape of metrics.json, of `--json` and of what reports draw, by subject. */
export type * from "../summary/aspect-summary.ts";
export type * from "../summary/comparison-summary.ts";
export type * from "../summary/failure.ts";
export type * from "../summary/grader-summary.ts";
export type * from "../summary/outcome-summary.ts";
export type * from "../summary/position-bias-summary.ts";
export type * from "../summary/probe-summary.ts";
export type * from "../summary/repeat-summary.ts";
export type * from "../summary/resource-summary.ts";
export type * from "../summary/score-summary.ts";
export type * from "../summary/summary.ts";
export type * from "../summary/system-summary.ts";
export type * from "../summary/target-verdict.ts";
export type * from "../summary/warning-summary.ts";
