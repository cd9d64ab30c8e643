import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLabel } from "./label.ts";

const aspects = [
  { id: "faithfulness", values: ["Faithful", "Partially Faithful", "Unknown"] },
  { id: "overall", values: ["1", "2", "3", "4", "5"] },
];
const row = {
  sample: "q1",
  system: "mine",
  aspect: "faithfulness",
  rater: "ann",
  value: "Faithful",
};
const read = (value: unknown) => readLabel(value, { task: "qa", aspects });
const label = {
  sample: "q1",
  system: "mine",
  aspect: "faithfulness",
  rater: "ann",
  value: "Faithful",
  isAdjudicated: false,
  repeat: 1,
};

describe("a row of a file of labels", () => {
  it.each([
    ["with all it needs", row, label],
    [
      "with blank cells, as CSV has them",
      { ...row, adjudicated: "", repeat: "", task: "", prediction: "", note: "" },
      label,
    ],
    [
      "in other spelling",
      { ...row, value: " partially_faithful " },
      { ...label, value: "Partially Faithful" },
    ],
    [
      "with a number",
      { ...row, aspect: "overall", value: 4 },
      { ...label, aspect: "overall", value: "4" },
    ],
    ["without a system", { ...row, system: "" }, { ...label, system: undefined }],
    ["of this task", { ...row, task: "qa" }, { ...label, task: "qa" }],
    ["adjudicated", { ...row, adjudicated: "yes" }, { ...label, isAdjudicated: true }],
    [
      "adjudicated by nobody named",
      { ...row, rater: "", adjudicated: true },
      { ...label, rater: "", isAdjudicated: true },
    ],
    ["of another repeat", { ...row, repeat: "2" }, { ...label, repeat: 2 }],
    [
      "of a known prediction",
      { ...row, prediction: "0123ABCDEF" },
      { ...label, prediction: "0123abcdef" },
    ],
    [
      "with columns of somebody else",
      { ...row, question: "What is it?", answer: "a dog", video: "v.mp4" },
      label,
    ],
  ])("%s", (_name, value, expected) => {
    expect(read(value)).toEqual({ ok: true, value: JSON.parse(JSON.stringify(expected)) });
  });

  it("of another task is no label here, whatever else it says", () => {
    expect(read({ task: "other", aspect: "taste" })).toEqual({ ok: true, value: null });
  });

  it.each([
    ["no record", "q1", "expected a row with the columns sample, system"],
    ["no sample", { ...row, sample: " " }, "sample: must name a sample"],
    ["a nested sample", { ...row, sample: ["q1"] }, "sample: must name a sample"],
    [
      "no aspect",
      { ...row, aspect: null },
      "aspect: is blank; it must be one of faithfulness, overall",
    ],
    [
      "another aspect",
      { ...row, aspect: "taste" },
      'aspect: must be one of faithfulness, overall, got "taste"',
    ],
    [
      "no value",
      { ...row, value: "" },
      "value: is blank; faithfulness is one of Faithful, Partially Faithful, Unknown",
    ],
    [
      "another value",
      { ...row, value: "so so" },
      'value: faithfulness must be one of Faithful, Partially Faithful, Unknown, got "so so"',
    ],
    [
      "a mark beyond the scale",
      { ...row, aspect: "overall", value: 6 },
      "value: overall must be one of 1, 2, 3, 4, 5",
    ],
    [
      "a mark between marks",
      { ...row, aspect: "overall", value: 4.5 },
      "value: overall must be one of",
    ],
    ["no rater", { ...row, rater: undefined }, "rater: must name who said it"],
    [
      "half adjudicated",
      { ...row, adjudicated: "maybe" },
      'adjudicated: must be true or false, got "maybe"',
    ],
    ["repeat 0", { ...row, repeat: 0 }, "repeat: must be a whole number from 1, got 0"],
    ["half a repeat", { ...row, repeat: 1.5 }, "repeat: must be a whole number"],
    [
      "a short digest",
      { ...row, prediction: "abc" },
      "prediction: must be 8 or more hexadecimal digits",
    ],
    [
      "a misspelt column",
      { ...row, adjudciated: true },
      'unknown column "adjudciated"; did you mean "adjudicated"?',
    ],
  ])("is refused with %s", (_name, value, reason) => {
    expect(read(value)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("never throws, and gives nothing but values of the aspect", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom("Faithful", "overall", "faithfulness"),
    );
    const record = fc.dictionary(
      fc.constantFrom(
        "sample",
        "aspect",
        "value",
        "rater",
        "adjudicated",
        "repeat",
        "prediction",
        "x",
      ),
      cell,
    );
    fc.assert(
      fc.property(fc.oneof(record, fc.anything()), (value) => {
        const found = read(value);
        if (!found.ok || !found.value) return;
        const { aspect, value: said } = found.value;
        expect(aspects.find(({ id }) => id === aspect)?.values).toContain(said);
      }),
    );
  });
});
