import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportItem } from "../../core/family/display-facet.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, isScored, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { choiceExports } from "./exports.ts";
import { openseesimeFormat, openseesimePredictions } from "./foreign/openseesime.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

type Item = ExportItem<ChoiceSample, ChoicePrediction>;

const sample: ChoiceSample = {
  id: "f,1.png/3/image",
  group: "f,1.png",
  question: 'Which "colour",\nred?',
  choices: ["red", 'a "blue", × one'],
  answer: 1,
  type: "Colour",
  media: [{ kind: "image", path: "f,1.png" }],
  metadata: {
    file_name: "f,1.png",
    source_file: "s_dp1",
    question_id: 3,
    correct_choice_idx: 1,
    media_type: "image",
  },
};

async function* stream(items: readonly Item[]) {
  yield* items;
}

async function written(items: readonly Item[]) {
  const pieces = [];
  for await (const piece of choiceExports[0]!.write(stream(items), {
    system: "model-x",
    options: { answer: "letter", subtitles: "none" },
    lent: nothingLent,
  }))
    pieces.push(piece);
  expect(new Set(pieces.map(({ path }) => path))).toEqual(new Set(["openseesime.csv"]));
  return { text: pieces.map(({ text }) => text).join(""), pieces: pieces.length };
}

async function rowsOf(items: readonly Item[]): Promise<readonly Record<string, string>[]> {
  return parse((await written(items)).text, { columns: true });
}

function rawOf(row: unknown): object {
  const read = openseesimePredictions.read(row);
  return read.ok ? (read.value.raw as object) : {};
}

