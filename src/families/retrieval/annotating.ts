import type { AnnotatedItem, Annotating, AnnotationFormat } from "../../core/family/annotating.ts";
import { factsId } from "../../core/family/annotating.ts";
import { success } from "../../core/result.ts";
import { ImportedMarks, parsedJson } from "../shared/annotating/imported-marks.ts";
import { factsMetadata, factsOf, intervalsOf } from "../shared/annotating/intervals-of.ts";
import { vigilQaFormat } from "./foreign/vigil.ts";
import type { RetrievalSample } from "./schema.ts";

/** Questions of a video with their evidence, written as rows of the plain format. */
export const questionAnnotating: Annotating<RetrievalSample> = {
  kind: "questions",
  rows: (item) => {
    const facts = factsOf(item);
    return questionsOf(item).map(({ id, question, evidence }) => {
      const metadata = {
        ...factsMetadata(facts),
        ...question.fields,
        ...(question.ambiguous ? { ambiguous: true } : {}),
      };
      const difficulty = question.difficulty ?? facts.difficulty;
      return {
        id: `${item.id}#${id}`,
        video: item.video,
        ...(item.seconds === null ? {} : { duration: item.seconds }),
        question: question.text,
        ...(question.answer === "" ? {} : { answer: question.answer }),
        ...(question.type === undefined ? {} : { kind: question.type }),
        ...(difficulty === undefined ? {} : { difficulty }),
        ...(facts.domain === undefined ? {} : { domain: facts.domain }),
        evidence: evidence.map(({ start, end, relevance }) => ({ start, end, relevance })),
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      };
    });
  },
  // Two annotators who write the same question give it ids of their own.
  pairBy: ({ media, question }) =>
    `${media[0]?.path}\n${question.trim().toLowerCase().replaceAll(/\s+/g, " ")}`,
  formats: [vigilFormat()],
};

function questionsOf(item: AnnotatedItem) {
  const evidence = intervalsOf(item);
  return Object.entries(item.marks).flatMap(([id, mark]) =>
    mark.kind === "question" && mark.text.trim() !== ""
      ? [
          {
            id,
            question: mark,
            evidence: evidence
              .filter(([, { question }]) => question === id)
              .map(([, { start, end, type }]) => ({ start, end, relevance: relevanceOf(type) })),
          },
        ]
      : [],
  );
}

function relevanceOf(type: string): "primary" | "context" {
  return type === "context" ? "context" : "primary";
}

/** Question annotations of the VIGIL framework. */
function vigilFormat(): AnnotationFormat {
  return {
    id: "vigil",
    title: "VIGIL",
    ending: "json",
    unit: "seconds",
    read(text) {
      const parsed = parsedJson(text);
      if (!parsed.ok) return parsed;
      const read = vigilQaFormat.read(parsed.value);
      if (!read.ok) return read;
      const videos = Map.groupBy(read.value, ({ group }) => group);
      return success(
        [...videos].map(([video, samples]) => {
          const marks = new ImportedMarks();
          for (const sample of samples) {
            const question = marks.add(
              {
                ...{ kind: "question", text: sample.question, answer: sample.answer ?? "" },
                ...(sample.kind === undefined ? {} : { type: sample.kind }),
                ...(sample.difficulty === undefined ? {} : { difficulty: sample.difficulty }),
              },
              sample.id,
            );
            for (const { startSeconds, endSeconds, relevance } of sample.evidence)
              marks.add({
                ...{ kind: "interval", type: relevance, question },
                ...{ start: startSeconds, end: endSeconds },
              });
          }
          const domain = samples.find((sample) => sample.domain !== undefined)?.domain;
          const facts =
            domain === undefined ? {} : { [factsId]: { kind: "facts" as const, domain } };
          return { video, unit: "seconds" as const, marks: { ...marks.marks, ...facts } };
        }),
      );
    },
    write: (items) =>
      JSON.stringify(
        items.flatMap((item) =>
          questionsOf(item).map(({ id, question, evidence }) => {
            const facts = factsOf(item);
            const difficulty = question.difficulty ?? facts.difficulty;
            return {
              ...{ question_id: id, video_id: item.id, question: question.text },
              ground_truth_answer: question.answer,
              evidence_clips: evidence.map(({ start, end, relevance }) => ({
                ...{ start_sec: start, end_sec: end, relevance },
              })),
              ...(item.seconds === null ? {} : { duration_sec: item.seconds }),
              ...(difficulty === undefined ? {} : { difficulty }),
              ...(facts.domain === undefined ? {} : { domain: facts.domain }),
              ...(question.type === undefined ? {} : { question_type: question.type }),
            };
          }),
        ),
      ),
  };
}
