import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import { eventDetection } from "../../families/event-detection/index.ts";
import { families } from "../../families/index.ts";
import { optionValues } from "./option-values.ts";

const [multipleChoice] = families;
const family: Family = {
  ...(multipleChoice as unknown as Family),
  data: {
    ...(multipleChoice as unknown as Family).data,
    options: z.strictObject({
      count: z.int().default(3),
      names: z.array(z.string()).optional(),
      deep: z.object({ on: z.boolean() }).optional(),
    }),
  },
};

function mistake(pairs: readonly string[], of: Family = family): string {
  try {
    optionValues(of, pairs);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  }
  return expect.unreachable("nothing was wrong");
}

describe("optionValues", () => {
  it("fills in defaults", () => {
    const defaults = {
      answer: "letter",
      subtitles: "none",
      choiceTemplate: "{question} {choice}",
    };
    expect(optionValues(multipleChoice, [])).toEqual(defaults);
    expect(optionValues(multipleChoice, ["answer=verbatim"])).toEqual({
      ...defaults,
      answer: "verbatim",
    });
  });

  it("reads values as YAML does; the last of a name counts", () => {
    expect(optionValues(family, ["count=7", "names=[a, 'b=c']", "deep={on: true}"])).toEqual({
      count: 7,
      names: ["a", "b=c"],
      deep: { on: true },
    });
    expect(optionValues(family, ["count=7", "count=8"])).toEqual({ count: 8 });
  });

  it.each(["count", "=7", ""])("refuses %j", (pair) => {
    expect(mistake([pair])).toBe(`--option ${pair}: expected name=value`);
  });

  it("says which option has which mistake", () => {
    expect(mistake(["count=many"])).toBe('--option  count: expected a number, got "many"');
    expect(mistake(["deep={on: 3}"])).toBe("--option  deep.on: expected true or false, got 3");
    expect(mistake(["answer=words"], multipleChoice)).toMatch(
      /^--option {2}answer: expected "letter".* got "words"$/,
    );
  });

  it.each(["cuont", "__proto__", "constructor"])("refuses the unknown option %s", (name) => {
    expect(mistake([`${name}=1`])).toBe(`--option  unknown key "${name}"`);
  });

  it("suggests the option that was probably meant", () => {
    expect(() => optionValues(eventDetection, ["tiuo=.5"])).toThrow(
      expect.objectContaining({ hint: 'did you mean "tiou"?' }),
    );
  });

  it.each([2, "abc"])("says what thresholds can be where they are %s", (value) => {
    expect(mistake([`tiou=${value}`], eventDetection)).toMatch(
      /^--option {2}tiou: expected one number above 0, up to 1 or several separated by commas/,
    );
  });

  it("takes the values that `vidimus metric` takes", () => {
    const pairs = ["definition=thumos", "minConfidence=none", "tiou=0.3:0.1:0.7"];
    expect(optionValues(eventDetection, pairs)).toMatchObject({
      definition: "thumos14",
      minConfidence: "none",
      minIous: [0.3, 0.4, 0.5, 0.6, 0.7],
    });
  });

  it("refuses what is no YAML, in one line", () => {
    expect(mistake(["names=[a"])).toMatch(/^--option names=\[a: not YAML: [^\n]+$/);
  });
});
