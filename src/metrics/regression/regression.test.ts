import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finalFrameMpjpe } from "./final-frame-mpjpe.ts";
import { meanAbsoluteError } from "./mean-absolute-error.ts";
import { meanSquaredError } from "./mean-squared-error.ts";
import { mpjpe } from "./mpjpe.ts";
import { pooledR2 } from "./pooled-r2.ts";

const samples = [
  { target: [0, 1], predicted: [0, 3] },
  { target: [2, 1], predicted: [1, 1] },
  { target: [5, 5], predicted: null },
  { target: null, predicted: [1, 1] },
];
const metrics = [meanSquaredError("m"), meanAbsoluteError("m"), pooledR2("m")];

describe("errors of vectors", () => {
  it("have the values worked out by hand, over answered samples", () => {
    expect(metrics.map((metric) => metric.prepare(samples)())).toEqual([5 / 4, 3 / 4, 1 - 5 / 2]);
    expect(metrics.map((metric) => metric.prepare([])())).toEqual([null, null, null]);
    expect(metrics.map(({ population }) => population)).toEqual([
      "answered",
      "answered",
      "answered",
    ]);
  });

  it("R² takes the mean of the samples scored, and is not defined for a single one", () => {
    const score = pooledR2("m").prepare(samples);
    expect(score(Uint32Array.of(3, 1, 9, 9))).toBeCloseTo(1 - 13 / 3, 12);
    expect(score(Uint32Array.of(2, 0, 0, 0))).toBeNull();
    const same = Array.from({ length: 3 }, () => ({ target: [0.1], predicted: [0] }));
    expect(pooledR2("m").prepare(same)()).toBeNull();
    expect(
      pooledR2("m").prepare([samples[0]!, { target: [1, 2], predicted: [1, 2] }])(),
    ).toBeLessThan(1);
  });

  it("R² is the same for targets of more numbers than there are samples", () => {
    const value = fc.integer({ min: -99, max: 99 }).map((whole) => 1000 + whole / 7);
    const item = fc.record({
      target: fc.tuple(value, value),
      predicted: fc.tuple(value, value),
      weight: fc.nat(3),
      isAnswered: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 12 }), (items) => {
        const weights = Uint32Array.from(items, ({ weight }) => weight);
        const score = (zeros: readonly number[]) =>
          pooledR2("m").prepare(
            items.map(({ target, predicted, isAnswered }) => ({
              target: [...target, ...zeros],
              predicted: isAnswered ? [...predicted, ...zeros] : null,
            })),
          )(weights);
        const [few, many] = [score([]), score(Array.from({ length: 20 }, () => 0))];
        if (few === null || many === null) expect(many).toBe(few);
        else expect((1 - many) / (1 - few || 1)).toBeCloseTo(1 - few === 0 ? 0 : 1, 8);
      }),
    );
  });

  it("refuse vectors that cannot be compared", () => {
    for (const metric of metrics)
      expect(() => metric.prepare([{ target: [1], predicted: [1, 2] }])).toThrow(RangeError);
    expect(() => pooledR2("m").prepare([{ target: [1], predicted: [1] }, samples[0]!])).toThrow(
      "1 and 2",
    );
  });

  const number = fc.integer({ min: -9, max: 9 });
  const items = fc.array(
    fc.tuple(
      fc.record({ target: fc.tuple(number, number), predicted: fc.tuple(number, number) }),
      fc.nat(3),
    ),
  );
  it.each(metrics)("$id is bounded, without order, and takes weights as repetitions", (metric) => {
    fc.assert(
      fc.property(items, (pairs) => {
        const repeated = pairs.flatMap(([item, count]) =>
          Array.from({ length: count }, () => item),
        );
        const value = metric.prepare(pairs.map(([item]) => item))(
          Uint32Array.from(pairs, ([, count]) => count),
        );
        const expected = metric.prepare(repeated.toReversed())();
        if (value === null || expected === null) {
          expect(value).toBe(expected);
          return;
        }
        expect(value).toSatisfy((score: number) => (metric.best === 1 ? score <= 1 : score >= 0));
        expect(value).toBeCloseTo(expected, 9);
      }),
    );
  });
});

describe("errors of poses", () => {
  const still = [
    [0, 0, 0],
    [1, 1, 1],
  ];
  const item = {
    target: [still, still],
    predicted: [
      still,
      [
        [3, 4, 0],
        [1, 1, 1],
      ],
    ],
  };

  it("are mean distances over all frames or the last one", () => {
    expect(mpjpe("m").prepare([item])()).toBe(5 / 4);
    expect(finalFrameMpjpe("m").prepare([item])()).toBe(5 / 2);
    expect(mpjpe("m").prepare([item, { target: [still], predicted: null }])()).toBe(5 / 4);
    expect(mpjpe("m").prepare([{ target: null, predicted: [still] }])()).toBeNull();
  });

  it.each([
    { target: [still], predicted: [still, still] },
    { target: [still], predicted: [[[0, 0, 0]]] },
    {
      target: [still],
      predicted: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    { target: [], predicted: [] },
  ])("refuse poses that cannot be compared %#", (poses) => {
    expect(() => mpjpe("m").prepare([poses])).toThrow(RangeError);
  });
});
