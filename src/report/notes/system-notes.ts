import { correctCount } from "../../summary/correct-count.ts";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatQuantity,
  formatScore,
  formatTies,
} from "../../summary/format-number.ts";
import type { GraderSummary } from "../../summary/grader-summary.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { OutcomeCounts } from "../../summary/outcome-summary.ts";
import {
  otherReasons,
  outcomeList,
  outcomeOrder,
  totalOf,
  unansweredKinds,
  unansweredOf,
  unscoredKinds,
} from "../../summary/outcome-totals.ts";
import { isStopRemark } from "../../summary/stop-remark.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { TaskMetric } from "../../summary/task-metrics.ts";
import { noScoreText } from "./absence-notes.ts";
import { aspectNotes } from "./aspect-notes.ts";

/** A sentence beside a table. */
export interface Note {
  readonly text: string;
  /** `caution`: read the score with care; `bad`: something failed and is not scored. */
  readonly tone: "plain" | "caution" | "bad";
}

/**
 * What deserves a line about one system: how many were right, what was not answered or not scored,
 * other readings, mistakes, remarks.
 */
export function systemNotes(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const [stops, remarks] = [
    system.remarks.filter(isStopRemark),
    system.remarks.filter((remark) => !isStopRemark(remark)),
  ];
  return [
    ...stops.map((text): Note => ({ text, tone: "bad" })),
    ...noScoreNote(system, metric),
    ...correctNote(system, metric),
    ...ownOptionsNote(system),
    ...hiddenNote(system, metric),
    ...unansweredNote(system, metric),
    ...reasonNotes(system, unansweredKinds, "caution"),
    ...unscoredNote(system),
    ...reasonNotes(system, unscoredKinds, "bad"),
    ...mediaErrorNote(system),
    ...pendingNote(system),
    ...boundsNote(system, metric),
    ...tiesNote(system),
    ...warningNote(system),
    ...extractorNotes(system, metric),
    ...(system.graders ?? []).flatMap((grader) => [graderNote(grader), ...partlyNote(grader)]),
    ...droppedNotes(system),
    ...badUsageNotes(system),
    ...aspectNotes(system),
    ...mistakesNote(system),
    ...remarks.map((text): Note => ({ text, tone: "caution" })),
  ];
}

/** Kinds of mistakes with their numbers, the most frequent first. */
export function errorClasses({
  errors,
}: SystemSummary): (readonly [name: string, count: number])[] {
  return Object.entries(errors)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
}

function noScoreNote(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const score = metric && system.metrics[metric.id];
  if (score !== undefined && score.value !== null) return [];
  const reason = score === undefined ? "the metric was not computed" : noScoreText(score);
  return [
    { text: `no score: ${system.n === 0 ? "no sample is scored" : reason}`, tone: "caution" },
  ];
}

function correctNote(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const score = metric && system.metrics[metric.id];
  const correct = correctCount(score);
  if (score === undefined || correct === null) return [];
  const noun = system.kind === "empty" ? "empty answer" : "answer";
  const answers =
    system.outcomes.answered === system.total ? `, ${formatQuantity(system.total, noun)}` : "";
  return [
    { text: `${formatCount(correct)} of ${formatCount(score.n)} correct${answers}`, tone: "plain" },
  ];
}

/** "asked with example: true, asks: one". */
function ownOptionsNote({ asked }: SystemSummary): Note[] {
  const options = Object.entries(asked?.options ?? {});
  if (options.length === 0) return [];
  const told = options.map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [{ text: `asked with ${told.join(", ")}`, tone: "plain" }];
}

/**
 * Of all scored samples, whatever the policy; where all are hidden, the line about the missing
 * score says it.
 */
function hiddenNote(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const { metrics } = system.unanswered === "empty" ? system : system.otherPolicy;
  const { n = 0, hidden = 0 } = (metric && metrics[metric.id]) ?? {};
  if (n === 0 || hidden === 0) return [];
  const verbs =
    hidden === 1
      ? "has a hidden truth, or is held out, and does not count"
      : "have a hidden truth, or are held out, and do not count";
  return [
    {
      text: `${formatCount(hidden)} of ${formatQuantity(n + hidden, "sample")} ${verbs}`,
      tone: "caution",
    },
  ];
}

