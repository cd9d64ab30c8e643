import { gzipSync } from "node:zlib";
import type { BriefView } from "../../core/scores/view.ts";
import { cutText } from "../../scoring/cut-text.ts";
import { mostSliceValues } from "../../scoring/evidence/evidence-set.ts";
import { fieldSlices } from "../../scoring/field-at.ts";
import type { Marked } from "../../scoring/scoring.ts";
import { isReference, splitSystems } from "../../summary/baseline-systems.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import type {
  ListedAnswers,
  ListedSamples,
  ListedTask,
  SampleListing,
} from "../../summary/sample-listing.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { CellEvaluation, Place } from "../cell/evaluate-cell.ts";
import type { Task } from "../task/open-task.ts";

type OnSample = NonNullable<CellEvaluation["onSample"]>;
type OnScored = NonNullable<CellEvaluation["onScored"]>;

/** Answers of one system on one task that are kept, of a baseline fewer: seldom are they listed. */
const mostOfSystem = 12_000;
const mostOfBaseline = 1_000;
/** Answers of all systems together. */
const mostAnswers = 60_000;
/** Characters of the packed list, so that a report of 10,000 samples stays below 5 MB. */
const mostPacked = 2_000_000;
const mostText = { asked: 200, truth: 120, answer: 160, group: 80 };

interface ListedSample {
  readonly digest: string;
  /** How many answers to it are kept. */
  uses: number;
  readonly id: string;
  readonly group: string;
  readonly asked: string;
  readonly truth: string;
  readonly slices: Readonly<Record<string, string>>;
}

interface ListedAnswer {
  readonly sample: ListedSample;
  readonly repeat: number | undefined;
  readonly outcome: string;
  error: string | null;
  readonly score: number | null;
  readonly answer: string;
}

interface SystemList {
  readonly most: number;
  total: number;
  answers: ListedAnswer[];
  /** The last answer that there is room for; whatever comes after it need not be looked at. */
  last: AnswerRank | undefined;
}

/** What decides which answers are kept. */
interface AnswerRank {
  readonly isMistake: boolean;
  readonly digest: string;
  readonly repeat: number;
}

interface TaskList {
  readonly task: Task;
  slicesOf(sample: unknown): Readonly<Record<string, string>>;
  /** The metric whose values are listed; none where no metric has values of single samples. */
  score: string | undefined;
  /** By digest: those that an answer is kept of, which the systems of a task share. */
  readonly samples: Map<string, ListedSample>;
  readonly systems: Map<string, SystemList>;
}

/**
 * Gathers what readers of a report can filter and search: each sample in a few words. Of very many,
 * mistakes come first, and otherwise those with the smallest digests, so that which ones are listed
 * depends on nothing but the samples.
 */
export class SampleLister {
  readonly #tasks: ReadonlyMap<string, TaskList>;
  readonly #most: number;

  constructor(tasks: readonly Task[], mostOfEach = mostOfSystem) {
    this.#tasks = new Map(tasks.map((task) => [task.id, taskList(task)]));
    this.#most = mostOfEach;
  }

