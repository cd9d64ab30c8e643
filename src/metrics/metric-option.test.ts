import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choiceOption,
  namesOption,
  numberOption,
  numbersOption,
  switchOption,
} from "./metric-option.ts";

const described = { name: "x", default: "1", meaning: "what it decides" };

describe("numbers", () => {
  const share = numbersOption(described, { least: 0, most: 1 });

  it.each([
    ["0.5", [0.5]],
    ["0.5,0.75", [0.5, 0.75]],
    ["0.5:0.25:1", [0.5, 0.75, 1]],
    ["0.3:0.1:0.7", [0.3, 0.4, 0.5, 0.6, 0.7]],
    ["0.5:0.2:0.8", [0.5, 0.7]],
    ["0.5:0.05:0.95", [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]],
    ["1:1:1", [1]],
  ])("%s", (text, values) => {
    expect(share.parse(text)).toEqual(values);
  });

  it.each([
    "",
    ",",
    "a",
    "0.5,",
    "1.5",
    "-0.1",
    "0.5:0.1",
    "0.5:0:0.9",
    "0.9:0.1:0.5",
    "0.5:-0.1:0.1",
    "0.5:0.1:1.5",
    "0:1e-9:1",
    "NaN",
    "0.1:0.1:0.5:1",
  ])("refuses %j", (text) => {
    expect(share.parse(text)).toBeUndefined();
  });

  it("may have to be above 0, and each step of a range whole", () => {
    const above = numbersOption(described, { isAboveZero: true, most: 1 });
    expect(above.expects).toContain("number above 0, up to 1 ");
    expect(above.parse("0.1:0.1:0.2")).toEqual([0.1, 0.2]);
    for (const text of ["0", "0.5,0", "0:0.5:1", "-1", "1.1"])
      expect([text, above.parse(text)]).toEqual([text, undefined]);
    const whole = numbersOption(described, { least: 1, isWhole: true });
    expect([whole.parse("1:1:3"), whole.parse("1:0.5:3")]).toEqual([[1, 2, 3], undefined]);
    expect(numberOption(described, { isAboveZero: true }).expects).toBe("a number above 0");
  });

  it("reads what was written, decimals as decimals, both ends included", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (from, step, count) => {
          const hundredths = Array.from({ length: count + 1 }, (_, i) => from + i * step);
          const parse = numbersOption(described).parse;
          expect(parse(`${from / 100}:${step / 100}:${hundredths.at(-1)! / 100}`)).toEqual(
            hundredths.map((one) => one / 100),
          );
          expect(parse(hundredths.map((one) => one / 100).join(","))).toEqual(
            hundredths.map((one) => one / 100),
          );
        },
      ),
    );
  });
});

describe("other options", () => {
  it.each([
    [numberOption(described, { least: 1, isWhole: true }), "3", 3],
    [numberOption(described, { least: 1, isWhole: true }), "0", undefined],
    [numberOption(described, { least: 1, isWhole: true }), "1.5", undefined],
    [numberOption(described), "", undefined],
    [numberOption(described), "-2.5", -2.5],
    [numberOption(described, { least: 1 }, ["area"]), "area", "area"],
    [numberOption(described, { least: 1 }, ["area"]), "are", undefined],
    [choiceOption(described, ["a", "b"]), "b", "b"],
    [choiceOption(described, ["a", "b"]), "c", undefined],
    [choiceOption(described, ["a", "b"], { beta: "b" }), "beta", "b"],
    [choiceOption(described, ["a", "b"], { beta: "b" }), "toString", undefined],
    [namesOption(described, ["low", "high"]), "low,middle", undefined],
    [switchOption(described), "true", true],
    [switchOption(described), "yes", undefined],
    [namesOption(described), "low, high", ["low", "high"]],
    [namesOption(described), "low,,high", undefined],
  ])("%#: %s", (kind, text, value) => {
    expect(kind.parse(text)).toEqual(value);
  });
});
