import type { Aspect, LabelEvidence } from "../../core/scores/aspect.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import type { PeopleSummary } from "../../summary/aspect-summary.ts";
import type { CorrectedScores, JudgeBias, RejudgedAspect } from "../../summary/rejudge-summary.ts";
import { confusion, scoredLabels } from "../summarise-aspect.ts";
import {
  asLabel,
  correctedByBias,
  correctedByLabels,
  type JudgedAnswer,
} from "./judge-correction.ts";

/** One answer as two judges and people see it under an aspect. */
export interface RejudgedAnswer {
  readonly group: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly people: LabelEvidence | undefined;
}

export interface AspectRejudging {
  readonly aspect: Aspect;
  /** In an order that depends on their content alone. */
  readonly answers: readonly RejudgedAnswer[];
  readonly raters: readonly string[];
  /** What people say by themselves, and whether it may be quoted. */
  readonly people: PeopleSummary | undefined;
  /** The new judge's bias on other answers, by metric id. */
  readonly bias: Readonly<Record<string, JudgeBias>> | undefined;
  readonly seed: number;
}

/** How far two judges agree on an aspect, and what people would say of all answers. */
export function rejudgeAspect(request: AspectRejudging): RejudgedAspect {
  const { aspect, answers, raters, seed } = request;
  const both = pairsOf(answers, ({ before, after }) => [before, after]);
  const labelled = answers.filter(({ people }) => people !== undefined);
  const agreementWith = (of: (answer: RejudgedAnswer) => string | null) =>
    scoredLabels(
      pairsOf(labelled, (answer) => [answer.people!.final, of(answer)]),
      aspect.judgeAgreement,
      seed,
    );
  return {
    id: aspect.id,
    title: aspect.title,
    n: both.length,
    agreement: both.length === 0 ? {} : scoredLabels(both, aspect.judgeAgreement, seed),
    confusion: confusion(both, aspect.values, "old \\ new"),
    ...(labelled.length > 0
      ? {
          people: {
            labelled: labelled.length,
            groups: new Set(labelled.map(({ group }) => group)).size,
            raters,
            before: agreementWith(({ before }) => before),
            after: agreementWith(({ after }) => after),
          },
        }
      : {}),
    ...corrections(request, labelled.length),
  };
}

/** Those of which both sides say something, the first as what people come to. */
function pairsOf(
  answers: readonly RejudgedAnswer[],
  sides: (answer: RejudgedAnswer) => readonly [string | null, string | null],
) {
  return answers.flatMap((answer) => {
    const [first, second] = sides(answer);
    return first === null || second === null
      ? []
      : [{ group: answer.group, evidence: { ...asLabel(first), judged: second } }];
  });
}

function corrections(
  { aspect, answers, people, bias }: AspectRejudging,
  labelled: number,
): Pick<RejudgedAspect, "corrected" | "uncorrected"> {
  if (labelled === 0 && !bias) return {};
  const isUnreliable =
    people !== undefined &&
    people.withheld !== null &&
    (people.shared > 0 || labelled === answers.length);
  if (labelled > 0 && isUnreliable) return { uncorrected: people.withheld! };
  const side = (of: "before" | "after"): readonly JudgedAnswer[] =>
    answers.map((answer) => ({
      group: answer.group,
      verdict: answer[of],
      people: answer.people,
    }));
  const metrics = aspect.scores.filter(
    (metric): metric is SampleMetric<LabelEvidence> => metric.kind !== "corpus",
  );
  const found = metrics.flatMap((metric): [string, CorrectedScores][] => {
    const { title, kind, best, worst } = metric;
    const plain = { title, kind, best, worst };
    if (labelled > 0) {
      const before = correctedByLabels(metric, side("before"));
      const after = correctedByLabels(metric, side("after"));
      if (!after) return [];
      return [[metric.id, { ...plain, by: "labels", ...(before ? { before } : {}), after }]];
    }
    const own = bias?.[metric.id];
    const after = own && correctedByBias(metric, side("after"), own);
    return after ? [[metric.id, { ...plain, by: "calibration", after }]] : [];
  });
  return found.length === 0 ? {} : { corrected: Object.fromEntries(found) };
}
