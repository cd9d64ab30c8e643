import { describe, expect, it } from "vitest";
import {
  choiceOption,
  type MetricOption,
  namesOption,
  numberOption,
  numbersOption,
  switchOption,
  textOption,
} from "../../metrics/metric-option.ts";
import { metricOptionSchema } from "./metric-option-schema.ts";

const described = { name: "x", default: "1", meaning: "what it decides" };

describe("metricOptionSchema", () => {
  it.each<[MetricOption, readonly unknown[], readonly unknown[]]>([
    [numberOption(described, { least: 1, isWhole: true }), [1, 7], [0, 1.5, "1", null]],
    [
      numberOption(described, { isAboveZero: true, most: 1 }, ["area"]),
      [0.5, 1, "area"],
      [0, 1.1, "are"],
    ],
    [choiceOption(described, ["a", "b"]), ["a", "b"], ["c", 1]],
    [switchOption(described), [true, false], ["true", 1]],
    [namesOption(described), [["a", "b"]], [[], [""], "a"]],
    [textOption(described), ["a"], ["", 1]],
    [
      numbersOption(described, { least: 0, most: 1 }),
      [0.5, [0, 1], "0.5", "0:0.5:1"],
      [[], 2, [2], "2", "1:0", true],
    ],
  ])("%#: accepts what the command line accepts", (option, right, wrong) => {
    const schema = metricOptionSchema(option);
    expect(right.filter((value) => !schema.safeParse(value).success)).toEqual([]);
    expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
  });

  it("gives lists of numbers however they are written, and says what an option is", () => {
    const schema = metricOptionSchema(numbersOption(described));
    expect([schema.parse(0.5), schema.parse("0.5,1"), schema.parse("1:1:3")]).toEqual([
      [0.5],
      [0.5, 1],
      [1, 2, 3],
    ]);
    expect(schema.description).toBe("What it decides.");
  });
});
