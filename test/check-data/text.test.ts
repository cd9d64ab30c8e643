import { describe, expect, test } from "vitest";
import { ptbTokenize } from "../../src/metrics/text/ptb-tokenize.ts";
import { metricRunner } from "../metric-command/metric-runner.ts";
import { captionScores } from "../reference/caption-scores.ts";
import { checkFile, checkLines, checkText } from "./check-file.ts";

const { write, scores } = metricRunner();
/** Our scores by the names of pycocoevalcap, in the order of `captionScores`. */
const names = {
  Bleu_1: "bleu-1",
  Bleu_2: "bleu-2",
  Bleu_3: "bleu-3",
  Bleu_4: "bleu-4",
  ROUGE_L: "rouge-l",
  CIDEr: "cider",
};

function expectClose(actual: readonly number[], expected: readonly number[], what: string): void {
  expect(actual, what).toHaveLength(expected.length);
  const largest = actual.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - expected[i]!)),
    0,
  );
  expect(largest, what).toBeLessThan(1e-9);
}

describe("pycocoevalcap on 2,000 ActivityNet captions, corpus and per pair", () => {
  const { refs, hyps } = JSON.parse(
    checkText("text/tokenised_pairs_val_1_first2000.json"),
  ) as Record<"refs" | "hyps", Readonly<Record<string, readonly [string]>>>;
  const pairs = Object.keys(refs).map((key) => ({
    candidate: hyps[key]![0],
    references: refs[key]!,
  }));
  const expected = JSON.parse(checkText("text/tokenised_pairs_val_1_first2000_expected.json")) as {
    readonly corpus: Readonly<Record<string, number>>;
    readonly per_pair: Readonly<Record<string, readonly number[]>>;
  };

  test("from the metrics", () => {
    const found = captionScores(pairs);
    for (const [column, name] of Object.keys(names).entries()) {
      expectClose([found.corpus[column]!], [expected.corpus[name]!], name);
      expectClose(found.perPair[column]!, expected.per_pair[name]!, name);
    }
  });

  test("from vidimus metric", async () => {
    write("captions.txt", pairs.map(({ candidate }) => candidate).join("\n"));
    write("references.txt", pairs.map(({ references }) => references[0]).join("\n"));
    const files = ["--hypotheses", "captions.txt", "--references", "references.txt", "--tokenized"];
    const found = await scores("bleu,rouge-l,cider", ...files, "--per-segment", "--no-intervals");
    for (const [theirs, ours] of Object.entries(names)) {
      expectClose([found[ours]!.value!], [expected.corpus[theirs]!], ours);
      expectClose(found[ours]!.segments!, expected.per_pair[theirs]!, ours);
    }
  });
});

describe("nlg-eval's three-line test, to the digits published", () => {
  const published = [0.55, 0.428174, 0.284043, 0.201143, 0.522104, 1.242192];

  test("from the metrics", () => {
    const [first, second] = [checkLines("text/ref1.txt"), checkLines("text/ref2.txt")];
    const pairs = checkLines("text/hyp.txt").map((candidate, i) => ({
      candidate,
      references: [first[i]!, second[i]!],
    }));
    const { corpus } = captionScores(pairs);
    for (const [column, figure] of published.entries())
      expect(corpus[column]).toBeCloseTo(figure, 6);
  });

  test("from vidimus metric", async () => {
    const references = ["text/ref1.txt", "text/ref2.txt"] as const;
    const files = [
      "--hypotheses",
      checkFile("text/hyp.txt"),
      ...references.flatMap((name) => ["--references", checkFile(name)]),
    ];
    const found = await scores("bleu,rouge-l,cider", ...files);
    for (const [column, id] of Object.values(names).entries())
      expect(found[id]!.value, id).toBeCloseTo(published[column]!, 5);
  });
});

test("Stanford's PTBTokenizer 3.4.1 on texts of dialogues, with and without punctuation", () => {
  const rows = JSON.parse(checkText("dialogue/ptb_tokens.json")) as {
    text: string;
    ptb: string;
    filtered: string;
  }[];
  const wrong = rows.filter(
    ({ text, ptb, filtered }) =>
      ptbTokenize(text, { removePunctuation: false }).join(" ") !== ptb ||
      ptbTokenize(text).join(" ") !== filtered,
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
