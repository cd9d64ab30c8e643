import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TimedReply } from "../../systems/service/timed-sender.ts";
import {
  compareServices,
  type LoadedService,
  type LoadOptions,
  loadService,
} from "./load-service.ts";
import { shadowService } from "./shadow-service.ts";
import { sweepLoad } from "./sweep-load.ts";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "setImmediate",
      "performance",
    ],
  });
});
afterEach(() => vi.useRealTimers());

const options: LoadOptions = {
  shape: { mode: "open", rate: 50 },
  seconds: 20,
  warmUpSeconds: 2,
  timeoutSeconds: 1e6,
  signal: new AbortController().signal,
};

/** A service of which the n-th request, at this time, is answered after so many milliseconds. */
function service(delayMs: (number: number, nowMs: number) => number | string): LoadedService {
  let count = 0;
  const began = performance.now();
  const send = async (): Promise<TimedReply> => {
    const delay = delayMs(count++, performance.now() - began);
    if (typeof delay === "string") return { error: delay, detail: "" };
    await new Promise((resolve) => setTimeout(resolve, delay));
    const endMs = performance.now();
    return { firstByteMs: endMs, endMs, text: "{}" };
  };
  const sender = { send, [Symbol.asyncDispose]: async () => undefined };
  return { url: "http://service", samples: [{ id: "a", group: "a" }], open: async () => sender };
}

/** In the time of the timers, which passes at once. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(1);
  return over;
}

describe("a shadow", () => {
  const shadowed = { ...options, ignored: ["seconds"], mostCopies: 1_000 };
  /** Answers after so long, with the words that it is given. */
  const speaking = (delayMs: number, words: (n: number) => string, failsFrom = 1e9) => {
    const base = service((n) => (n >= failsFrom ? "HTTP 503" : delayMs));
    let count = 0;
    return {
      ...base,
      samples: ["a", "b", "c", "d"].map((id) => ({ id, group: id })),
      open: async () => {
        const sender = await base.open();
        return {
          ...sender,
          async send(...call: Parameters<typeof sender.send>) {
            const n = count++;
            const reply = await sender.send(...call);
            return "error" in reply ? reply : { ...reply, text: words(n) };
          },
        };
      },
    };
  };
  const answer = (n: number) => JSON.stringify({ seconds: n, answer: "x", clips: [1] });

  it("compares answers and times of the same requests", async () => {
    const other = (n: number) =>
      JSON.stringify({ clips: [1], answer: n % 4 === 2 ? "y" : "x", seconds: -n });
    const result = await passing(
      shadowService(speaking(20, answer), speaking(35, other), shadowed),
    );
    expect(result.answers).toMatchObject({ samples: 4, same: 3, share: 0.75 });
    expect(result.answers.differing).toEqual([
      { sample: "c", a: '{"answer":"x","clips":[1]}', b: '{"answer":"y","clips":[1]}' },
    ]);
    expect(result).toMatchObject({ leftOut: 0, onlyFirst: 0, onlySecond: 0 });
    expect(result.b.sent).toBeGreaterThan(990);
    expect(Math.abs(result.differences.p50.value! - 15)).toBeLessThan(1.5);
  });

  it("does not disturb the first service by a second that is slow or down", async () => {
    const alone = await passing(loadService(speaking(20, answer), options));
    const slow = await passing(
      shadowService(speaking(20, answer), speaking(60_000, answer), {
        ...shadowed,
        mostCopies: 5,
      }),
    );
    const down = await passing(
      shadowService(speaking(20, answer), speaking(5, answer, 0), shadowed),
    );
    for (const { a } of [slow, down]) expect(a.p99! - alone.p99!).toBeLessThan(1);
    expect(slow.leftOut).toBeGreaterThan(1_000);
    expect(down.onlyFirst).toBe(1_100);
    expect(down.answers.share).toBeNull();
  });
});

