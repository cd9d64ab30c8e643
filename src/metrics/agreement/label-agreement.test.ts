import { describe, expect, it } from "vitest";
import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { judgeAgreement, raterAgreement } from "./label-agreement.ts";

const nominal = { values: ["F", "P", "U", "?"], isOrdered: false };
const ordered = { values: ["1", "2", "3"], isOrdered: true };

function item(
  ratings: readonly (string | null)[],
  more: Partial<LabelEvidence> = {},
): LabelEvidence {
  return { ratings, final: null, mark: null, isDisputed: false, judged: null, ...more };
}

function scores(
  metrics: readonly Metric<LabelEvidence>[],
  items: readonly LabelEvidence[],
): Record<string, number | null> {
  return Object.fromEntries(
    metrics.map((metric) => {
      const counted =
        metric.kind === "corpus" ? items.filter((one) => metric.counts?.(one) ?? true) : items;
      return [metric.id, metric.prepare(counted)()];
    }),
  );
}

describe("agreement of raters", () => {
  it("of two is kappa, PABAK over all values of the aspect, AC1 and the plain share", () => {
    // Ten items: 6 F/F, 2 U/U, 1 F/U, 1 P/F; one seen by a single rater.
    const items = [
      ...Array.from({ length: 6 }, () => item(["F", "F"])),
      ...Array.from({ length: 2 }, () => item(["U", "U"])),
      item(["F", "U"]),
      item(["P", "F"]),
      item(["P", null]),
    ];
    const found = scores(raterAgreement(nominal, 2), items);
    // Chance: F .7·.7 + P .1·0 + U .2·.3 = .55.
    expect(found["cohen-kappa"]).toBeCloseTo((0.8 - 0.55) / 0.45, 12);
    expect(found.pabak).toBeCloseTo((4 * 0.8 - 1) / 3, 12);
    // Shares F .7, P .05, U .25: chance .21 + .0475 + .1875 over 3.
    expect(found["gwet-ac1"]).toBeCloseTo((0.8 - 0.445 / 3) / (1 - 0.445 / 3), 12);
    expect(found["rater-agreement"]).toBeCloseTo(0.8, 12);
  });

  it("of ordered values forgives neighbours", () => {
    const near = scores(raterAgreement(ordered, 2), [
      item(["1", "2"]),
      item(["2", "2"]),
      item(["3", "3"]),
      item(["1", "1"]),
    ]);
    const far = scores(raterAgreement(ordered, 2), [
      item(["1", "3"]),
      item(["2", "2"]),
      item(["3", "3"]),
      item(["1", "1"]),
    ]);
    expect(near["cohen-kappa-quadratic"]).toBeGreaterThan(far["cohen-kappa-quadratic"]!);
    expect(near["rater-agreement"]).toBe(far["rater-agreement"]);
  });

  it("of more than two is alpha, also where nobody saw everything", () => {
    const items = [
      item(["F", "F", null]),
      item([null, "U", "U"]),
      item(["F", null, "P"]),
      item(["U", "U", "U"]),
    ];
    expect(Object.keys(scores(raterAgreement(nominal, 3), items))).toEqual([
      "krippendorff-alpha",
      "gwet-ac1",
    ]);
    expect(scores(raterAgreement(nominal, 3), items)["krippendorff-alpha"]).toBeLessThan(1);
    const marks = [item(["1", "1", "1"]), item(["3", "3", "2"])];
    expect(
      scores(raterAgreement(ordered, 3), marks)["krippendorff-alpha-interval"],
    ).toBeGreaterThan(0.5);
  });

  it("is not defined where nothing was rated twice, and by kappa where a single value was used", () => {
    for (const value of Object.values(scores(raterAgreement(nominal, 2), [item(["F", null])])))
      expect(value).toBeNull();
    const same = scores(raterAgreement(nominal, 2), [item(["F", "F"]), item(["F", "F"])]);
    expect(same).toMatchObject({ "cohen-kappa": null, pabak: 1, "gwet-ac1": 1 });
  });
});

describe("agreement of a judge with people", () => {
  it("is never taken for that of raters", () => {
    const signatures = [...raterAgreement(nominal, 2), ...judgeAgreement(nominal)].map(
      ({ signature }) => signature,
    );
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  it("is about what people come to, where both say something", () => {
    const items = [
      item(["F", "U"], { final: "F", judged: "F" }),
      item(["F", "F"], { final: "F", judged: "U" }),
      item(["U", "U"], { final: "U", judged: "U" }),
      item(["F", "U"], { judged: "U", isDisputed: true }),
      item(["F", "F"], { final: "F" }),
    ];
    const found = scores(judgeAgreement(nominal), items);
    expect(found["judge-agreement"]).toBeCloseTo(2 / 3, 12);
    // People F, F, U; judge F, U, U: chance 2/3·1/3 + 1/3·2/3.
    expect(found["cohen-kappa"]).toBeCloseTo((2 / 3 - 4 / 9) / (1 - 4 / 9), 12);
  });
});
