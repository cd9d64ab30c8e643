import { describe, expect, it } from "vitest";
import type { ChatSystem } from "../../core/asking/system.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { Spending, type Spent } from "./spending.ts";

const prices = { cheap: { input: 1, output: 1 }, dear: { input: 100, output: 100 } };
const system = (
  model: keyof typeof prices | "unknown",
  more: Partial<ChatSystem> = {},
): ChatSystem => ({
  id: model,
  kind: "chat",
  speaks: "chat",
  identity: { model },
  concurrency: 64,
  ask: async () => [],
  ...more,
});
/** So many dollars' worth of tokens. */
const worth = (dollars: number, model: keyof typeof prices) => ({
  usage: { input: (dollars * 1e6) / prices[model].input },
});
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Scene {
  readonly budget?: number;
  readonly before?: Readonly<Record<string, Spent>>;
}

function scene({ budget = 1, before = {} }: Scene = {}) {
  const spending = new Spending({ prices, budget, before });
  const begun: string[] = [];
  const refused: string[] = [];
  const begin = async (one: ChatSystem, expected?: number) => {
    const why = await spending.begin(one, expected);
    (why === undefined ? begun : refused).push(one.id);
  };
  return { spending, begun, refused, begin };
}

describe("room under a budget", () => {
  it("is taken by one ask alone while nothing is known of its cost, by more as more is known, and by all where money is ample", async () => {
    const { spending, begun, begin } = scene();
    for (let i = 0; i < 40; i++) void begin(system("cheap"));
    const afterNext = async () => {
      await settle();
      const before = begun.length;
      spending.end(system("cheap"), worth(0.0001, "cheap"));
      return before;
    };
    expect([await afterNext(), await afterNext(), await afterNext(), await afterNext()]).toEqual([
      1, 3, 5, 7,
    ]);
    await settle();
    expect(begun).toHaveLength(40);
  });

  it("opens by one with every ask that ends without a word about its cost", async () => {
    const { spending, begun, begin } = scene();
    for (let i = 0; i < 10; i++) void begin(system("cheap"));
    await settle();
    spending.end(system("cheap"), undefined);
    await settle();
    expect(begun).toHaveLength(3);
  });

  it("cuts a batch to what is paid for by what its asks are expected to cost, and goes on by what they did", async () => {
    const { spending, begun, refused, begin } = scene();
    const late = system("cheap", { repliesLate: true });
    for (let i = 0; i < 120; i++) void begin(late, 0.05);
    await settle();
    // As if the provider billed four times what is expected.
    expect(begun).toHaveLength(5);
    for (let i = 0; i < 5; i++) spending.end(late, worth(0.01, "cheap"), 0.05);
    await settle();
    // Five replies say little about a hundred.
    expect(begun).toHaveLength(5 + 20);
    for (let ended = 5; refused.length === 0; ) {
      for (; ended < begun.length; ended++) spending.end(late, worth(0.01, "cheap"), 0.05);
      await settle();
    }
    // The last two hundredths are not worth another batch.
    expect(begun.length).toBeGreaterThanOrEqual(98);
    expect(begun.length + refused.length).toBe(120);
    expect(spending.spent).toBeCloseTo(begun.length / 100, 9);
    expect(begun.length).toBeLessThanOrEqual(100);
  });

  it("lets one ask of a batch go ahead alone where nobody can tell its cost, or it alone is expected to cost more than there is", async () => {
    for (const expected of [undefined, 5]) {
      const { begun, begin } = scene();
      for (let i = 0; i < 10; i++) void begin(system("cheap", { repliesLate: true }), expected);
      await settle();
      expect(begun).toHaveLength(1);
    }
  });

  it("makes nobody else wait for a batch, beside what it takes", async () => {
    const { begun, begin } = scene({ before: { dear: { spent: 0.01, asks: 100 } } });
    for (let i = 0; i < 10; i++) void begin(system("cheap", { repliesLate: true }), 0.05);
    await settle();
    expect(begun).toEqual(["cheap", "cheap", "cheap", "cheap"]);
    await begin(system("dear"));
    expect(begun.at(-1)).toBe("dear");
  });

  it("is given back with what was expected by asks of a batch that were not put", async () => {
    const { spending, begun, begin } = scene();
    const late = system("cheap", { repliesLate: true });
    for (let i = 0; i < 3; i++) void begin(late, 0.125);
    await settle();
    expect(begun).toHaveLength(2);
    spending.leave(late, 0.125);
    await settle();
    expect(begun).toHaveLength(3);
  });

  it("expects nothing of asks whose replies come at once, nor without a budget", () => {
    const always = () => 1;
    const limited = new Spending({ prices, budget: 1, before: {}, expect: always });
    const free = new Spending({ prices, budget: undefined, before: {}, expect: always });
    const late = system("cheap", { repliesLate: true });
    expect([
      limited.expected(late, {}),
      limited.expected(system("cheap"), {}),
      free.expected(late, {}),
    ]).toEqual([1, undefined, undefined]);
  });

  it("is waited for where those under way may turn out to be cheaper, and refused once none is", async () => {
    const { spending, begun, refused, begin } = scene({
      before: { cheap: { spent: 0.4, asks: 1 } },
    });
    for (let i = 0; i < 3; i++) void begin(system("cheap"));
    await settle();
    expect([begun.length, refused.length]).toEqual([1, 0]);
    expect(spending.refusal(system("cheap"))).toBeUndefined();
    spending.end(system("cheap"), worth(0.1, "cheap"));
    await settle();
    // 0.5 are spent by two asks.
    expect([begun.length, refused.length]).toEqual([2, 0]);
    spending.end(system("cheap"), worth(0.45, "cheap"));
    await settle();
    expect([begun.length, refused.length]).toEqual([2, 1]);
    expect(spending.refusal(system("cheap"))).toContain(
      "the budget of 1 USD is spent (0.9500 USD so far; what is left is too little to go on with)",
    );
  });

  it("is given back by asks that were not put", async () => {
    const { spending, begun, begin } = scene();
    void begin(system("cheap"));
    void begin(system("cheap"));
    await settle();
    spending.leave(system("cheap"));
    await settle();
    expect(begun).toHaveLength(2);
    expect(spending.spent).toBe(0);
  });

  it("is what each system's own asks cost: where a dear one does not fit, a cheap one goes on", async () => {
    const before = { dear: { spent: 0.6, asks: 1 }, cheap: { spent: 0.1, asks: 100 } };
    const { spending, begun, refused, begin } = scene({ before });
    await begin(system("dear"));
    await begin(system("cheap"));
    expect([begun, refused]).toEqual([["cheap"], ["dear"]]);
    expect(spending.refusal(system("dear"))).toBeDefined();
  });

  it("is asked for at a list price, unless the user has one", async () => {
    const listPrice = { input: 10, output: 10, asOf: "2026-11-01" };
    const { spending, begin, refused } = scene();
    const listed = system("unknown", { listPrice });
    spending.end(listed, { usage: { input: 1e5 } });
    expect([spending.spent, spending.priceOf(listed)]).toEqual([1, listPrice]);
    await begin(listed);
    expect(refused).toEqual(["unknown"]);
    expect(spending.priceOf(system("cheap", { listPrice }))).toBe(prices.cheap);
  });

  it("is not asked for by systems without a price, nor without a budget", async () => {
    const spent = { cheap: { spent: 5, asks: 1 } };
    const limited = scene({ before: spent });
    await limited.begin(system("unknown"));
    expect(limited.begun).toEqual(["unknown"]);
    const free = new Spending({ prices, budget: undefined, before: spent });
    expect([free.begin(system("cheap")), free.refusal(system("cheap")), free.spent]).toEqual([
      undefined,
      undefined,
      5,
    ]);
  });
});