describe("a load at a rate", () => {
  it("finds the percentiles of a known distribution within 2 %", async () => {
    const result = await passing(
      loadService(
        service((n) => 50 + ((n * 37) % 100)),
        options,
      ),
    );
    expect(result).toMatchObject({ sent: 1_000, answered: 1_000, seconds: 20, errorRate: 0 });
    for (const [name, exact] of [
      ["p50", 100],
      ["p90", 140],
      ["p95", 145],
      ["p99", 149],
    ] as const)
      expect(Math.abs(result[name]! - exact) / exact).toBeLessThan(0.02);
    const { low, high } = result.intervals.p50;
    expect(low!).toBeLessThanOrEqual(result.p50!);
    expect(high!).toBeGreaterThanOrEqual(result.p50!);
    expect(result.throughput).toBeCloseTo(50, 0);
  });

  it("lets a stall be felt by all who wait, which waiting for answers hides", async () => {
    const stalls = () => {
      let freeAt = 0;
      // One request at a time, 2 ms each, but for the eleventh second, in which nothing happens.
      return service((_, now) => {
        const start = Math.max(now, freeAt);
        freeAt = (start >= 10_000 && start < 11_000 ? 11_000 : start) + 2;
        return freeAt - now;
      });
    };
    const open = await passing(
      loadService(stalls(), { ...options, shape: { mode: "open", rate: 100 } }),
    );
    const closed = await passing(
      loadService(stalls(), { ...options, shape: { mode: "closed", connections: 1 } }),
    );
    expect(closed.p99).toBeLessThan(5);
    expect(open.p99).toBeGreaterThan(500);
    expect(open.max).toBeGreaterThan(950);
  });

  it("fits a line through lengths of videos and times", async () => {
    const lengths = [300, 600, 1_800];
    const samples = lengths.map((durationSeconds, at) => ({
      id: `${at}`,
      group: "g",
      durationSeconds,
    }));
    // 20 ms, and 50 ms for each ten minutes.
    const indexing = service((n) => 20 + lengths[n % 3]! / 12);
    const { byLength } = await passing(loadService({ ...indexing, samples }, options));
    expect(byLength!.n).toBe(1_000);
    expect(Math.abs(byLength!.tenMinutes.value! - 70)).toBeLessThan(2);
    expect(Math.abs(byLength!.perHour.value! - 300)).toBeLessThan(5);
    const plain = await passing(
      loadService(
        service(() => 5),
        options,
      ),
    );
    expect(plain).not.toHaveProperty("byLength");
  });

  it("says what was not answered, and that percentiles may be among it", async () => {
    const result = await passing(
      loadService(
        service((n) => (n % 10 === 0 ? "HTTP 503" : 20)),
        options,
      ),
    );
    expect(result.errors).toEqual({ "HTTP 503": 100 });
    expect(result.errorRate).toBeCloseTo(0.1, 6);
    expect(result.p95).toBeCloseTo(20, 0);
    expect(result.withErrors).toMatchObject({ p50: expect.closeTo(20, 0), p95: null });
  });

  it("leaves out what was sent to warm up", async () => {
    const result = await passing(
      loadService(
        service((_, now) => (now < 1_500 ? 400 : 10)),
        options,
      ),
    );
    expect(result.max).toBeLessThan(12);
  });
});

it("sets two services side by side with the difference between them", async () => {
  const { a, b, differences } = await passing(
    compareServices(
      service(() => 40),
      service((n) => 50 + (n % 5)),
      options,
    ),
  );
  expect([a.p50, b.p50].map((value) => Math.round(value!))).toEqual([40, 52]);
  expect(differences.p50.value).toBeCloseTo(12, 0);
  expect(differences.p50.low!).toBeGreaterThan(10);
  expect(a.sent + b.sent).toBe(2_000);
});

it("finds the rate at which a service breaks", async () => {
  const capacity = 130;
  let freeAt = 0;
  const single = () =>
    service((_, now) => {
      freeAt = Math.max(now, freeAt) + 1_000 / capacity;
      return freeAt - now;
    });
  const sweep = await passing(
    sweepLoad({
      from: 20,
      targets: [{ measure: "p95", below: 200 }],
      load: (rate) => {
        freeAt = 0;
        return loadService(single(), { ...options, seconds: 10, shape: { mode: "open", rate } });
      },
    }),
  );
  expect(sweep.knee).toBeLessThanOrEqual(capacity);
  expect(sweep.brokenAt).toBeGreaterThan(capacity);
  expect(sweep.brokenAt! - sweep.knee!).toBeLessThanOrEqual(20);
  expect(sweep.steps.map(({ rate }) => rate)).toEqual(
    sweep.steps.map(({ rate }) => rate).toSorted((x, y) => x - y),
  );
});
