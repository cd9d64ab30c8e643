import { describe, expect, it } from "vitest";
import { UserError } from "../../../core/user-error.ts";
import { tiouOption } from "../../../metrics/detection/detection-options.ts";
import { loadMetrics } from "./load-metrics.ts";
import { metricWords, readWords } from "./metric-words.ts";

const inputs = await loadMetrics();
const read = (...words: readonly string[]) => metricWords(inputs, words);

describe("metricWords", () => {
  it("finds names before, after and without options", () => {
    expect(read()).toEqual({ names: [], given: [] });
    expect(read("bleu, cider").names).toEqual(["bleu", "cider"]);
    expect(read("--sigma", "3", "cider").names).toEqual(["cider"]);
    expect(read("cider", "--sigma", "3").given).toEqual([
      { written: "--sigma 3", name: "sigma", value: "3" },
    ]);
  });

  it("takes values after a space or a sign, also negative ones", () => {
    expect(read("--min-gain=-1").given).toEqual([
      { written: "--min-gain -1", name: "minGain", value: "-1" },
    ]);
    expect(read("--min-gain", "-1").given[0]!.value).toBe("-1");
    expect(read("--separator==").given[0]!.value).toBe("=");
  });

  it("takes switches alone or with their value, which no name is mistaken for", () => {
    expect(read("--lowercase", "sacrebleu")).toEqual({
      names: ["sacrebleu"],
      given: [{ written: "--lowercase", name: "lowercase", value: "true" }],
    });
    expect(read("--lowercase", "false").given[0]).toEqual({
      written: "--lowercase false",
      name: "lowercase",
      value: "false",
    });
    expect(read("--lowercase=false").given[0]!.value).toBe("false");
  });

  it("knows what other programs call them, with the value such a flag stands for", () => {
    expect(read("-c", "-l", "2", "retrieval")).toEqual({
      names: ["retrieval"],
      given: [
        { written: "-c", name: "missing", value: "zero" },
        { written: "-l 2", name: "minGain", value: "2" },
      ],
    });
  });

  it.each([
    [["--sigmal", "3"], "unknown option --sigmal", "did you mean --sigma?"],
    [["--min-grade", "2"], "unknown option --min-grade", "did you mean --grade?"],
    [["--qrel", "2"], "unknown option --qrel", "did you mean --qrels?"],
    [["--sigma"], "--sigma needs a value", "how many bigrams of difference in length are forgiven"],
    [
      ["bleu", "cider"],
      'unexpected argument "cider"',
      "separate names of metrics by commas, without spaces",
    ],
  ])("%j", (words, message, hint) => {
    expect(() => read(...words)).toThrow(new UserError(message, hint));
    try {
      read(...words);
    } catch (error) {
      expect((error as UserError).hint).toBe(hint);
    }
  });
});

describe("readWords", () => {
  it.each([
    [["detection-map", "--tiou", "0.5"], "detection-map", ["detection-map"]],
    [["--raters", "kappa,icc", "alpha"], "alpha", undefined],
    [["frames"], "frames", ["frame-auc", "frame-map"]],
    [["retrieval", "-c"], "retrieval", ["retrieval"]],
  ])(
    "%j loads no more than is named, unless the words are not understood otherwise",
    async (words, name, loaded) => {
      const read = await readWords(words);
      expect(read.words.names).toEqual([name]);
      const ids = read.inputs.flatMap(({ metrics }) => metrics.map(({ offer }) => offer.id));
      if (loaded) expect(ids).toEqual(loaded);
      else expect(ids).toContain(name);
    },
  );

  it("explains an option by what it means to the metric that was named", async () => {
    await expect(readWords(["detection-map", "--tiou"])).rejects.toMatchObject({
      message: "--tiou needs a value",
      hint: tiouOption.meaning,
    });
  });
});
