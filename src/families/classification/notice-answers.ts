import { type Noticing, noticingAll } from "../../core/family/noticing.ts";
import type { LabelPrediction, LabelSample } from "./schema.ts";

interface Answer {
  readonly sample: LabelSample;
  readonly prediction: LabelPrediction;
}

/** So many samples or labels are named. */
const mostNamed = 3;

/**
 * What a reader of the scores must know of the answers: labels without a score, highest scores that
 * several labels share, and scores of labels that a task does not offer.
 */
export function noticeAnswers(): Noticing<Answer> {
  return noticingAll([missingScores(), sharedTop(), strangers()]);
}

/** A label without a score cannot win, so that answers with gaps can look better or worse. */
function missingScores(): Noticing<Answer> {
  const named: string[] = [];
  let labelCount = 0;
  let answers = 0;
  return {
    add({ sample: { id, labels }, prediction: { scores } }) {
      const missing = labels.filter((label) => !Object.hasOwn(scores, label.id));
      // An answer without any score is counted among the mistakes, as no answer.
      if (missing.length === 0 || missing.length === labels.length) return;
      labelCount += missing.length;
      if (answers++ < mostNamed) named.push(`${id}: ${listed(missing.map((label) => label.id))}`);
    },
    finish() {
      if (answers === 0) return [];
      const what = labelCount === 1 ? "1 label" : `${labelCount} labels`;
      const where = answers === 1 ? "1 answer" : `${answers} answers`;
      const verb = labelCount === 1 ? "has" : "have";
      const more = answers > named.length ? "; …" : "";
      return [
        `${what} of ${where} ${verb} no score and so cannot be predicted (${named.join("; ")}${more})`,
      ];
    },
  };
}

/** Answers whose prediction depends on the order of labels, since their highest scores are equal. */
function sharedTop(): Noticing<Answer> {
  let answers = 0;
  let tied = 0;
  return {
    add({ sample, prediction }) {
      answers++;
      if (isTied(sample, prediction)) tied++;
    },
    finish: () =>
      tied === 0
        ? []
        : [
            `${tied} of ${answers} answers ${tied === 1 ? "gives" : "give"} the highest score to several labels: the first in the task's order is predicted, by rescaled scores the last`,
          ],
  };
}

/** Whether the last score that is predicted is also that of a label which is not. */
function isTied({ labels, truth }: LabelSample, { scores }: LabelPrediction): boolean {
  const count = truth?.length ?? 1;
  if (count === 0) return false;
  const given = labels.flatMap(({ id }) => (Object.hasOwn(scores, id) ? [scores[id]!] : []));
  if (given.length <= count) return false;
  if (count === 1) {
    const highest = given.reduce((best, score) => Math.max(best, score));
    return given.indexOf(highest) !== given.lastIndexOf(highest);
  }
  given.sort((a, b) => b - a);
  return given[count - 1] === given[count];
}

/** Scores of labels that a task does not offer, such as those of classes that a list lacks. */
function strangers(): Noticing<Answer> {
  const found = new Set<string>();
  let samples = 0;
  return {
    add({ sample: { labels }, prediction: { scores } }) {
      const known = new Set(labels.map(({ id }) => id));
      const own = Object.keys(scores).filter((id) => !known.has(id));
      if (own.length > 0) samples++;
      for (const id of own) found.add(id);
    },
    finish() {
      if (samples === 0) return [];
      return [
        `${samples} ${samples === 1 ? "answer scores" : "answers score"} labels that their task does not offer (${listed([...found].map((id) => `"${id}"`))}): these are ignored`,
      ];
    },
  };
}

function listed(names: readonly string[]): string {
  return names.length > mostNamed ? `${names.slice(0, mostNamed).join(", ")}, …` : names.join(", ");
}
