import type { Check } from "../../core/family/data-facet.ts";
import { questionKind, questionKinds } from "./question-kind.ts";
import type { RetrievalSample } from "./schema.ts";

const longSeconds = 60;

function eachSample(
  id: string,
  level: Check<RetrievalSample>["level"],
  summary: string,
  wrong: (sample: RetrievalSample) => string | undefined,
): Check<RetrievalSample> {
  return { id, level, summary, start: () => ({ add: wrong }) };
}

/** Rules that a set of questions about videos should satisfy. */
export const retrievalChecks: readonly Check<RetrievalSample>[] = [
  eachSample("no-question", "error", "every sample asks something", ({ question }) =>
    question.trim() === "" ? "the question is empty" : undefined,
  ),
  eachSample(
    "no-truth",
    "warning",
    "there is something to find for every question",
    ({ evidence, clips }) =>
      evidence.length === 0 && clips.every(({ gain }) => gain <= 0)
        ? "nothing is named that would answer it"
        : undefined,
  ),
  eachSample(
    "outside",
    "warning",
    "evidence lies inside its video",
    ({ evidence, durationSeconds }) => {
      const outside =
        durationSeconds === null
          ? undefined
          : evidence.find(({ endSeconds }) => endSeconds > durationSeconds + 0.5);
      return (
        outside &&
        `evidence ends at ${outside.endSeconds} s, after the video of ${durationSeconds} s`
      );
    },
  ),
  eachSample("zero-length", "warning", "evidence lasts longer than no time", ({ evidence }) => {
    const empty = evidence.find(({ startSeconds, endSeconds }) => startSeconds === endSeconds);
    return empty && `the evidence at ${empty.startSeconds} s has no length`;
  }),
  eachSample(
    "long-evidence",
    "warning",
    `evidence is no longer than ${longSeconds} s`,
    ({ evidence }) => {
      const long = evidence.find(
        ({ startSeconds, endSeconds }) => endSeconds - startSeconds > longSeconds,
      );
      return (
        long &&
        `the evidence at ${long.startSeconds} s lasts ${long.endSeconds - long.startSeconds} s`
      );
    },
  ),
  eachSample("duplicate-evidence", "warning", "no evidence is marked twice", ({ evidence }) => {
    const seen = new Set<string>();
    for (const { startSeconds, endSeconds } of evidence) {
      const key = `${startSeconds}-${endSeconds}`;
      if (seen.has(key)) return `the evidence at ${startSeconds} s is marked twice`;
      seen.add(key);
    }
    return undefined;
  }),
  {
    id: "question-kinds",
    summary: `all kinds of questions occur, where questions are asked: ${questionKinds.join(", ")}`,
    level: "warning",
    start() {
      const seen = new Set<string | undefined>();
      return {
        add({ kind, question }) {
          seen.add(questionKind(kind ?? question) ?? questionKind(question));
          return undefined;
        },
        finish() {
          const absent = questionKinds.filter((one) => !seen.has(one));
          // Descriptions of moments are no questions, and have no kinds.
          return absent.length > 0 && absent.length < questionKinds.length
            ? `no question asks ${absent.join(", ")}`
            : undefined;
        },
      };
    },
  },
];