it.each([
  [8, 0.0005],
  [64, 0.0005],
  [64, 0.02],
  [512, 0.002],
])(
  "a budget is used up by %d asks at once of %d USD on average, and exceeded by no more than some of them",
  async (concurrency, mean) => {
    for (let seed = 0; seed < 10; seed++) {
      const random = seededRandom(seed, "costs");
      const { spending, begun, refused, begin } = scene();
      let left = 3 / mean;
      const worker = async () => {
        while (left-- > 0) {
          const before = refused.length;
          await begin(system("cheap"));
          if (refused.length > before) return;
          for (let ticks = 1 + 3 * random(); ticks > 0; ticks--) await settle();
          // Between nothing and four times the mean, most of it small.
          spending.end(system("cheap"), worth(4 * mean * random() ** 3, "cheap"));
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      expect(refused).toHaveLength(concurrency);
      expect(begun.length).toBeGreaterThan(0.5 / mean);
      expect(spending.spent).toBeGreaterThan(1 - 3 * mean);
      expect(spending.spent).toBeLessThan(
        1 + 4 * mean * Math.sqrt(Math.min(concurrency, 1 / mean)),
      );
    }
  },
);

it.each([0.0005, 0.02])(
  "batches of asks of %d USD on average use a budget up, and exceed it by no more than a few of them",
  async (mean) => {
    for (let seed = 0; seed < 10; seed++) {
      const random = seededRandom(seed, "costs");
      const { spending, begun, refused, begin } = scene();
      const late = system("cheap", { repliesLate: true });
      // No ask costs more than is expected.
      for (let i = 0; i < 3 / mean; i++) void begin(late, 4 * mean);
      let rounds = 0;
      for (let ended = 0; refused.length === 0 && rounds < 100; rounds++) {
        await settle();
        for (; ended < begun.length; ended++)
          spending.end(late, worth(4 * mean * random() ** 3, "cheap"), 4 * mean);
        await settle();
      }
      expect(rounds).toBeLessThan(25);
      expect(spending.spent).toBeGreaterThan(0.98 - 3 * mean);
      expect(spending.spent).toBeLessThan(1 + 8 * mean);
    }
  },
);

describe("a provider that bills other tokens than were expected", () => {
  /**
   * Puts batches until nothing more begins, and says what they cost under a budget of one dollar.
   */
  async function spentOn(
    expected: number,
    costOf: (at: number) => number,
    before: Readonly<Record<string, Spent>> = {},
  ) {
    const { spending, begun, begin } = scene({ before });
    const late = system("cheap", { repliesLate: true });
    for (let i = 0; i < 500; i++) void begin(late, expected);
    await settle();
    for (let ended = 0; ended < begun.length; await settle())
      for (const upTo = begun.length; ended < upTo; ended++)
        spending.end(late, worth(costOf(ended), "cheap"), expected);
    return spending.spent;
  }

  it.each([
    [0.25, 0.01, 0.98, 1],
    [1, 0.01, 0.98, 1],
    [2, 0.01, 0.98, 1],
    [2, 0.05, 0.98, 1],
    [4, 0.01, 0.98, 1],
    [4, 0.05, 0.98, 1],
    // All that is known of the first batch is wrong.
    [8, 0.01, 1, 2],
    [16, 0.01, 1, 4],
  ])(
    "%d times as much, where %d were: comes to between %d and %d of the budget",
    async (ratio, expected, least, most) => {
      const spent = await spentOn(expected, () => ratio * expected);
      expect(spent).toBeGreaterThanOrEqual(least - 1e-9);
      expect(spent).toBeLessThanOrEqual(most + 1e-9);
    },
  );

  it.each([
    [2, 0.01, 1.05],
    [2, 0.05, 1.1],
    [4, 0.01, 1.3],
    [4, 0.05, 1.75],
  ])(
    "%d times as much on average, and each request up to twice that, where %d were: at most %d of the budget",
    async (ratio, expected, most) => {
      for (let seed = 0; seed < 20; seed++) {
        const random = seededRandom(seed, "bills");
        expect(await spentOn(expected, () => 2 * ratio * expected * random())).toBeLessThan(most);
      }
    },
  );

  it("is not believed by the first replies of a batch, which come before the dear ones", async () => {
    expect(await spentOn(0.01, (at) => (at < 5 ? 0.0001 : 0.04))).toBeLessThan(1.05);
  });

  it("is not taken to be cheap for ever by a few replies that are", async () => {
    expect(await spentOn(0.01, (at) => (at < 25 ? 0.0001 : 0.01))).toBeLessThan(1.3);
  });

  it("is known by many requests of an earlier start", async () => {
    expect(await spentOn(0.001, () => 0.01, { cheap: { spent: 0.4, asks: 40 } })).toBeLessThan(
      1.05,
    );
  });
});
