import type { AspectSummary, JudgeSummary, PeopleSummary } from "../../summary/aspect-summary.ts";
import {
  absent,
  formatCount,
  formatInterval,
  formatQuantity,
  formatScore,
} from "../../summary/format-number.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { labelUnit } from "../table/aspect-tables.ts";

interface AspectNote {
  readonly text: string;
  readonly tone: "plain" | "caution";
}

/**
 * What people say of a system's answers or why that is withheld, and whether its judge was checked
 * against them.
 */
export function aspectNotes({
  aspects = [],
}: Pick<SystemSummary, "aspects">): readonly AspectNote[] {
  return [
    ...aspects.flatMap(({ title, people }) => (people ? [peopleNote(title, people)] : [])),
    ...aspects.flatMap(({ title, judge, people }) =>
      judge && judge.n > 0 ? [checkedNote(title, judge, people)] : [],
    ),
    ...uncheckedNote(aspects),
  ];
}

function peopleNote(title: string, people: PeopleSummary): AspectNote {
  const {
    raters,
    answers,
    labelled,
    shared,
    adjudicated,
    disputed,
    rule,
    withheld,
    scores,
    agreement,
  } = people;
  const more = [
    `${formatCount(labelled)} of ${formatQuantity(answers, "answer")} labelled`,
    `by ${raters.length === 0 ? "nobody named" : raters.join(", ")}`,
    ...(raters.length > 1 ? [`${formatCount(shared)} by two or more`] : []),
    ...(adjudicated > 0 ? [`${formatCount(adjudicated)} adjudicated`] : []),
    ...(disputed > 0 ? [`${formatCount(disputed)} on which they differ`] : []),
  ].join(", ");
  if (withheld !== null)
    return { text: `${title} by people is withheld: ${withheld} (${more})`, tone: "caution" };
  const [score] = Object.values(scores);
  const [kappa] = Object.values(agreement);
  const limit = `${rule.kappaBy === "lower" ? "lower limit" : "estimate"} above ${rule.kappaAbove}`;
  return {
    text: `${title} by people ${scoreText(score)}; ${kappa?.title} ${scoreText(kappa)}, ${limit} (${more})`,
    tone: "plain",
  };
}

/**
 * Where raters differ there is nothing to compare with: what is left is easier than the whole, and
 * a reader must know.
 */
function checkedNote(
  title: string,
  { role, name, n, agreement }: JudgeSummary,
  people: PeopleSummary | undefined,
): AspectNote {
  const scores = Object.values(agreement);
  const [kappa] = scores;
  const share = scores.find(({ kind }) => kind === "proportion");
  const text = `${role} (${name}) on ${title.toLowerCase()}: agrees with people on ${formatScore(share?.value, "percent")} of ${formatQuantity(n, "answer")}, ${kappa?.title} ${scoreText(kappa)}`;
  const disputed = people?.disputed ?? 0;
  const leftOut =
    disputed > 0
      ? [`without the ${formatQuantity(disputed, "answer")} on which people differ`]
      : [];
  const unsure =
    people && people.withheld !== null
      ? ["people themselves do not agree enough to be quoted, so that no table of both is shown"]
      : [];
  return {
    text: [text, ...leftOut, ...unsure].join("; "),
    tone: unsure.length > 0 ? "caution" : "plain",
  };
}

function uncheckedNote(aspects: readonly AspectSummary[]): readonly AspectNote[] {
  const unchecked = aspects.filter(({ judge }) => judge?.n === 0);
  const judge = unchecked[0]?.judge;
  if (!judge) return [];
  const names = unchecked.map(({ title }) => title.toLowerCase()).join(", ");
  return [
    {
      text: `${judge.role} (${judge.name}): not checked against people (${names})`,
      tone: "caution",
    },
  ];
}

/** "83.33 % (70.1–92.4)". */
function scoreText(score: ScoreSummary | undefined): string {
  if (!score) return absent;
  const unit = labelUnit(score);
  const interval = formatInterval(score.low, score.high, unit);
  return `${formatScore(score.value, unit)}${interval === absent ? "" : ` (${interval})`}`;
}
