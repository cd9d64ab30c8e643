import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idMismatchHint } from "./id-mismatch.ts";

const ids = ["v_a", "v_b", "v_c"];

describe("idMismatchHint", () => {
  it.each([
    [ids.map((id) => `${id}.mp4`), 'the ids of the predictions match without ".mp4"'],
    [ids.map((id) => id.slice(2)), 'the ids of the data match without "v_"'],
    [
      ids.map((id) => ` ${id.toUpperCase()}`),
      "they are the same but for capitals and space around them",
    ],
    [["x", "y", "z"], undefined],
    [["v_a.mp4", "other", "others", "unknown"], undefined],
    [[], undefined],
  ])("of %j", (predictions, hint) => expect(idMismatchHint({ data: ids, predictions })).toBe(hint));

  it("finds whatever was put before or behind all ids", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "b", "7", "/", ".", "_"),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
        word,
        fc.boolean(),
        (data, affix, isBehind) => {
          const predictions = data.map((id) => (isBehind ? `${id}${affix}` : `${affix}${id}`));
          fc.pre(!predictions.some((id) => data.includes(id)));
          expect(idMismatchHint({ data, predictions })).toBeDefined();
        },
      ),
    );
  });
});
