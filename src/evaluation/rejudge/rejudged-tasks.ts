import type { Family } from "../../core/family.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import type { Aspect, LabelEvidence } from "../../core/scores/aspect.ts";
import { labelEvidence, ratersOf } from "../../core/scores/label-evidence.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { pairedDifferences } from "../../scoring/comparison/paired-difference.ts";
import { pairSystems } from "../../scoring/comparison/paired-systems.ts";
import { PreparedSystem } from "../../scoring/comparison/prepared-system.ts";
import { judgeBias } from "../../scoring/judges/judge-correction.ts";
import { type RejudgedAnswer, rejudgeAspect } from "../../scoring/judges/rejudge-aspect.ts";
import type { Scoring } from "../../scoring/scoring.ts";
import type {
  CalibratedTask,
  Disagreement,
  JudgeBias,
  JudgeCalibration,
  JudgedScore,
  JudgeIdentity,
  RejudgedScore,
  RejudgedSystem,
  RejudgedTask,
} from "../../summary/rejudge-summary.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { calibrationFit, judgeChanges } from "./calibration.ts";
import {
  cellKey,
  type GradedAnswer,
  type GradedCell,
  type JudgedRun,
  judgeReplies,
} from "./verdict-gatherer.ts";

export interface Rejudging {
  readonly role: string;
  readonly before: JudgedRun;
  readonly after: JudgedRun;
  /** The run, and the same with the new grades. */
  readonly run: RunStore;
  readonly store: RunStore;
  readonly calibration: JudgeCalibration | undefined;
  readonly calibrationFile: string | undefined;
  readonly mostListed: number;
}

interface RejudgedTasks {
  readonly tasks: readonly RejudgedTask[];
  /** How the new judge is biased, where people labelled answers. */
  readonly biases: readonly CalibratedTask[];
}

/** Sets what two judges say of the same answers beside each other. */
export async function rejudgedTasks(rejudging: Rejudging): Promise<RejudgedTasks> {
  const { before, after, calibration, calibrationFile = "" } = rejudging;
  const tasks: RejudgedTask[] = [];
  const biases: CalibratedTask[] = [];
  for (const { id, family, systems } of after.rescored.evaluated.summary.tasks) {
    const judges = [before, after].map((side) => judgeOn(side, id, rejudging.role));
    const judge = judges[1]!;
    const found =
      calibration && calibrationFit(calibration, { file: calibrationFile, family, judge });
    const cells = systems.map((summary) => ({
      summary,
      pairs: pairsOf(
        before.verdicts.cells.get(cellKey(id, summary.id)),
        after.verdicts.cells.get(cellKey(id, summary.id)),
      ),
    }));
    const rejudged: RejudgedSystem[] = [];
    for (const { summary, pairs } of cells)
      rejudged.push(
        await rejudgedSystem(summary, pairs, { ...rejudging, task: id, bias: found?.calibrated }),
      );
    const { family: known } = after.rescored.tasks.find((task) => task.id === id)!;
    const aspects = biasesOf(
      known,
      rejudging.role,
      cells.flatMap(({ pairs }) => pairs),
    );
    biases.push({ id, family, judge, aspects });
    tasks.push({
      ...{ id, family, before: judges[0]!, after: judge },
      changes: judgeChanges(judges[0]!, judge),
      systems: rejudged,
      ...(found ? { calibration: found.fit } : {}),
    });
  }
  return { tasks, biases };
}

function judgeOn({ verdicts }: JudgedRun, task: string, role: string): JudgeIdentity {
  const judge = verdicts.judges.get(task)!;
  const scoring = [...verdicts.cells]
    .filter(([key]) => (JSON.parse(key) as string[])[0] === task)
    .flatMap(([, cell]) => cell.scoring ?? [])[0];
  return { ...judge, name: scoring?.lent.graders[role] ?? judge.id };
}

/** The same answer under both judges. */
interface AnswerPair {
  readonly before: GradedAnswer;
  readonly after: GradedAnswer;
}

/** In the order of their digests: the order of arrival must not matter to resamples. */
function pairsOf(
  before: GradedCell | undefined,
  after: GradedCell | undefined,
): readonly AnswerPair[] {
  return [...(after?.answers ?? [])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, one]) => {
      const other = before?.answers.get(key);
      return other ? [{ before: other, after: one }] : [];
    });
}

interface SystemRejudging extends Rejudging {
  readonly task: string;
  readonly bias: CalibratedTask | undefined;
}

