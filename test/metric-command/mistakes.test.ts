import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";
import { textFiles } from "./sample-files.ts";

const runner = metricRunner();
const { write, metric, refusal } = runner;
const texts = textFiles(runner);

describe("mistakes", () => {
  write("short.txt", "one line\n");
  write("latin.txt", Uint8Array.of(0x61, 0xe9, 0x0a));
  write(
    "later.txt",
    Buffer.concat([Buffer.from("caf\u00e9\n\n"), Uint8Array.of(0x61, 0xe9, 0x0a, 0x62)]),
  );
  it.each([
    [
      ["bleu", "--hypotheses", "hyp.txt", "--references", "short.txt"],
      "hyp.txt has 24 lines, but short.txt has 1 line",
    ],
    [["bleu", "--hypotheses", "hyp.txt"], "missing: --references"],
    [["bleu", "--references", "ref.txt"], "missing: --hypotheses"],
    [["bleu", "--hypotheses", "none.txt", "--references", "ref.txt"], "no such file: none.txt"],
    [["bleu", "--hypotheses", "latin.txt", "--references", "ref.txt"], "latin.txt:1: not UTF-8"],
    [["bleu", "--hypotheses", "later.txt", "--references", "ref.txt"], "later.txt:3: not UTF-8"],
    [
      ["bleu", ...texts, "ref.txt"],
      "write the flag before every file, such as --references a.txt --references b.txt",
    ],
    [
      ["bleu", "--hypotheses", "hyp.txt", "--references", "ref.txt,ref2.txt"],
      "ref2.txt\nwrite the flag once for every file",
    ],
    [
      ["bleu", ...texts, "--order", "1:0.5:3"],
      "--order 1:0.5:3: expected one whole number from 1 to 4",
    ],
    [["bleu", ...texts, "--sentence-level"], "did you mean --per-segment?"],
    [["map", "-q"], "did you mean --per-query?"],
    [["blue", ...texts], 'did you mean "bleu"?'],
    [[], "no metric was named"],
    [["bleu,", ...texts], "the name of a metric is empty"],
    [["bleu,kappa", ...texts], "bleu and kappa do not read the same files"],
    [
      ["bleu", ...texts, "--qrels", "q"],
      "--qrels goes with metrics of retrieval, not with those of text",
    ],
    [["rouge-l", ...texts, "--option", "beat=2"], 'did you mean "beta"?'],
    [
      ["rouge-l", ...texts, "--option", "beta=much"],
      "--option beta=much: expected a number from 0 on",
    ],
    [["rouge-l", ...texts, "--option", "bleu.beta=1"], "bleu is not among the metrics asked for"],
    [["rouge-l", ...texts, "--option", "beta"], "expected name=value"],
    [
      ["rouge-l,meteor", ...texts, "--option", "beta=1"],
      'rouge-l and meteor mean different things by "beta"',
    ],
    [
      ["rouge-l", ...texts, "--sigma", "3"],
      '--sigma 3: rouge-l has no option "sigma"\noptions here: beta',
    ],
    [
      ["rouge-l", ...texts, "--hypothesis", "h.txt"],
      "unknown option --hypothesis\ndid you mean --hypotheses?",
    ],
    [["rouge-l", "bleu", ...texts], 'unexpected argument "bleu"'],
    [["rouge-l", ...texts, "--beta"], "--beta needs a value"],
    [
      ["sacrebleu", ...texts, "--smooth-method", "much"],
      "--smooth-method much: expected exp, floor, add-k, none",
    ],
    [["sacrebleu", ...texts, "--option", "case=lower"], 'did you mean "lowercase"?'],
    [["meteor", ...texts, "--option", "tokens=given"], 'did you mean "--tokenized"?'],
    [["meteor", ...texts, "--function-words", "x"], "unknown option --function-words"],
    [["cider", ...texts, "--order", "1,2"], "cider has one order, but 2 were given"],
    [["bleu", ...texts, "--order", "5"], "--order 5: expected one whole number from 1 to 4"],
  ])("%j", async (args, message) => {
    expect(await refusal(...args)).toContain(message);
  });

  it("are told without a stack, and end with 2, also those that a metric finds", async () => {
    const { status, stdout, stderr } = await metric("rouge-l", ...texts, "--option", "beta=0");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe("error: beta is 0, but it must be above 0\n");
  });
});
