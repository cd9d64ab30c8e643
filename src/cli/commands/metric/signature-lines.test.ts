import { describe, expect, it } from "vitest";
import { signatureLines } from "./signature-lines.ts";

const measure = "texts|tokens:ptb|v:1";
const bleu = (order: number) => ({
  key: `bleu-${order}`,
  signature: `bleu|order:${order}|scale:1|v:1`,
  measure,
});

describe("signatureLines", () => {
  it("tells one figure's signature whole where it fits", () => {
    expect(signatureLines([bleu(4)], 80)).toEqual([
      "bleu-4",
      "  bleu|order:4|scale:1|v:1",
      "  of texts|tokens:ptb|v:1",
    ]);
  });

  it("tells a signature once for figures that differ in one parameter, with its values in their order", () => {
    expect(signatureLines([bleu(1), bleu(2), bleu(4)], 80)).toEqual([
      "bleu-1, bleu-2, bleu-4",
      "  bleu|order:*|scale:1|v:1",
      "  of texts|tokens:ptb|v:1",
      "  * order: 1; 2; 4",
    ]);
  });

  it("keeps apart what differs in two parameters, in the measure, or in its name", () => {
    const others = [
      { key: "a", signature: "bleu|order:1|scale:100|v:1", measure },
      { key: "b", signature: "bleu|order:1|scale:1|v:1", measure: "other|v:1" },
      { key: "c", signature: "rouge|order:1|scale:1|v:1", measure },
      { key: "d", signature: "bleu|order:1|v:1", measure },
    ];
    const names = signatureLines([bleu(1), bleu(2), ...others], 80).filter(
      (line) => !line.startsWith(" "),
    );
    expect(names).toEqual(["bleu-1, bleu-2", "a", "b", "c", "d"]);
  });

  it.each([20, 40, 80])("breaks lines at %i columns, after bars", (width) => {
    const long = {
      key: "meteor",
      signature: "meteor-1.5|alpha:0.85|beta:0.2|delta:0.75|gamma:0.6|v:1",
      measure,
    };
    const lines = signatureLines([long], width);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    expect(
      lines
        .slice(1)
        .map((line) => line.trim())
        .join(""),
    ).toBe(`${long.signature}of ${measure}`);
  });
});