function unansweredNote(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const { count, share } = unansweredOf(system);
  if (count === 0) return [];
  const counted = `${formatCount(count)} of ${formatCount(system.total)} without an answer (${formatPercent(share)})`;
  const why = `${counted}: ${outcomeList(system.outcomes, unansweredKinds)}`;
  const own = metric && system.metrics[metric.id];
  const other = metric && system.otherPolicy.metrics[metric.id];
  // An error needs an answer: such scores leave samples without one out under either policy.
  if (own && other && own.n === other.n)
    return [
      {
        text: `${why}; the score has no value for them${own.n === 0 ? "" : ` and is over the other ${formatCount(own.n)}`}`,
        tone: "caution",
      },
    ];
  const text = `${why}; ${countedAs(system.unanswered)}`;
  if (metric === undefined || other === undefined) return [{ text, tone: "caution" }];
  const score = `${formatScore(other.value, metric.unit)}, n\u202f=\u202f${formatCount(other.n)}`;
  return [
    { text: `${text} (${countedAs(system.otherPolicy.unanswered)}: ${score})`, tone: "caution" },
  ];
}

/** "30 failed: no answer within 300 ms (28); no connection (2)", a note per kind. */
function reasonNotes(
  system: SystemSummary,
  kinds: readonly (keyof OutcomeCounts)[],
  tone: Note["tone"],
): Note[] {
  return kinds.flatMap((kind): Note[] => {
    const reasons = system.reasons.filter(({ outcome }) => outcome === kind);
    if (reasons.length === 0) return [];
    const count = system.outcomes[kind];
    return [{ text: `${formatCount(count)} ${kind}: ${reasonList(count, reasons)}`, tone }];
  });
}

/** "no answer within 300 ms (28); other reasons (2)". */
function reasonList(
  total: number,
  reasons: readonly { readonly reason: string; readonly count: number }[],
): string {
  const rest = otherReasons(total, reasons);
  return [
    ...reasons.map(({ reason, count }) => `${reason} (${formatCount(count)})`),
    ...(rest > 0 ? [`other reasons (${formatCount(rest)})`] : []),
  ].join("; ");
}

function unscoredNote({ outcomes, total, failureClasses = {} }: SystemSummary): Note[] {
  const count = totalOf(outcomes, unscoredKinds);
  if (count === 0) return [];
  const classes = Object.entries(failureClasses).sort(([, a], [, b]) => b - a);
  const byClass =
    classes.length === 0
      ? ""
      : `; by class ${classes.map(([name, own]) => `${name} ${formatCount(own)}`).join(", ")}`;
  const text = `${formatCount(count)} of ${formatCount(total)} are not scored: ${outcomeList(outcomes, unscoredKinds)}${byClass}`;
  return [{ text, tone: "bad" }];
}

/**
 * Nobody would guess that a file which was repaired, or a decoder that was only slow, needs a word
 * more.
 */
function mediaErrorNote({ outcomes }: SystemSummary): Note[] {
  if (outcomes["media-error"] === 0) return [];
  const text =
    "the same command tries media errors again whose files have changed since; to try all of them again, add --retry media-error";
  return [{ text, tone: "caution" }];
}

/**
 * "12 of 40 samples were shown with warnings: 8 frames, of which 3 different, and alike (9); …
 * (3)".
 */
function warningNote({ warnings, total }: SystemSummary): Note[] {
  if (warnings === undefined) return [];
  const told = warnings.kinds
    .slice(0, shownWarnings)
    .map(({ warning, samples }) => `${warning} (${formatCount(samples)})`);
  const rest = warnings.kinds.length - told.length;
  const kinds = [...told, ...(rest > 0 ? [`${formatCount(rest)} more kinds`] : [])].join("; ");
  const were = warnings.samples === 1 ? "was" : "were";
  return [
    {
      text: `${formatCount(warnings.samples)} of ${formatQuantity(total, "sample")} ${were} shown with warnings: ${kinds}`,
      tone: "caution",
    },
  ];
}

const shownWarnings = 3;

function pendingNote({ outcomes, total }: SystemSummary): Note[] {
  if (outcomes.pending === 0) return [];
  return [
    {
      text: `${formatCount(outcomes.pending)} of ${formatCount(total)} not reached yet`,
      tone: "caution",
    },
  ];
}

function boundsNote(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  const bounds = metric && system.metrics[metric.id]?.bounds;
  if (metric === undefined || bounds === undefined) return [];
  const range = formatInterval(...bounds, metric.unit) + (metric.unit === "percent" ? " %" : "");
  return [
    {
      text: `bounds ${range}, if all samples that are not scored were wrong or all were right`,
      tone: "caution",
    },
  ];
}

/**
 * Of the metric to read first or, where that does not depend on it, of the one that depends on it
 * most.
 */
