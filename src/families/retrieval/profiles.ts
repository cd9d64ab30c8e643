import type { Profile, ProfileEvidence, ProfileItem } from "../../core/family/profile.ts";
import {
  atLeast,
  figureText,
  named,
  rangeText,
  videoLengths,
} from "../shared/vigil/vigil-items.ts";
import { questionKind, questionKinds } from "./question-kind.ts";
import type { RetrievalSample } from "./schema.ts";

const wantedVideos = 50;
const wantedQuestions = 4;
const wantedKappa = 0.7;

/** How many of 20 questions should be of each kind. */
const wantedMix: Readonly<Record<(typeof questionKinds)[number], number>> = {
  who: 3,
  what: 5,
  when: 3,
  where: 2,
  why: 2,
  how: 2,
  compare: 2,
  count: 1,
};

/** What the checklist counts. */
interface Tally {
  readonly questions: Map<string, number>;
  readonly lengths: Map<string, number | null>;
  readonly kinds: Map<string, number>;
  readonly unmarked: string[];
  count: number;
  named: number;
}

/** The checklist of the VIGIL-RAG framework for questions about long videos. */
export const retrievalProfiles: readonly Profile<RetrievalSample>[] = [
  {
    id: "vigil-rag",
    summary:
      "VIGIL-RAG: 50 videos of 10 min to 1 h, 4 questions each, eight kinds of questions, evidence, a second annotator",
    start() {
      const tally: Tally = {
        questions: new Map(),
        lengths: new Map(),
        kinds: new Map(),
        unmarked: [],
        count: 0,
        named: 0,
      };
      return { add: (sample) => add(tally, sample), finish: (evidence) => items(tally, evidence) };
    },
  },
];

function add(
  tally: Tally,
  { id, group, kind, question, evidence, clips, durationSeconds }: RetrievalSample,
): void {
  tally.count++;
  tally.questions.set(group, (tally.questions.get(group) ?? 0) + 1);
  tally.lengths.set(group, tally.lengths.get(group) ?? durationSeconds);
  const own = questionKind(kind ?? question) ?? questionKind(question);
  if (own !== undefined) tally.kinds.set(own, (tally.kinds.get(own) ?? 0) + 1);
  if (evidence.length > 0) return;
  tally.unmarked.push(id);
  if (clips.length > 0) tally.named++;
}

function items(tally: Tally, evidence: ProfileEvidence): readonly ProfileItem[] {
  return [
    atLeast("videos", wantedVideos, tally.questions.size),
    videoLengths(tally.lengths),
    questionsPerVideo(tally),
    questionKindsItem(tally),
    questionMix(tally),
    evidenceItem(tally),
    secondAnnotator(tally, evidence),
  ];
}

function questionsPerVideo({ questions, count }: Tally): ProfileItem {
  const fewer = [...questions].filter(([, own]) => own < wantedQuestions);
  const counts = [...questions.values()];
  const range =
    counts.length === 0 ? "" : `, ${rangeText(Math.min(...counts), Math.max(...counts))} per video`;
  return {
    item: "questions per video",
    wanted: `${wantedQuestions}`,
    found: `${count} in all${range}${fewer.length === 0 ? "" : `; ${fewer.length} of ${questions.size} videos have fewer (${named(fewer.map(([id]) => id))})`}`,
    measured: counts.length === 0 ? 0 : Math.min(...counts),
    verdict: fewer.length === 0 && count > 0 ? "met" : "not met",
  };
}

const kindSource =
  "the kind in each row (kind; VIGIL: question_type), or questions that begin with it";

function questionKindsItem({ kinds, count }: Tally): ProfileItem {
  const absent = questionKinds.filter((kind) => !kinds.has(kind));
  const without = count - sum(kinds);
  const parts = [
    `${questionKinds.length - absent.length} of ${questionKinds.length} occur`,
    ...(absent.length === 0 || kinds.size === 0 ? [] : [`none asks ${absent.join(", ")}`]),
    ...(without === 0 ? [] : [`${without} questions of no known kind`]),
  ];
  // Questions whose kind nothing tells may be of the kinds that are absent.
  const verdict = absent.length === 0 ? "met" : without > 0 ? "not known" : "not met";
  return {
    item: "question kinds",
    wanted: `all ${questionKinds.length}`,
    found: parts.join("; "),
    measured: questionKinds.length - absent.length,
    verdict,
    ...(verdict === "not known" ? { tells: kindSource } : {}),
  };
}

/** Met where no kind is further from its share than one question in 20. */
function questionMix({ kinds, count }: Tally): ProfileItem {
  const known = sum(kinds);
  const per20 = (kind: string) => (known === 0 ? 0 : (20 * (kinds.get(kind) ?? 0)) / known);
  const isNear = questionKinds.every((kind) => Math.abs(per20(kind) - wantedMix[kind]) <= 1);
  const isKnown = known > 0 && known >= 0.9 * count;
  return {
    item: "question mix",
    wanted: `of 20: ${questionKinds.map((kind) => `${kind} ${wantedMix[kind]}`).join(", ")}; each within 1`,
    found:
      known === 0
        ? "no question of a known kind"
        : `of 20: ${questionKinds.map((kind) => `${kind} ${per20(kind).toFixed(1).replace(/\.0$/, "")}`).join(", ")} (${known} of ${count} questions)`,
    measured: known,
    verdict: !isKnown ? "not known" : isNear ? "met" : "not met",
    ...(isKnown ? {} : { tells: kindSource }),
  };
}

function evidenceItem({ count, unmarked, named: clips }: Tally): ProfileItem {
  const marked = count - unmarked.length;
  const open =
    unmarked.length === 0
      ? ""
      : `; not: ${named(unmarked)}${clips === 0 ? "" : ` (${clips} name clips instead)`}`;
  return {
    item: "evidence marked",
    wanted: "start and end, for every question",
    found: `${marked} of ${count} questions${open}`,
    measured: marked,
    verdict: marked === count && count > 0 ? "met" : "not met",
  };
}

function secondAnnotator({ count }: Tally, { second }: ProfileEvidence): ProfileItem {
  const about = { item: "second annotator", wanted: `kappa above ${wantedKappa}` };
  if (second === undefined)
    return {
      ...about,
      found: "one annotation",
      measured: null,
      verdict: "not known",
      tells: "a second annotation of the same questions: --second <file>",
    };
  const where = `on ${second.samples} of ${count} questions`;
  if (second.kappa === null)
    return {
      ...about,
      found: `kappa is not defined ${where}`,
      measured: null,
      verdict: "not known",
      tells: "a second annotation that marks evidence in the same questions",
    };
  // Of a few videos kappa can be anything: what has no interval shows nothing yet.
  if (second.kappa.low === null)
    return {
      ...about,
      found: `kappa ${figureText(second.kappa)} ${where}, too few videos for an interval`,
      measured: second.kappa.value,
      verdict: "not known",
      tells: "a second annotation of more videos",
    };
  return {
    ...about,
    found: `kappa ${figureText(second.kappa)} ${where}`,
    measured: second.kappa.value,
    verdict: second.kappa.value > wantedKappa ? "met" : "not met",
  };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, own) => total + own, 0);
}
