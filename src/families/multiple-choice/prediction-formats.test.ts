import { describe, expect, it } from "vitest";
import { predictionFormats } from "./prediction-formats.ts";
import type { ChoiceSample } from "./schema.ts";

const sample: ChoiceSample = {
  id: "q1",
  group: "q1",
  question: "?",
  choices: ["red", "blue", "4"],
  answer: 0,
  media: [],
  metadata: {},
};
const pilot: ChoiceSample = { ...sample, choices: ["True", "False"] };

function formatOf(id: string) {
  return predictionFormats.find((format) => format.id === id)!;
}

/** What a file says about one sample, by id. */
function interpreted(id: string, content: unknown, about = sample) {
  const format = formatOf(id);
  if (format.reads === "folder") throw new TypeError(`${id} reads a folder`);
  const result = format.read(content);
  if (!result.ok) return result.reason;
  const raws = Array.isArray(result.value) ? result.value : [result.value];
  return raws.map(({ id: sampleId, raw }) => {
    const outcome = format.interpret(raw, about);
    return [sampleId, outcome.kind === "answered" ? outcome.value : outcome.kind];
  });
}

describe("predictionFormats", () => {
  it("recognise their own files and no others", () => {
    const heads: readonly (readonly [unknown, string | undefined])[] = [
      [{ id: "q1", choice: 1 }, "plain"],
      [{ id: 3, prediction: "B" }, "plain"],
      [{ id: "q1", reply: "B", model: "m", answer: 2 }, "plain"],
      [{ id: "q1", response: "" }, "plain"],
      [{ id: "q1", choice: 1, reply: "B" }, undefined],
      [{ id: "q1", answer: 1 }, undefined],
      [{ choice: 1 }, undefined],
      [{ q1: { prediction: 1, answer: 2 }, q2: { prediction: 0, answer: 0 } }, "nextqa"],
      [{ id: { prediction: 1 } }, "nextqa"],
      [{ structural: { prediction: 1 } }, "nextqa"],
      [{ q1: { prediction: "B" } }, undefined],
      [{ structural: { File_1: { a: true, b: "False." } } }, "seesim-pilot"],
      [{ fluid: { File_7: { a: null } }, structural: {} }, "seesim-pilot"],
      [{ structural: { questions: [], files: { File_1: { answers: { a: true } } } } }, undefined],
      [{ thermal: { File_1: { a: true } } }, undefined],
      [{ file_name: "f", question_id: "1", media_type: "image", model_answer: "x" }, "openseesime"],
      [
        {
          id: "f",
          prediction: 1,
          file_name: "f",
          question_id: "1",
          media_type: "image",
          model_answer: "x",
        },
        "openseesime",
      ],
      [{}, undefined],
      [[], undefined],
      [null, undefined],
      ["text", undefined],
    ];
    for (const [head, expected] of heads) {
      const recognised = predictionFormats
        .filter((format) => format.recognises(head))
        .map(({ id }) => id);
      expect([head, recognised]).toEqual([head, expected === undefined ? [] : [expected]]);
    }
  });
});

describe("plain", () => {
  it.each([
    [{ choice: 2 }, { choice: 2 }],
    [{ choice: "b" }, { choice: 1 }],
    [{ choice: "BLUE" }, { choice: 1 }],
    [{ prediction: "1" }, { choice: 1 }],
    [{ choice: "4" }, { choice: 2 }],
    [
      { choice: 0, explanation: "seen", rule: "own-line", seconds: 3 },
      { choice: 0, explanation: "seen", rule: "own-line" },
    ],
    [{ reply: "Answer: B" }, { choice: 1, rule: "stated-answer" }],
    [{ response: "red" }, { choice: 0, rule: "verbatim" }],
    [{ choice: 4 }, "unparsed"],
    [{ choice: -1 }, "unparsed"],
    [{ choice: "9" }, "unparsed"],
    [{ choice: "purple" }, "unparsed"],
    [{ choice: null }, "unparsed"],
    [{ choice: "" }, "unparsed"],
    [{ choice: true }, "unparsed"],
    [{ reply: "purple" }, "unparsed"],
    [{ reply: 5 }, "unparsed"],
    [{ reply: null }, "unparsed"],
    [{ reply: "<think>B" }, "truncated"],
  ])("reads %j as %j", (row, expected) => {
    expect(interpreted("plain", { id: "q1", ...row })).toEqual([["q1", expected]]);
  });

  it.each([
    ["text", "an object with id"],
    [{ id: "", choice: 1 }, 'id is ""'],
    [{ id: "q1" }, "no answer"],
    [{ id: "q1", choice: 1, reply: "B" }, "choice and reply"],
  ])("refuses %j", (row, part) => {
    expect(interpreted("plain", row)).toContain(part);
  });
});

describe("nextqa", () => {
  it("reads indices by sample and ignores the truth in the file", () => {
    const document = {
      q1: { prediction: 2, answer: 1 },
      q2: { prediction: 5, answer: 0 },
      q3: { prediction: -1 },
    };
    expect(interpreted("nextqa", document)).toEqual([
      ["q1", { choice: 2 }],
      ["q2", "unparsed"],
      ["q3", "unparsed"],
    ]);
  });

  it("says which entry is wrong", () => {
    expect(interpreted("nextqa", { q1: { prediction: 1 }, q2: { prediction: "B" } })).toContain(
      '"q2"',
    );
    expect(interpreted("nextqa", [])).toContain("object by sample id");
  });
});

describe("seesim-pilot", () => {
  it("reads booleans and replies", () => {
    const document = {
      fluid: { File_7: { a: true, b: false, c: "I say FALSE", d: "no", e: null } },
    };
    expect(interpreted("seesim-pilot", document, pilot)).toEqual([
      ["fluid/File_7/a", { choice: 0, rule: "word" }],
      ["fluid/File_7/b", { choice: 1, rule: "word" }],
      ["fluid/File_7/c", { choice: 1, rule: "word" }],
      ["fluid/File_7/d", "unparsed"],
      ["fluid/File_7/e", "unparsed"],
    ]);
  });

  it("refuses other layouts", () => {
    expect(interpreted("seesim-pilot", { thermal: {} })).toContain('"thermal"');
    expect(interpreted("seesim-pilot", { fluid: { File_7: true } })).toContain("fluid must be");
    expect(interpreted("seesim-pilot", 1)).toContain("structural and fluid");
  });
});

describe("openseesime", () => {
  const row = {
    file_name: "f.png",
    question_id: 3,
    media_type: "image",
    model_answer: " BLUE ",
    explanation: "seen",
  };
  it("joins by three columns and reads as the original does", () => {
    expect(interpreted("openseesime", row)).toEqual([
      ["f.png/3/image", { choice: 1, rule: "verbatim", explanation: "seen" }],
    ]);
    expect(interpreted("openseesime", { ...row, model_answer: "blue.", explanation: "" })).toEqual([
      ["f.png/3/image", "unparsed"],
    ]);
  });

  it("takes None and nothing as no answer, unless a choice is spelled so", () => {
    for (const model_answer of ["None", "", null])
      expect(interpreted("openseesime", { ...row, model_answer })).toEqual([
        ["f.png/3/image", "unparsed"],
      ]);
    expect(
      interpreted(
        "openseesime",
        { ...row, model_answer: "None" },
        { ...sample, choices: ["None", "All"] },
      ),
    ).toMatchObject([["f.png/3/image", { choice: 0 }]]);
  });

  it("refuses a row without a name", () => {
    expect(interpreted("openseesime", { ...row, question_id: "" })).toContain("question_id");
  });
});
