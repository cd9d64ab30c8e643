import { describe, expect, it } from "vitest";
import { fakeQuestion as sample, says } from "../../../test/fakes/fake-question.ts";
import { play as playSteps } from "../../../test/support/play.ts";
import type { ChatAsk, ChatReply, Part } from "../../core/asking/chat.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { judge } from "./graders.ts";
import { retrieval } from "./index.ts";
import {
  type RetrievalOptions,
  type RetrievalPrediction,
  retrievalOptionsSchema,
} from "./schema.ts";

function play(
  prediction: RetrievalPrediction,
  replies: readonly Outcome<ChatReply>[],
  options: Partial<RetrievalOptions> = {},
  about = sample,
) {
  const steps = judge.steps(prediction, about, retrievalOptionsSchema.parse(options));
  return playSteps(steps, { reply: (_, position) => replies[position]! });
}

const [right, wrong, faithful] = [
  says('{"correct": true}'),
  says('{"correct": false}'),
  says('{"label": "Partially Faithful"}'),
];

describe("the judge", () => {
  it("is asked about correctness and faithfulness", () => {
    const { asks, outcome } = play({ answer: "helmet", clips: [] }, [right, faithful]);
    expect(asks).toHaveLength(2);
    expect(outcome).toEqual(
      answered({ correct: true, faithfulness: "Partially Faithful", gold: null, none: null }),
    );
  });

  it("is asked about the answers under other conditions too", () => {
    const both = { answer: "x", clips: [], conditions: { gold: "helmet", none: "shoes" } };
    expect(play(both, [wrong, faithful, right, wrong]).outcome).toMatchObject({
      value: { correct: false, gold: true, none: false },
    });
    const one = { answer: "x", clips: [], conditions: { none: "helmet" } };
    expect(play(one, [wrong, faithful, right]).outcome).toMatchObject({
      value: { gold: null, none: true },
    });
  });

  it("sees frames of what was found and never the true answer of it, with judgeSees", () => {
    const frame = { atSeconds: 1, digest: "d", mediaType: "image/jpeg", width: 4, height: 4 };
    const prediction = {
      ...{ answer: "helmet", citations: [{ startSeconds: 3, endSeconds: 4 }] },
      clips: [{ startSeconds: 1, endSeconds: 2 }, { id: "by-name" }],
    };
    const options = retrievalOptionsSchema.parse({ judgeSees: true });
    const filmed = { ...sample, media: [{ kind: "video" as const, path: "v.mp4" }] };
    const shown = (frames: readonly (typeof frame)[]) =>
      playSteps(judge.steps(prediction, filmed, options), {
        see: (wants) => wants.map(() => answered({ frames, seconds: 9, framesPerSecond: 1 })),
        reply: (_, position) => [right, faithful][position]!,
      });
    const { asks, looks, outcome } = shown([frame]);
    expect(looks).toEqual([
      [
        { ref: 0, span: [3, 4] },
        { ref: 0, span: [1, 2] },
      ],
    ]);
    expect(outcome).toMatchObject({ value: { correct: true, faithfulness: "Partially Faithful" } });
    const [, about] = asks as readonly ChatAsk[];
    const [, { parts }] = about!.messages as unknown as [unknown, { parts: readonly Part[] }];
    expect(parts.filter((part) => "frames" in part)).toHaveLength(2);
    expect(JSON.stringify(about)).not.toContain(sample.answer);
    expect(JSON.stringify(shown([]).asks[1])).toContain("you are shown nothing of the video");
    const broken = playSteps(judge.steps(prediction, filmed, options), {
      see: (wants) => wants.map(() => noAnswer("media-error", "broken.mp4")),
      reply: () => right,
    });
    expect(broken).toMatchObject({ asks: [], outcome: { kind: "media-error" } });
    const version = ({ version }: { version: number }) => version;
    expect(version(judge.identity(options) as { version: number })).toBe(3);
  });

  it("is not asked where nothing was answered or no answer is known", () => {
    const none = answered({ correct: null, faithfulness: null, gold: null, none: null });
    expect(play({ clips: [] }, [])).toMatchObject({ asks: [], outcome: none });
    expect(play({ answer: "x", clips: [] }, [], {}, { ...sample, answer: null })).toMatchObject({
      asks: [],
      outcome: none,
    });
  });

  it.each(["yes", '{"correct": "true"}', '{"correct": 1}', '{"correct": true, "why": "…"}', ""])(
    "gives no verdict by %s",
    (text) => {
      expect(play({ answer: "x", clips: [] }, [says(text), faithful]).outcome).toMatchObject({
        value: { correct: null },
      });
      expect(
        play({ answer: "x", clips: [] }, [says(text), says('{"label": "Good"}')]).outcome.kind,
      ).toBe("unparsed");
    },
  );

  it("says which of its verdicts could not be read", () => {
    const conditions = { answer: "x", clips: [], conditions: { gold: "helmet", none: "shoes" } };
    const noise = says("dunno");
    expect(
      play(conditions, [right, noise, right, noAnswer("refused", "no"), noise], { marks: true })
        .outcome,
    ).toMatchObject({
      value: {
        correct: true,
        unread: [
          "faithfulness: the reply holds no JSON verdict",
          "none: no",
          "mark: the reply holds no JSON verdict",
        ],
      },
    });
    expect(play(conditions, [right, faithful, right, wrong]).outcome).not.toHaveProperty(
      "value.unread",
    );
  });

  it("marks from 0 to 3 where the task asks for it", () => {
    const mark = says('{"mark": 2}');
    const { asks, outcome } = play({ answer: "helmet", clips: [] }, [right, faithful, mark], {
      marks: true,
    });
    expect(asks).toHaveLength(3);
    expect(outcome).toEqual(
      answered({
        correct: true,
        faithfulness: "Partially Faithful",
        gold: null,
        none: null,
        mark: 2,
      }),
    );
    const conditions = { answer: "x", clips: [], conditions: { gold: "helmet", none: "shoes" } };
    expect(
      play(conditions, [wrong, faithful, right, wrong, mark], { marks: true }).outcome,
    ).toMatchObject({
      value: { correct: false, gold: true, none: false, mark: 2 },
    });
    for (const unreadable of ['{"mark": 4}', '{"mark": -1}', '{"mark": 1.5}', '{"mark": "3"}', "3"])
      expect(
        play({ answer: "x", clips: [] }, [right, faithful, says(unreadable)], { marks: true })
          .outcome,
      ).toMatchObject({
        value: { correct: true, mark: null },
      });
    const identity = (marks: boolean) =>
      JSON.stringify(judge.identity(retrievalOptionsSchema.parse({ marks })));
    expect(identity(true)).toContain("How much of the true answer");
    expect(identity(false)).not.toContain("How much of the true answer");
  });

  it("that failed is no grade, whatever else it said", () => {
    expect(play({ answer: "x", clips: [] }, [right, noAnswer("failed", "down")]).outcome.kind).toBe(
      "failed",
    );
    expect(
      play({ answer: "x", clips: [] }, [noAnswer("refused", "no"), noAnswer("refused", "no")])
        .outcome.kind,
    ).toBe("refused");
  });

  it("is known by its wording", () => {
    const identity = JSON.stringify(judge.identity(retrievalOptionsSchema.parse({})));
    expect(identity).toContain("Does the answer to be judged say the same");
    expect(identity).toContain("borne out by what is known");
  });

  it("is shown what is said in the clips that were found, and not the truth, where the task reads transcripts", () => {
    const { startSeconds, endSeconds } = sample.transcript!.cues![0]!;
    const told = (options: Partial<RetrievalOptions>, clips: RetrievalPrediction["clips"]) =>
      JSON.stringify(play({ answer: "x", clips }, [right, faithful], options).asks[1]);
    const found = [{ startSeconds, endSeconds }];
    expect(told({ transcript: true }, found)).toContain("safety first");
    expect(told({ transcript: true }, found)).not.toContain(sample.answer!);
    expect(told({ transcript: true }, [])).not.toContain("safety first");
    expect(told({}, found)).not.toContain("safety first");
    expect(told({}, found)).toContain(sample.answer!);
  });
});

