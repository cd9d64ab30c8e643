import { describe, expect, it } from "vitest";
import { bleu } from "./bleu.ts";
import { cider } from "./cider.ts";
import { ciderScores } from "./cider-scores.ts";
import { rougeL } from "./rouge-l.ts";

const pair = (text: string) => ({ candidate: text, references: [text] });

describe("ciderScores", () => {
  it("gives 0 to a pair alone, and what its n-grams are worth among other documents", () => {
    const options = { variant: "d", sigma: 6 } as const;
    expect([...ciderScores([pair("a b c d")], options)]).toEqual([0]);
    const [full, short] = ciderScores([pair("a b c d"), pair("e")], {
      ...options,
      documents: [["a b c d"], ["e"], ["f", "g"]],
    });
    expect(full).toBeCloseTo(10, 12);
    expect(short).toBeCloseTo(2.5, 12);
  });

  it("punishes a difference of length by sigma, in CIDEr-D only", () => {
    const pairs = [{ candidate: "a", references: ["a b c d e"] }, pair("z")];
    const [strict] = ciderScores(pairs, { variant: "d", sigma: 1 });
    const [lenient] = ciderScores(pairs, { variant: "d", sigma: 1e6 });
    expect(strict! / lenient!).toBeCloseTo(Math.exp(-8), 9);
    expect(ciderScores(pairs, { variant: "plain", sigma: 1 })[0]).toBe(
      ciderScores(pairs, { variant: "plain", sigma: 9 })[0],
    );
  });

  it("refuses a sigma that is not above 0", () => {
    expect(() => ciderScores([], { variant: "d", sigma: 0 })).toThrow(RangeError);
  });
});

describe("signatures and options of the text metrics", () => {
  it("name every parameter", () => {
    expect(cider("m").signature).toBe(
      "cider-d|documents:all-prepared-references|order:4|scale:10|sigma:6|v:1",
    );
    expect(cider("m", { variant: "plain" }).signature).toBe(
      "cider|documents:all-prepared-references|order:4|scale:10|v:1",
    );
    expect(bleu("m", { order: 2 }).signature).toBe(
      "bleu-coco|order:2|referenceLength:closest|scale:1|smoothing:1e-15/1e-9|v:1",
    );
    expect(rougeL("m").signature).toBe(
      "rouge-l-coco|beta:1.2|references:best-precision-and-best-recall|scale:1|v:1",
    );
  });

  it("are checked", () => {
    for (const order of [0, 5, 1.5]) expect(() => bleu("m", { order })).toThrow(RangeError);
    expect(() => rougeL("m", { beta: 0 })).toThrow(RangeError);
    expect(rougeL("m", { beta: 1 }).value({ precision: 0.5, recall: 1 })).toBeCloseTo(2 / 3, 12);
  });
});