  readonly add: OnSample = (place, sample, marked, { planned, cell }) => {
    const list = this.#tasks.get(place.task)!;
    const own = systemList(list, place, isReference(cell.system) ? mostOfBaseline : this.#most);
    own.total++;
    list.score ??= Object.keys(marked.values)[0];
    const { outcome, errorClass: error, repeat } = marked;
    const digest = planned.pairing ?? planned.digest;
    const isMistake = error !== null || outcome?.kind !== "answered";
    if (own.last && byRank({ isMistake, digest, repeat: repeat ?? 0 }, own.last) > 0) return;
    const answer = outcome?.kind === "answered" ? outcome.value : null;
    const { isShared, family } = list.task;
    const brief = isShared ? (family.display.brief?.(sample, answer) ?? {}) : {};
    const listed = list.samples.get(digest) ?? {
      digest,
      uses: 0,
      id: sample.id,
      group: isShared && sample.group !== sample.id ? line(sample.group, "group") : "",
      asked: line(brief.asked, "asked"),
      truth: line(brief.truth, "truth"),
      slices: list.slicesOf(sample),
    };
    listed.uses++;
    list.samples.set(digest, listed);
    const value = list.score === undefined ? null : (marked.values[list.score] ?? null);
    own.answers.push({
      sample: listed,
      repeat,
      outcome: outcome?.kind ?? "pending",
      error,
      score: value === null ? null : Number(value.toPrecision(4)),
      answer: isShared ? answerText(marked, brief) : "",
    });
    if (own.answers.length > 1.5 * own.most) prune(list, own);
  };

  /** Names the mistakes that are only known once all samples are. */
  readonly settle: OnScored = (place, { evidence }, { family, settings, lent }) => {
    const late = family.scoring(settings.options, lent).lateRules;
    if (!late) return;
    const { errors } = late.settle(evidence.evidence(late.measure));
    const byDigest = new Map<string, (string | null)[]>();
    const { high, low } = evidence.digests;
    for (const [at, error] of errors.entries()) {
      const digest = hex(high[at]!) + hex(low[at]!);
      byDigest.set(digest, [...(byDigest.get(digest) ?? []), error]);
    }
    const { answers = [] } = this.#tasks.get(place.task)?.systems.get(place.system) ?? {};
    for (const answer of answers)
      answer.error = byDigest.get(answer.sample.digest.slice(0, 16))?.shift() ?? null;
  };

  finish({ tasks }: Summary): SampleListing {
    const wanted = tasks.flatMap((summary) => {
      const list = this.#tasks.get(summary.id);
      return list ? [{ summary, list, systems: listedSystems(summary) }] : [];
    });
    const sizes = wanted.flatMap(({ list, systems }) =>
      systems.map(({ id }) => list.systems.get(id)?.answers.length ?? 0),
    );
    const pack = (most: number) =>
      packed(wanted.map(({ summary, list, systems }) => listOf(list, { summary, systems, most })));
    let most = Math.min(this.#most, fairShare(sizes, mostAnswers));
    let text = pack(most);
    while (text.length > mostPacked && most > 1) {
      most = Math.floor(0.9 * Math.min(most, Math.max(...sizes)) * (mostPacked / text.length));
      text = pack(most);
    }
    return {
      schema: "vidimus-listing/1",
      tasks: wanted.map(
        ({ summary: { id }, list, systems }): ListedTask => ({
          id,
          hasTexts: list.task.isShared,
          systems: systems.map((system) => {
            const { total = 0, answers = [] } = list.systems.get(system.id) ?? {};
            return { id: system.id, total, listed: Math.min(answers.length, most) };
          }),
        }),
      ),
      packed: text,
    };
  }
}

function taskList(task: Task): TaskList {
  const { family, settings, scoring } = task;
  const facet = family.scoring(settings.options, scoring.lent);
  const values = new Map<string, string>();
  return {
    task,
    slicesOf: (sample) => {
      const slices = { ...facet.slices(sample as never), ...fieldSlices(sample, scoring.slices) };
      for (const [name, value] of Object.entries(slices)) slices[name] = once(values, value);
      return slices;
    },
    score: undefined,
    samples: new Map(),
    systems: new Map(),
  };
}

/** One copy of texts that many samples have; more than are shown are no such texts. */
function once(texts: Map<string, string>, text: string): string {
  const known = texts.get(text);
  if (known === undefined && texts.size < 20 * mostSliceValues) texts.set(text, text);
  return known ?? text;
}

function systemList({ systems }: TaskList, { system }: Place, most: number): SystemList {
  const known = systems.get(system) ?? { most, total: 0, answers: [], last: undefined };
  systems.set(system, known);
  return known;
}

/** What a task is about, then probes; no baselines. */
function listedSystems({ systems }: TaskSummary): readonly SystemSummary[] {
  const { own, others } = splitSystems(systems);
  return [...own, ...others.filter(({ probe }) => probe)];
}

function line(text: string | undefined, kind: keyof typeof mostText): string {
  return cutText((text ?? "").slice(0, 4 * mostText[kind]).replace(/\s+/g, " "), mostText[kind]);
}

function answerText({ outcome }: Marked, { answer }: BriefView): string {
  if (outcome && outcome.kind !== "answered") return line(outcome.reason, "answer");
  return line(answer, "answer");
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

function rankOf({ error, outcome, repeat = 0, sample }: ListedAnswer): AnswerRank {
  return { isMistake: error !== null || outcome !== "answered", digest: sample.digest, repeat };
}

/** Mistakes first, then by what samples say. */
function byRank(a: AnswerRank, b: AnswerRank): number {
  if (a.isMistake !== b.isMistake) return a.isMistake ? -1 : 1;
  if (a.digest !== b.digest) return a.digest < b.digest ? -1 : 1;
  return a.repeat - b.repeat;
}

function mistakesFirst(answers: readonly ListedAnswer[]): ListedAnswer[] {
  return answers
    .map((answer) => ({ answer, rank: rankOf(answer) }))
    .sort((a, b) => byRank(a.rank, b.rank))
    .map(({ answer }) => answer);
}

function prune({ samples }: TaskList, own: SystemList): void {
  const sorted = mistakesFirst(own.answers);
  for (const { sample } of sorted.slice(own.most))
    if (--sample.uses === 0) samples.delete(sample.digest);
  own.answers = sorted.slice(0, own.most);
  own.last = rankOf(own.answers.at(-1)!);
}

/** The most that each may have, so that all together have no more than there is room for. */
function fairShare(sizes: readonly number[], room: number): number {
  let [left, share] = [room, room];
  for (const [at, size] of sizes.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (sizes.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Math.max(share, ...sizes);
}

interface Listed {
  readonly summary: TaskSummary;
  readonly systems: readonly SystemSummary[];
  readonly most: number;
}

/** The columns of one task. */
function listOf(list: TaskList, { summary, systems, most }: Listed): ListedSamples {
  const outcomes = new Places();
  const errors = new Places();
  const samples: ListedSample[] = [];
  const places = new Map<string, number>();
  const place = (sample: ListedSample) => {
    const at = places.get(sample.digest) ?? samples.push(sample) - 1;
    places.set(sample.digest, at);
    return at;
  };
  for (const outcome of outcomeOrder) outcomes.of(outcome);
  const answers = systems.map(({ id, probe }): ListedAnswers => {
    const own = mistakesFirst(list.systems.get(id)?.answers ?? []).slice(0, most);
    const hasRepeats = own.some(({ repeat }) => repeat !== undefined);
    return {
      id,
      isProbe: probe !== undefined,
      sample: own.map(({ sample }) => place(sample)),
      repeat: hasRepeats ? own.map(({ repeat = 1 }) => repeat) : [],
      outcome: own.map(({ outcome }) => outcomes.of(outcome)),
      error: own.map(({ error }) => (error === null ? -1 : errors.of(error))),
      score: own.map(({ score }) => score),
      answer: own.map(({ answer }) => answer),
    };
  });
  const score = systems.map(({ metrics }) => metrics[list.score ?? ""]).find(Boolean);
  return {
    task: summary.id,
    score: score ? { title: score.title, unit: metricUnit(score) } : null,
    outcomes: outcomes.all(),
    errors: errors.all(),
    systems: answers,
    ...sampleColumns(samples),
  };
}

function sampleColumns(
  samples: readonly ListedSample[],
): Pick<ListedSamples, "samples" | "slices"> {
  const names = [...new Set(samples.flatMap(({ slices }) => Object.keys(slices)))].sort();
  const slices = names.flatMap((name) => {
    const values = [
      ...new Set(
        samples.flatMap(({ slices: own }) => (own[name] === undefined ? [] : [own[name]])),
      ),
    ].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    if (values.length > mostSliceValues) return [];
    const places = new Map(values.map((value, at) => [value, at]));
    return [
      { name, values, codes: samples.map((one) => places.get(one.slices[name] ?? "") ?? -1) },
    ];
  });
  return {
    slices: slices.map(({ name, values }) => ({ name, values })),
    samples: {
      id: samples.map(({ id }) => id),
      group: samples.map(({ group }) => group),
      asked: samples.map(({ asked }) => asked),
      truth: samples.map(({ truth }) => truth),
      slices: slices.map(({ codes }) => codes),
    },
  };
}

/** Texts by the order in which they came. */
class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, known);
    return known;
  }

  all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

function packed(tasks: readonly ListedSamples[]): string {
  return gzipSync(JSON.stringify(tasks)).toString("base64");
}