describe("openseesime export", () => {
  it("writes the 13 columns in their order", async () => {
    const { text } = await written([
      { sample, outcome: answered({ choice: 1, explanation: "seen" }) },
    ]);
    expect(text).toBe(
      "file_name,source_file,question,question_type,question_id,answer,answer_choices,correct_choice_idx,model,model_answer,explanation,correct,media_type\n" +
        '"f,1.png",s_dp1,"Which ""colour"",\nred?",Colour,3,"a ""blue"", × one","[""red"",""a \\""blue\\"", × one""]",1,model-x,"a ""blue"", × one",seen,True,image\n',
    );
  });

  it("says None where there is no answer, with the reason", async () => {
    const [unparsed, wrong] = await rowsOf([
      { sample, outcome: noAnswer("unparsed", "no choice") },
      { sample, outcome: answered({ choice: 0 }) },
    ]);
    expect(unparsed).toMatchObject({
      model_answer: "None",
      explanation: "no choice",
      correct: "False",
    });
    expect(wrong).toMatchObject({ model_answer: "red", explanation: "", correct: "False" });
  });

  it("calls nothing right or wrong that was not scored", async () => {
    const [hidden, failed] = await rowsOf([
      { sample: { ...sample, answer: null, metadata: {} }, outcome: answered({ choice: 0 }) },
      { sample, outcome: noAnswer("failed", "no connection") },
    ]);
    expect(hidden).toMatchObject({ answer: "", correct_choice_idx: "", correct: "" });
    expect(failed).toMatchObject({ model_answer: "None", correct: "" });
  });

  it("fills columns of samples that come from elsewhere", async () => {
    const { type: _, ...untyped } = {
      ...sample,
      id: "q7",
      metadata: {},
      media: [{ kind: "video" as const, path: "v.mp4" }],
    };
    const rows = await rowsOf([
      { sample: untyped, outcome: answered({ choice: 1 }) },
      { sample: { ...untyped, media: [] }, outcome: answered({ choice: 1 }) },
    ]);
    expect(rows[0]).toMatchObject({
      file_name: "v.mp4",
      source_file: "",
      question_type: "",
      question_id: "q7",
      correct_choice_idx: "1",
      media_type: "video",
    });
    expect(rows[1]).toMatchObject({ file_name: "q7", media_type: "" });
  });

  it("is read back as it was written", async () => {
    const items: readonly Item[] = [
      { sample, outcome: answered({ choice: 1, rule: "verbatim", explanation: "line 1\nline 2" }) },
      { sample, outcome: noAnswer("unparsed", "the file gives no answer") },
      {
        sample,
        outcome: noAnswer("missing", "the predictions file has no answer for this sample"),
      },
    ];
    for (const [index, row] of (await rowsOf(items)).entries()) {
      const samples = openseesimeFormat.read(row);
      const raw = openseesimePredictions.read(row);
      if (!samples.ok || !raw.ok) throw new Error("the export was not understood");
      expect(samples.value).toEqual([
        { ...sample, metadata: { ...sample.metadata, question_id: "3", correct_choice_idx: "1" } },
      ]);
      expect(raw.value.id).toBe(sample.id);
      expect(openseesimePredictions.interpret(raw.value.raw, samples.value[0]!)).toEqual(
        items[index]!.outcome,
      );
    }
  });

  it("is scored again as it was written, whatever choices are called", async () => {
    const name = fc.constantFrom(
      "None",
      "none",
      " NONE",
      "",
      "no answer",
      "Left",
      "left",
      "a,b",
      'say "x"',
      "two\nlines",
    );
    const outcome = (count: number) =>
      fc.oneof(
        fc
          .record({ choice: fc.nat(count - 1), explanation: fc.constantFrom("", "seen") })
          .map((value) => answered(value)),
        fc
          .constantFrom(
            "unparsed" as const,
            "refused" as const,
            "failed" as const,
            "media-error" as const,
          )
          .map((kind) => noAnswer(kind, "why")),
      );
    const item = fc
      .array(name, { minLength: 2, maxLength: 5 })
      .chain((choices) =>
        fc.tuple(fc.constant(choices), fc.nat(choices.length - 1), outcome(choices.length)),
      );
    await fc.assert(
      fc.asyncProperty(item, async ([choices, answer, ended]) => {
        const asked = { ...sample, choices, answer };
        const [row] = await rowsOf([{ sample: asked, outcome: ended }]);
        const raw = openseesimePredictions.read(row);
        if (!raw.ok) throw new Error(raw.reason);
        const again = openseesimePredictions.interpret(raw.value.raw, asked);
        const isRight = (one: Outcome<ChoicePrediction>) =>
          isScored(one.kind) && one.kind === "answered" && one.value.choice === answer;
        expect([isScored(again.kind), again.kind === "answered", isRight(again)]).toEqual([
          isScored(ended.kind),
          ended.kind === "answered",
          isRight(ended),
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is read by its text alone where the truth was corrected since", async () => {
    const [row] = await rowsOf([
      { sample: { ...sample, answer: 0 }, outcome: answered({ choice: 1 }) },
    ]);
    expect(openseesimePredictions.interpret({ ...rawOf(row) }, sample)).toMatchObject({
      kind: "answered",
      value: { choice: 1 },
    });
  });

  it("streams", async () => {
    const items = Array.from({ length: 2000 }, () => ({
      sample,
      outcome: answered({ choice: 0 }),
    }));
    const { pieces, text } = await written(items);
    expect(pieces).toBeGreaterThan(3);
    expect(parse(text, { columns: true })).toHaveLength(2000);
    expect(await rowsOf([])).toEqual([]);
  });
});

describe("submissions", () => {
  const choiceSample = (id: string): ChoiceSample => ({
    id,
    group: id,
    question: "?",
    choices: ["a", "b", "c"],
    answer: null,
    media: [],
    metadata: {},
  });
  const items = [
    { sample: choiceSample("q-1"), outcome: answered({ choice: 2 }) },
    { sample: choiceSample('q"2'), outcome: noAnswer("refused", "no") },
    { sample: choiceSample("q-3"), outcome: answered({ choice: 0 }) },
  ];

  async function written(id: string, given: typeof items): Promise<string> {
    const layout = choiceExports.find((one) => one.id === id)!;
    async function* all() {
      yield* given;
    }
    let text = "";
    for await (const piece of layout.write(all(), {
      system: "m",
      options: { answer: "letter", subtitles: "none" },
      lent: nothingLent,
    }))
      text += piece.text;
    return text;
  }

  it("name every question, with an index for EgoSchema and a letter for LongVideoBench, also where there is no answer", async () => {
    expect(JSON.parse(await written("egoschema", items))).toEqual({
      "q-1": 2,
      'q"2': -1,
      "q-3": 0,
    });
    expect(await written("egoschema-csv", [items[0]!])).toBe("q_uid,answer\nq-1,2\n");
    expect(JSON.parse(await written("longvideobench", items))).toEqual({
      "q-1": "C",
      'q"2': "",
      "q-3": "A",
    });
    expect(JSON.parse(await written("longvideobench", []))).toEqual({});
  });
});