describe("judged scores", () => {
  const options = retrievalOptionsSchema.parse({});
  const graders = { judge: "chat@1" };
  const scoresOf = (
    items: readonly (readonly [RetrievalPrediction, unknown])[],
    names: typeof graders | undefined = graders,
  ) =>
    Object.fromEntries(
      retrieval.scoring(options, { ...nothingLent, graders: names }).metrics.map((metric) => {
        const measure = retrieval
          .scoring(options, { ...nothingLent, graders: names })
          .measures.find(({ signature }) => signature === metric.measure)!;
        const evidence = items.map(([prediction, grade]) =>
          measure.measure({
            sample,
            prediction,
            outcome: "answered",
            grades: grade === undefined ? {} : { judge: grade },
          }),
        );
        return [metric.id, metric.prepare(evidence)()];
      }),
    );
  const grade = (correct: boolean | null, faithfulness: string | null) => ({
    correct,
    faithfulness,
    gold: null,
    none: null,
  });
  const said = { answer: "x", clips: [] };

  it("count strictly, leniently, and say what could be told", () => {
    const items = [
      [said, grade(true, "Faithful")],
      [said, grade(true, "Partially Faithful")],
      [said, grade(false, "Unfaithful")],
      [said, grade(null, "Unknown")],
    ] as const;
    expect(scoresOf(items)).toMatchObject({
      "answer-correctness": 2 / 3,
      faithfulness: 1 / 3,
      "faithfulness-lenient": 2 / 3,
      "faithfulness-coverage": 3 / 4,
    });
  });

  it("have a mean mark where marks are asked for", () => {
    const marked = retrievalOptionsSchema.parse({ marks: true });
    const markOf = (
      items: readonly (readonly [RetrievalPrediction, unknown])[],
      names: Partial<typeof graders> = graders,
    ) => {
      const metric = retrieval
        .scoring(marked, { ...nothingLent, graders: names as typeof graders })
        .metrics.find(({ id }) => id === "answer-mark")!;
      const measure = retrieval
        .scoring(marked, { ...nothingLent, graders: names as typeof graders })
        .measures.find(({ signature }) => signature === metric.measure)!;
      return metric.prepare(
        items.map(([prediction, judge]) =>
          measure.measure({ sample, prediction, outcome: "answered", grades: { judge } }),
        ),
      )();
    };
    const withMark = (mark: number | null) => ({ ...grade(true, "Faithful"), mark });
    expect(
      markOf([
        [said, withMark(3)],
        [said, withMark(1)],
        [said, withMark(null)],
      ]),
    ).toBe(2);
    expect(
      markOf([
        [said, withMark(3)],
        [{ clips: [] }, undefined],
      ]),
    ).toBe(1.5);
    expect(markOf([[said, grade(true, "Faithful")]])).toBeNull();
    expect(markOf([[{ clips: [] }, undefined]], {})).toBeNull();
    expect(
      retrieval.scoring(options, { ...nothingLent, graders: graders }).metrics.map(({ id }) => id),
    ).not.toContain("answer-mark");
  });

  it("are not defined without a judge or without grades; silence is not right", () => {
    expect(scoresOf([[said, undefined]])).toMatchObject({
      "answer-correctness": null,
      faithfulness: null,
    });
    expect(scoresOf([[{ clips: [] }, undefined]])).toMatchObject({
      "answer-correctness": 0,
      faithfulness: null,
    });
    expect(
      scoresOf([[{ clips: [] }, undefined]], {} as typeof graders)["answer-correctness"],
    ).toBeNull();
  });

  it("carry the judge's name", () => {
    const signatures = retrieval
      .scoring(options, { ...nothingLent, graders: graders })
      .metrics.filter(({ id }) => /faithful|correctness/.test(id));
    expect(signatures).toHaveLength(4);
    for (const { signature } of signatures) expect(signature).toContain("judge:chat@1");
  });

  it("attribute losses to finding and reading", () => {
    const analysis = retrieval
      .scoring(options, { ...nothingLent, graders: graders })
      .analyses.find(({ id }) => id === "loss-attribution")!;
    const measure = retrieval
      .scoring(options, { ...nothingLent, graders: graders })
      .measures.find(({ signature }) => signature === analysis.measure)!;
    const item = (answer: string, conditions: RetrievalPrediction["conditions"]) =>
      measure.measure({
        sample,
        prediction: { answer, clips: [], ...(conditions ? { conditions } : {}) },
        outcome: "answered",
        grades: {
          judge: { correct: answer === "helmet", faithfulness: null, gold: true, none: false },
        },
      });
    const table = analysis.analyse([
      item("helmet", { gold: "helmet", none: "shoes" }),
      item("gloves", { gold: "helmet", none: "shoes" }),
      item("gloves", { gold: "gloves", none: "shoes" }),
      item("gloves", { gold: "helmet", none: "helmet" }),
      item("helmet", { gold: "helmet" }),
    ]);
    expect(table).toMatchObject({
      rows: [
        ["with what was found", 1 / 4, 1 / 4, 1 / 4],
        ["with the true evidence", 3 / 4, 3 / 4, 1],
        ["with nothing", 1 / 4, 1 / 4, 0],
        ["lost in finding (true − found)", 1 / 2, 1 / 2, 3 / 4],
        ["lost in reading (1 − true)", 1 / 4, 1 / 4, 0],
        ["gained by looking (found − nothing)", 0, 0, 1 / 4],
      ],
    });
    expect(analysis.analyse([item("helmet", undefined)])).toMatchObject({ rows: [] });
  });
});
