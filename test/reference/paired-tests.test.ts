import { describe, expect, it } from "vitest";
import { againstFiles } from "../../src/cli/commands/metric/against-files.ts";
import { askMetrics } from "../../src/cli/commands/metric/ask-metrics.ts";
import { readWords } from "../../src/cli/commands/metric/metric-words.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import reference from "./paired-tests.json" with { type: "json" };

const folder = temporaryFolder();
const written = Object.fromEntries(
  Object.entries({ ...reference.systems, references: reference.references }).map(
    ([name, lines]) => [name, folder.file(`${name}.txt`, `${lines.join("\n")}\n`)],
  ),
);

/** Every other system against the first, as sacreBLEU calls the test. */
async function tested(kind: "pairedBs" | "pairedAr", draws: number) {
  const { inputs, words } = await readWords(["sacrebleu"]);
  const request = askMetrics(inputs, words, {
    ...{ hypotheses: written.base, references: [written.references] },
    ...{ against: ["near", "better", "best"].map((name) => written[name]!) },
    ...{ [kind]: true, [`${kind}N`]: draws },
  });
  const files = await request.input.reader.open(request);
  const found = await againstFiles(request, files);
  return found.map(({ scores }) => scores.get("sacrebleu")!);
}

/** Three standard errors of the difference of two shares that were both drawn. */
function tolerance(p: number, draws: number): number {
  return 3 * Math.sqrt(p * (1 - p) * (1 / draws + 1 / reference.draws)) + 2 / draws;
}

describe("paired tests of sacreBLEU 2.6.0, within Monte Carlo error", () => {
  it.each([
    ["bs", "pairedBs"],
    ["ar", "pairedAr"],
  ] as const)("%s", async (name, kind) => {
    const draws = 4_000;
    const [base, ...expected] = reference.tests[name];
    const found = await tested(kind, draws);
    expect(found).toHaveLength(expected.length);
    for (const [i, { score, p }] of expected.entries()) {
      expect(found[i]!.value).toBeCloseTo(score, 9);
      expect(found[i]!.difference).toBeCloseTo(base!.score - score, 9);
      expect(Math.abs(found[i]!.p! - p!)).toBeLessThan(tolerance(p!, draws));
    }
  });

  it("prints the same mean and spread of resamples", async () => {
    const [base, ...expected] = reference.tests.bs;
    const found = await tested("pairedBs", 4_000);
    for (const [i, { mean, ci }] of expected.entries()) {
      const { own, other } = found[i]!.means!;
      for (const [made, given] of [
        [own, base!],
        [other, { mean, ci }],
      ] as const) {
        // The spread of 2 · 1.96 standard errors says how far a mean of 4,000 may be off.
        expect(Math.abs(made.mean - given.mean!)).toBeLessThan((3 * given.ci!) / 1.96 / 50);
        expect(made.halfWidth / given.ci!).toBeCloseTo(1, 1);
      }
    }
  });
});