async function rejudgedSystem(
  summary: SystemSummary,
  pairs: readonly AnswerPair[],
  rejudging: SystemRejudging,
): Promise<RejudgedSystem> {
  const { role, before, after, task, bias, mostListed } = rejudging;
  const key = cellKey(task, summary.id);
  const own = after.verdicts.cells.get(key);
  const other = before.verdicts.cells.get(key);
  const { family } = after.rescored.tasks.find(({ id }) => id === task)!;
  const aspects = judgedAspects(family, role).map((aspect) => {
    const raters = ratersIn(pairs, aspect);
    return { aspect, raters, answers: answersUnder(pairs, aspect, raters) };
  });
  const found = aspects.map(({ aspect, raters, answers }) =>
    rejudgeAspect({
      ...{ aspect, raters, answers },
      people: summary.aspects?.find(({ id }) => id === aspect.id)?.people,
      bias: bias?.aspects[aspect.id],
      seed: own?.scoring?.seed ?? 1,
    }),
  );
  const differing = aspects.flatMap(({ aspect, answers }) =>
    answers.flatMap(({ before: first, after: second, people }, i) =>
      first === null || second === null || first === second
        ? []
        : [{ pair: pairs[i]!, aspect: aspect.id, first, second, people: people?.final }],
    ),
  );
  const disagreements: Disagreement[] = [];
  for (const { pair, aspect, first, second, people } of differing.slice(0, mostListed)) {
    const { sample, repeat } = pair.after;
    disagreements.push({
      ...{ sample, aspect, before: first, after: second },
      ...(repeat === undefined ? {} : { repeat }),
      ...(people === undefined || people === null ? {} : { people }),
      replies: {
        before: await judgeReplies(pair.before.ended, role, rejudging.run),
        after: await judgeReplies(pair.after.ended, role, rejudging.store),
      },
    });
  }
  const graded = (side: "before" | "after") =>
    pairs.filter((pair) => pair[side].grade !== undefined).length;
  const old = summaryOf(before, task, summary.id);
  return {
    id: summary.id,
    answers: pairs.length,
    graded: { before: graded("before"), after: graded("after") },
    ungraded: reasonsOf(pairs.map((pair) => pair.after)),
    metrics:
      old && own?.scored && other?.scored ? scoresOf(old, summary, { own, other, role }) : {},
    aspects: found,
    disagreements,
    disagreementCount: differing.length,
  };
}

function summaryOf({ rescored }: JudgedRun, task: string, system: string) {
  return rescored.evaluated.summary.tasks
    .find(({ id }) => id === task)
    ?.systems.find(({ id }) => id === system);
}

function reasonsOf(answers: readonly GradedAnswer[]): RejudgedSystem["ungraded"] {
  const reasons = answers.flatMap(({ ungraded }) => ungraded ?? []);
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 5);
}

function judgedAspects({ people }: Family, role: string): readonly Aspect[] {
  return (people.aspects ?? []).filter(({ judge }) => judge?.role === role);
}

function ratersIn(pairs: readonly AnswerPair[], aspect: Aspect): readonly string[] {
  return ratersOf(
    pairs.flatMap(({ after }) => after.labels),
    aspect.id,
  );
}

function answersUnder(
  pairs: readonly AnswerPair[],
  aspect: Aspect,
  raters: readonly string[],
): readonly RejudgedAnswer[] {
  const verdict = ({ grade }: GradedAnswer) =>
    grade === undefined ? null : aspect.judge!.verdict(grade);
  return pairs.map(({ before, after }) => {
    const judged = verdict(after);
    const isLabelled = after.labels.some((label) => label.aspect === aspect.id);
    return {
      group: after.group,
      before: verdict(before),
      after: judged,
      people: isLabelled ? labelEvidence(after.labels, { raters, aspect, judged }) : undefined,
    };
  });
}

/** The metrics that read the judge, under both. */
function scoresOf(
  old: SystemSummary,
  now: SystemSummary,
  { own, other, role }: { own: GradedCell; other: GradedCell; role: string },
): Readonly<Record<string, RejudgedScore>> {
  const [scored, scoring] = [own.scored!, own.scoring!];
  const judged = judgeMetrics(scoring, role);
  const metrics = scored.metrics.flatMap((metric) => {
    const second = other.scored!.metrics.find(({ id }) => id === metric.id);
    return second && judged.has(metric.id) ? [{ metric, second }] : [];
  });
  const pair = pairSystems(
    new PreparedSystem(scored.evidence),
    new PreparedSystem(other.scored!.evidence),
  );
  const { unanswered, seed } = scoring;
  const found = pairedDifferences(metrics, pair, { unanswered, seed });
  return Object.fromEntries(
    metrics.map(({ metric: { id, title, kind, best, worst } }, i) => {
      const { value, low, high, interval, n, pValue: p, test } = found[i]!;
      const score: RejudgedScore = {
        ...{ title, kind, best, worst },
        before: plain(old.metrics[id]!),
        after: plain(now.metrics[id]!),
        difference: { value, low, high, interval, n, p, test },
      };
      return [id, score];
    }),
  );
}

function plain({ value, low, high, interval, n }: ScoreSummary): JudgedScore {
  return { value, low, high, interval, n };
}

/** Metrics whose definition names the grader of the role. */
function judgeMetrics({ family, settings, lent }: Scoring, role: string): ReadonlySet<string> {
  const by = (name: string) =>
    family.scoring(settings.options, { ...lent, graders: { ...lent.graders, [role]: name } })
      .metrics;
  const [one, two] = [by("a"), by("b")];
  const nameOf = ({ signature, measure }: (typeof one)[number]) => `${signature} ${measure}`;
  return new Set(
    one.flatMap((metric, i) => (nameOf(metric) === nameOf(two[i]!) ? [] : [metric.id])),
  );
}

/** How the new judge is biased on the labelled answers of all systems together. */
function biasesOf(
  family: Family,
  role: string,
  pairs: readonly AnswerPair[],
): CalibratedTask["aspects"] {
  const found = judgedAspects(family, role).flatMap((aspect) => {
    const answers = answersUnder(pairs, aspect, ratersIn(pairs, aspect)).map(
      ({ group, after, people }) => ({ group, verdict: after, people }),
    );
    const metrics = aspect.scores.flatMap((metric): [string, JudgeBias][] => {
      const bias =
        metric.kind === "corpus"
          ? undefined
          : judgeBias(metric as SampleMetric<LabelEvidence>, answers);
      return bias ? [[metric.id, bias]] : [];
    });
    return metrics.length === 0 ? [] : [[aspect.id, Object.fromEntries(metrics)] as const];
  });
  return Object.fromEntries(found);
}
