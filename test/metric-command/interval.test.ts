import { describe, expect, it } from "vitest";
import {
  chosenInterval,
  type IntervalMethod,
} from "../../src/cli/commands/metric/chosen-interval.ts";
import { metricRunner } from "./metric-runner.ts";
import { textFiles } from "./sample-files.ts";

const runner = metricRunner();
const { write, metric, scores } = runner;
const texts = textFiles(runner);

describe("--interval", () => {
  it.each(["percentile", "bca", "studentised"] as const)("%s", async (method) => {
    const found = await scores("rouge-l,bleu", ...texts, "--order", "4", "--interval", method);
    const { value, low, high, interval } = found["rouge-l"]!;
    expect(interval).toBe(
      `cluster bootstrap, ${method === "bca" ? "BCa" : method}, 1000 resamples; caution: only 24 groups`,
    );
    expect(low).toBeLessThan(value!);
    expect(high).toBeGreaterThan(value!);
    if (method === "studentised")
      expect(found["bleu-4"]!.interval).toContain("none: studentised limits are those of means");
    else expect(found["bleu-4"]!.low).toBeLessThan(found["bleu-4"]!.value!);
  });

  it("is that of the same units by other limits, and leaves out what does not count", () => {
    const n = 40;
    const values = Float64Array.from({ length: n }, (_, i) => (i % 7) / 7);
    const weights = Uint32Array.from({ length: n }, (_, i) => (i < 20 ? 1 : 0));
    const score = (own?: Uint32Array | Float64Array) => {
      let [sum, total] = [0, 0];
      for (let i = 0; i < n; i++) {
        const weight = own ? own[i]! : 1;
        sum += weight * values[i]!;
        total += weight;
      }
      return total > 0 ? sum / total : null;
    };
    const figure = {
      key: "x",
      title: "X",
      signature: "x",
      measure: "y",
      kind: "mean",
      best: 1,
      worst: 0,
      score,
      values,
    } as const;
    const set = { n, groups: Uint32Array.from({ length: n }, (_, i) => i), groupCount: n };
    const of = (method: IntervalMethod, own?: Uint32Array) =>
      chosenInterval(figure, { method, seed: 1, set, weights: own, point: score(own) });
    for (const method of ["percentile", "bca"] as const) {
      expect(of(method, weights).high! - of(method, weights).low!).toBeGreaterThan(
        of(method).high! - of(method).low!,
      );
      expect(of(method, weights).interval).toContain("only 20 groups");
    }
    expect(of("bca").low).not.toBe(of("percentile").low);
    expect(
      chosenInterval(figure, { method: "bca", seed: 1, set, weights: undefined, point: null })
        .interval,
    ).toBe("none: the score is not defined");
    const few = Uint32Array.from({ length: n }, (_, i) => (i < 9 ? 1 : 0));
    expect(of("percentile", few).interval).toBe("none: fewer than 10 groups (9)");
  });

  it("is refused where it is not known or does not fit", async () => {
    expect((await metric("rouge-l", ...texts, "--interval", "exact")).stderr).toContain(
      "--interval exact: expected percentile, bca, studentised",
    );
    write("pairs.csv", "ann,bob\n1,1\n2,1\n");
    expect((await metric("kappa", "--ratings", "pairs.csv", "--interval", "bca")).stderr).toContain(
      "does not go with measures of agreement",
    );
  });
});
