import { formatCount, formatPercent } from "../../summary/format-number.ts";
import {
  type LatencyFigure,
  type LengthFit,
  type LoadComparison,
  type LoadResult,
  type LoadSweep,
  percentileNames,
  type ShadowAnswers,
} from "../../summary/performance/load-summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** Milliseconds as people read them: "12.3 ms", "1.24 s". */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  if (Math.abs(milliseconds) >= 10_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  if (Math.abs(milliseconds) >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${milliseconds.toFixed(Math.abs(milliseconds) < 100 ? 1 : 0)} ms`;
}

function intervalText({ low, high }: LatencyFigure): string {
  return low === null || high === null ? "–" : `${durationText(low)} to ${durationText(high)}`;
}

/** Percentiles of one load: response times from when a request was due, with their parts. */
export function loadTable(result: LoadResult): ReportTable {
  const { intervals, serviceTime, queueTime, firstByte, max, mean } = result;
  return {
    title: "Latency",
    columns: [
      leftColumn(""),
      ...["response", "95 % interval", "service", "queue", "first byte"].map(rightColumn),
    ],
    rows: [
      ...percentileNames.map((name) => [
        name.toUpperCase(),
        durationText(result[name]),
        intervalText(intervals[name]),
        ...[serviceTime, queueTime, firstByte].map((part) => durationText(part[name])),
      ]),
      [
        "mean",
        durationText(mean),
        "",
        ...[serviceTime, queueTime, firstByte].map((part) => durationText(part.mean)),
      ],
      ["max", durationText(max), "", "", "", ""],
    ],
    notes: [
      "response: from when a request was due; service: from when it was sent; queue: between the two",
    ],
  };
}

/** What videos of other lengths take, by a line through those that were asked about. */
export function lengthTable({ n, tenMinutes, oneHour, perHour }: LengthFit): ReportTable {
  const row = (name: string, figure: LatencyFigure) => [
    name,
    durationText(figure.value),
    intervalText(figure),
  ];
  return {
    title: "Service time by length of video",
    columns: [leftColumn("length"), ...["time", "95 % interval"].map(rightColumn)],
    rows: [row("10 min", tenMinutes), row("1 h", oneHour), row("each further hour", perHour)],
    notes: [
      `a straight line by least squares through ${formatCount(n)} requests; lengths beyond those of the videos are extrapolated`,
    ],
  };
}

/** "300 of 300 requests answered in 30 s, 10.0 per second". */
export function loadTitle({ sent, answered, seconds, throughput, shape }: LoadResult): string {
  const how =
    shape.mode === "open"
      ? `${shape.rate} requests per second`
      : `${shape.connections} at a time, each after the answer to the last`;
  return `${formatCount(answered)} of ${formatCount(sent)} requests answered in ${seconds} s, ${throughput.toFixed(1)} per second (${how})`;
}

/** Rates of a sweep, lowest first. */
export function sweepTable({ steps }: LoadSweep): ReportTable {
  return {
    title: "Rates",
    columns: [
      ...["rate", "answers/s", "P50", "P95", "P99", "errors"].map(rightColumn),
      leftColumn("verdict"),
    ],
    rows: steps.map(({ rate, result, failures }) => [
      String(Number(rate.toFixed(2))),
      result.throughput.toFixed(1),
      ...(["p50", "p95", "p99"] as const).map((name) => durationText(result[name])),
      formatPercent(result.errorRate),
      failures.length === 0 ? "kept" : failures.join("; "),
    ]),
    isWrapped: true,
  };
}

/** Two services side by side. */
export function loadComparisonTable({ a, b, differences }: LoadComparison): ReportTable {
  return {
    title: "Comparison",
    columns: [
      leftColumn(""),
      ...["first", "second", "difference", "95 % interval"].map(rightColumn),
    ],
    rows: percentileNames.map((name) => [
      name.toUpperCase(),
      durationText(a[name]),
      durationText(b[name]),
      durationText(differences[name].value),
      intervalText(differences[name]),
    ]),
    notes: percentileNames.map((name) => verdictText(name.toUpperCase(), differences[name])),
  };
}

/** The first answers in which a shadow differs. */
export function differingTable({ differing }: ShadowAnswers): ReportTable {
  return {
    title: "Answers that differ",
    columns: ["sample", "first", "second"].map(leftColumn),
    rows: differing.map(({ sample, a, b }) => [sample, a, b]),
    isWrapped: true,
  };
}

function verdictText(name: string, { value, low, high }: LatencyFigure): string {
  if (value === null || low === null || high === null)
    return `${name}: too little was measured to tell`;
  if (low > 0) return `${name}: the second service is slower`;
  if (high < 0) return `${name}: the second service is faster`;
  return `${name}: no difference can be shown`;
}
