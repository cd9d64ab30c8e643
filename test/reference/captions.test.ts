import { expect, test } from "vitest";
import { metricRunner } from "../metric-command/metric-runner.ts";
import reference from "./captions.json" with { type: "json" };

const { write, scores } = metricRunner();

test("pycocoevalcap on captions of our own, its tokenizer included, corpus and segments", async () => {
  const pairs = reference.pairs as unknown as readonly (readonly [string, readonly string[]])[];
  const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join("");
  const hypotheses = write("captions.txt", lines(pairs.map(([candidate]) => candidate)));
  // A caption with fewer references than others has blank lines in the files of the others.
  const references = [0, 1, 2].map((at) =>
    write(`references-${at}.txt`, lines(pairs.map(([, own]) => own[at] ?? ""))),
  );
  const files = [
    "--hypotheses",
    hypotheses,
    ...references.flatMap((name) => ["--references", name]),
  ];
  const found = await scores("bleu,rouge-l,cider", ...files, "--per-segment", "--no-intervals");
  for (const [id, { corpus, segments }] of Object.entries(reference.figures)) {
    expect(found[id]!.value, id).toBeCloseTo(corpus, 9);
    expect(found[id]!.segments, id).toEqual(segments.map((value) => expect.closeTo(value, 9)));
  }
});
