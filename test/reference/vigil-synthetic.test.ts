import { describe, expect, test } from "vitest";
import { syntheticRetrieval } from "./synthetic/synthetic-retrieval.ts";
import { vigilQuestions, vigilScores } from "./vigil-figures.ts";
import reference from "./vigil-synthetic.json" with { type: "json" };

const questions = vigilQuestions(reference.questions);

describe.each(reference.modes)(
  "VIGIL-RAG's synthetic benchmark on questions of our own, alpha $alpha",
  ({ alpha, lists, figures, audio }) => {
    const found = syntheticRetrieval(questions, { alpha });

    test("retrieves the same lists as the original", () => {
      for (const [id, wanted] of Object.entries(lists)) {
        const { clips } = found.get(id)!;
        expect(
          clips.slice(0, wanted.length).map((clip) => clip.id),
          id,
        ).toEqual(wanted);
        for (const { score } of clips.slice(wanted.length))
          expect(score, id).toBeLessThanOrEqual(0);
      }
    });

    test("gives the same figures", () => {
      const close = (expected: object) =>
        Object.fromEntries(
          Object.entries(expected).map(([id, value]) => [id, expect.closeTo(value as number, 12)]),
        );
      expect(vigilScores(questions, found)).toMatchObject(close(figures));
      expect(vigilScores(questions, found, "audio")).toMatchObject(close(audio));
    });
  },
);