function tiesNote({ metrics, headline }: SystemSummary): Note[] {
  const tied = Object.entries(metrics).filter(([, { ties }]) => ties !== undefined);
  const [first] = tied.sort(
    ([a, { ties: [lowA, highA] = [0, 0] }], [b, { ties: [lowB, highB] = [0, 0] }]) =>
      a === headline ? -1 : b === headline ? 1 : highB - lowB - (highA - lowA),
  );
  if (first === undefined) return [];
  const [, score] = first;
  const others =
    tied.length === 1 ? "" : `; so do ${formatQuantity(tied.length - 1, "other score")}`;
  return [
    {
      text: `${formatTies(score.title, score.ties!, metricUnit(score))}${others}`,
      tone: "caution",
    },
  ];
}

function extractorNotes(system: SystemSummary, metric: TaskMetric | undefined): Note[] {
  return system.extractors
    .filter((extractor) => !extractor.isPrimary)
    .map(({ id, metrics, disagreements }) => {
      const reads =
        metric === undefined
          ? ""
          : ` reads ${formatScore(metrics[metric.id]?.value, metric.unit)},`;
      const differently =
        disagreements === 1
          ? "1 reply is read differently"
          : `${formatCount(disagreements)} replies are read differently`;
      return { text: `extractor ${id}${reads} ${differently}`, tone: "plain" };
    });
}

function graderNote({ role, name, due, graded, reasons }: GraderSummary): Note {
  if (due === 0) return { text: `${role} (${name}): there was no answer to grade`, tone: "plain" };
  const missing = due - graded;
  if (missing === 0)
    return {
      text: `${role} (${name}): all ${formatQuantity(due, "answer")} graded`,
      tone: "plain",
    };
  const share = `${formatCount(missing)} of ${formatQuantity(due, "answer")} not graded`;
  return {
    text: `${role} (${name}): ${share}: ${reasonList(missing, reasons)}; scores that read its grades are about the others`,
    tone: "bad",
  };
}

/**
 * "20 of 60 graded answers only in part", where a judge was understood in some of what it was asked
 * about an answer.
 */
function partlyNote({ role, name, graded, partly }: GraderSummary): Note[] {
  if (partly === undefined) return [];
  const why = partly.reasons
    .map(({ reason, count }) => `${reason} (${formatCount(count)})`)
    .join("; ");
  const share = `${formatCount(partly.count)} of ${formatQuantity(graded, "graded answer")} only in part`;
  return [
    {
      text: `${role} (${name}): ${share}: ${why}; scores that read what is missing are about the others`,
      tone: "bad",
    },
  ];
}

/**
 * "temperature, seed not sent: the model refuses them", of the system and of those who graded its
 * answers.
 */
function droppedNotes({ resources, graders = [] }: SystemSummary): Note[] {
  const told = (dropped: readonly string[] = [], whose = ""): Note[] => {
    if (dropped.length === 0) return [];
    const refuses = `the model refuses ${dropped.length === 1 ? "it" : "them"}`;
    return [
      {
        text: `${whose}configured and not sent: ${dropped.join(", ")}; ${refuses}`,
        tone: "caution",
      },
    ];
  };
  const ofGraders = graders.flatMap(({ role, name, resources: own }) =>
    told(own?.dropped, `${role} (${name}): `),
  );
  return [...told(resources?.dropped), ...ofGraders];
}

/** Counts that cannot be say that the server's other counts deserve no trust either. */
function badUsageNotes({ resources, graders = [] }: SystemSummary): Note[] {
  const told = (count = 0, whose = ""): Note[] => {
    if (count === 0) return [];
    const text = `${whose}the token counts of ${formatQuantity(count, "ask")} cannot be true (negative, not whole, or far too many) and are left out of tokens and cost`;
    return [{ text, tone: "caution" }];
  };
  const ofGraders = graders.flatMap(({ role, name, resources: own }) =>
    told(own?.badUsage, `${role} (${name}): `),
  );
  return [...told(resources?.badUsage), ...ofGraders];
}

/**
 * How many samples have which mistake; outcomes have their own lines. Where right answers are
 * counted, one kind is all that is not right and needs no line.
 */
export function mistakesNote(system: SystemSummary): Note[] {
  const isCounted = correctCount(system.metrics[system.headline]) !== null;
  const classes = errorClasses(system).filter(
    ([name]) => !outcomeOrder.some((kind) => kind === name),
  );
  if (classes.length < (isCounted ? 2 : 1)) return [];
  const shown = classes
    .slice(0, shownMistakes)
    .map(([name, count]) => `${formatCount(count)} ${name}`);
  const rest = classes.length - shown.length;
  return [
    {
      text: `${isCounted ? "mistakes" : "samples with mistakes"}: ${[...shown, ...(rest > 0 ? [formatQuantity(rest, "more kind")] : [])].join(", ")}`,
      tone: "plain",
    },
  ];
}

const shownMistakes = 5;

function countedAs(policy: SystemSummary["unanswered"]): string {
  return policy === "empty" ? "scored as empty answers" : "left out";
}
