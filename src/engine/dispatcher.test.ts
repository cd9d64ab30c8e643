import { describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import type { Asked, AskTurn } from "../core/asking/asked.ts";
import type { ChatReply } from "../core/asking/chat.ts";
import type { EmbedReply } from "../core/asking/embed.ts";
import type { ReplyCache } from "../core/asking/reply-cache.ts";
import type { ChatSystem, EncoderSystem } from "../core/asking/system.ts";
import { answered, failed, type Outcome } from "../core/run/outcome.ts";
import { Spending } from "../evaluation/asking/spending.ts";
import type { Turn } from "./answer.ts";
import type { Dispatcher, DispatcherParts } from "./dispatcher.ts";
import type { SystemHealth } from "./health-watch.ts";
import { Interrupted, SystemStopped } from "./interrupted.ts";

const fine: Asked<ChatReply> = answered({ text: "A", finish: "stop" });
const turn = (more: Partial<Turn> = {}): Turn => ({ repeat: 0, isAgain: false, ...more });
const question = (text = "q") => ({
  ask: { text },
  text: JSON.stringify({ text }),
  digest: `digest of ${text}`,
});

interface Call {
  readonly at: number;
  readonly turn: AskTurn | undefined;
}

/**
 * A system that gives these answers in turn, the last one for ever, and a dispatcher whose time is
 * the test's.
 */
function scene(
  answers: readonly Asked<ChatReply>[],
  given: Partial<DispatcherParts> = {},
  more: Partial<ChatSystem> = {},
) {
  const timer = fakeTimer();
  const calls: Call[] = [];
  const system: ChatSystem = {
    id: "model",
    kind: "chat",
    speaks: "chat",
    identity: { model: "m" },
    concurrency: 4,
    ...more,
    async ask(_, __, asked) {
      calls.push({ at: timer.now(), turn: asked });
      return [answers[Math.min(calls.length, answers.length) - 1]!];
    },
  };
  const retries = {
    attempts: 4,
    budget: 100,
    waitMs: 1_000,
    sampleTimeoutMs: 600_000,
    holdMs: 0,
    sameFailures: 0,
  };
  const dispatcher = fakeDispatcher({ timer, retries, random: () => 0, ...given });
  return { timer, calls, system, dispatcher };
}

/** The end of an ask, with as much time as it takes. */
async function ended(
  dispatcher: Dispatcher,
  timer: ReturnType<typeof fakeTimer>,
  system: ChatSystem,
  own = turn(),
) {
  const answer = dispatcher.put(system, question(), own).catch((error: unknown) => error as Error);
  await timer.advance(10_000_000);
  return answer;
}

it("tells what was sent and did not come back, oldest first, and not what waits", async () => {
  const { timer, system, dispatcher } = scene([fine], {}, { concurrency: 2 });
  const replies: (() => void)[] = [];
  const slow: ChatSystem = {
    ...system,
    ask: () => new Promise((resolve) => replies.push(() => resolve([fine]))),
  };
  for (const text of ["a", "b", "c"]) {
    void dispatcher.put(slow, question(text), { ...turn(), key: text });
    await timer.advance(10);
  }
  const told = () => dispatcher.figures().oldest;
  expect(told()).toEqual([
    { system: "model", key: "a", ms: 30 },
    { system: "model", key: "b", ms: 20 },
  ]);
  replies[0]!();
  await timer.advance(5);
  expect(told()!.map(({ key }) => key)).toEqual(["b", "c"]);
});

describe("failures", () => {
  it.each(["rate", "transient"] as const)(
    "of cause %s are tried again after waits that double",
    async (cause) => {
      const { timer, calls, system, dispatcher } = scene([
        failed(cause, "no"),
        failed(cause, "no"),
        failed(cause, "no"),
        fine,
      ]);
      const answer = await ended(dispatcher, timer, system);
      expect(answer).toMatchObject({ outcome: fine, facts: { attempts: 4, queueMs: 7_000 } });
      expect(calls.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
      expect(dispatcher.figures().retries).toBe(3);
    },
  );

  it("are shortened by seeded chance, by up to a half", async () => {
    const { timer, calls, system, dispatcher } = scene([failed("transient", "no"), fine], {
      random: () => 0.5,
    });
    await ended(dispatcher, timer, system);
    expect(calls.map(({ at }) => at)).toEqual([0, 750]);
  });

  it.each(["deterministic", "too-large", "media"] as const)(
    "of cause %s are not tried again",
    async (cause) => {
      const { timer, calls, system, dispatcher } = scene([failed(cause, "no"), fine]);
      expect(await ended(dispatcher, timer, system)).toEqual({
        outcome: failed(cause, "no"),
        facts: undefined,
      });
      expect(calls).toHaveLength(1);
    },
  );

  it("count as requests where somebody else was asked", async () => {
    const { timer, system, dispatcher } = scene(
      [failed("deterministic", "no")],
      {},
      { scope: "a provider" },
    );
    expect(await ended(dispatcher, timer, system)).toEqual({
      outcome: failed("deterministic", "no"),
      facts: { totalMs: 0 },
    });
  });

  it("and refusals of which nothing is known count as requests too", async () => {
    const refused = { kind: "refused", reason: "policy" } as const;
    const { timer, system, dispatcher } = scene([refused], {}, { scope: "a provider" });
    expect(await ended(dispatcher, timer, system)).toEqual({
      outcome: refused,
      facts: { totalMs: 0 },
    });
  });

  it("of no known cause are not tried again", async () => {
    const { timer, calls, system, dispatcher } = scene([{ kind: "failed", reason: "odd" }, fine]);
    await ended(dispatcher, timer, system);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["transient", 4],
    ["rate", 8],
  ] as const)("of cause %s end after %i requests", async (cause, requests) => {
    const { timer, calls, system, dispatcher } = scene([failed(cause, "no")]);
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      outcome: { kind: "failed", reason: "no", cause },
    });
    expect(calls).toHaveLength(requests);
  });

  it("end where the retries of the whole run are spent, and say so", async () => {
    const retries = {
      attempts: 4,
      budget: 2,
      waitMs: 1,
      sampleTimeoutMs: 600_000,
      holdMs: 0,
      sameFailures: 0,
    };
    const { timer, calls, system, dispatcher } = scene([failed("transient", "no")], { retries });
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      outcome: { reason: "no (the retry budget of 2 is spent)" },
    });
    await ended(dispatcher, timer, system);
    expect(calls).toHaveLength(3 + 1);
  });

  it("end where the sample's time is over", async () => {
    const retries = {
      attempts: 100,
      budget: 100,
      waitMs: 1_000,
      sampleTimeoutMs: 5_000,
      holdMs: 0,
      sameFailures: 0,
    };
    const { timer, calls, system, dispatcher } = scene([failed("transient", "no")], { retries });
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      outcome: { reason: "no (given up after 5000 ms)" },
    });
    expect(calls.map(({ at }) => at)).toEqual([0, 1_000, 3_000]);
  });

  it("by a time limit are tried again without longer waits", async () => {
    const timer = fakeTimer();
    let calls = 0;
    const system = {
      ...scene([fine]).system,
      timeoutMs: 100,
      ask: () => (++calls < 3 ? new Promise<never>(() => undefined) : Promise.resolve([fine])),
    };
    const retries = {
      attempts: 4,
      budget: 100,
      waitMs: 1_000,
      sampleTimeoutMs: 600_000,
      holdMs: 0,
      sameFailures: 0,
    };
    const dispatcher = fakeDispatcher({ timer, retries, random: () => 0 });
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      outcome: fine,
      facts: { attempts: 3, queueMs: 2_000 },
    });
  });
});

describe("limits", () => {
  it("are shared by systems of equal scope, and heed how long the other side wants to be left alone", async () => {
    const { timer, calls, system, dispatcher } = scene(
      [{ ...failed("rate", "slow down"), pace: { retryAfterMs: 30_000 } }, fine],
      {},
      { scope: "s" },
    );
    const twin = { ...system, id: "twin" };
    void dispatcher.put(system, question(), turn());
    await timer.advance(10);
    void dispatcher.put(twin, question("other"), turn());
    await timer.advance(29_000);
    expect(calls).toHaveLength(1);
    await timer.advance(60_000);
    expect(calls).toHaveLength(3);
    expect(calls[1]!.at).toBeGreaterThanOrEqual(30_000);
  });

  it("hold for each system of equal scope, whatever the other may be asked", async () => {
    const { timer, system, dispatcher } = scene([fine], {}, { scope: "s" });
    const inFlight: Record<string, number> = {};
    const replies: (() => void)[] = [];
    const busy = (id: string, concurrency: number): ChatSystem => ({
      ...system,
      id,
      concurrency,
      async ask() {
        inFlight[id] = (inFlight[id] ?? 0) + 1;
        await new Promise<void>((resolve) => replies.push(resolve));
        inFlight[id]--;
        return [fine];
      },
    });
    const systems = [busy("one", 1), busy("many", 3)];
    for (const own of systems) dispatcher.meet(own);
    const asked = systems.flatMap((own) =>
      Array.from({ length: 5 }, (_, at) => dispatcher.put(own, question(`q${at}`), turn())),
    );
    await timer.advance(10);
    expect(inFlight).toEqual({ one: 1, many: 2 });
    for (let round = 0; round < 10; round++) {
      for (const reply of replies.splice(0)) reply();
      await timer.advance(10);
      expect(inFlight.one).toBeLessThanOrEqual(1);
      expect(inFlight.one! + inFlight.many!).toBeLessThanOrEqual(3);
    }
    expect((await Promise.all(asked)).every(({ outcome }) => outcome.kind === "answered")).toBe(
      true,
    );
  });

  it.each([
    ["a rate limit", failed("rate", "slow down"), 32],
    ["an overload", { ...failed("transient", "busy"), pace: { isOverloaded: true as const } }, 32],
    ["any other failure", failed("transient", "oops"), 64],
  ])(
    "after %s: adaptive ones are halved where there was too much to do",
    async (_, failure, expected) => {
      const { timer, system, dispatcher } = scene(
        [failure, fine],
        {},
        { pacing: "adaptive", concurrency: 128 },
      );
      void dispatcher.put(system, question(), turn());
      await timer.advance(10);
      expect(dispatcher.figures().limit).toBe(expected);
    },
  );

  it("that take longer than a sample may are not waited for: the system is asked no more, nobody hangs", async () => {
    const later = { ...failed("rate", "daily quota"), pace: { retryAfterMs: 40_000_000 } };
    const { timer, calls, system, dispatcher } = scene([later], {}, { concurrency: 1 });
    const answers = ["a", "b"].map((text) =>
      dispatcher.put(system, question(text), turn()).catch((error: unknown) => error),
    );
    await timer.advance(1_000);
    for (const answer of await Promise.all(answers)) expect(answer).toBeInstanceOf(SystemStopped);
    expect(dispatcher.refusal(system)).toBe(
      "daily quota (wants to be left alone for 667 minutes, longer than a sample may take; run again then)",
    );
    expect(calls).toHaveLength(1);
  });

  it("whose renewal takes longer than a sample may do not hold anybody up before they are reached", async () => {
    const last = { ...fine, pace: { remainingRequests: 0, renewedInMs: 40_000_000 } };
    const { timer, calls, system, dispatcher } = scene([last], {}, { concurrency: 1 });
    for (const text of ["a", "b"]) void dispatcher.put(system, question(text), turn());
    await timer.advance(1_000);
    expect(calls).toHaveLength(2);
  });

  it("may be lowered and fixed for all systems", async () => {
    const { timer, system, dispatcher } = scene(
      [fine],
      { ceiling: { most: 2, pacing: "fixed" } },
      { pacing: "adaptive", concurrency: 64 },
    );
    await ended(dispatcher, timer, system);
    expect(dispatcher.figures().limit).toBe(2);
  });

  it("leave nobody waiting for a retry once the run is being left", async () => {
    const stop = new AbortController();
    const { timer, system, dispatcher } = scene([failed("transient", "no")], { stop: stop.signal });
    const answer = dispatcher.put(system, question(), turn()).catch((error: unknown) => error);
    await timer.advance(500);
    stop.abort();
    expect(await answer).toBeInstanceOf(Interrupted);
  });
});

describe("a rejected key", () => {
  it("stops the system at once and leaves others alone", async () => {
    const { timer, calls, system, dispatcher } = scene([failed("auth", "HTTP 401: bad key"), fine]);
    expect(await ended(dispatcher, timer, system)).toBeInstanceOf(SystemStopped);
    expect(await ended(dispatcher, timer, system)).toBeInstanceOf(SystemStopped);
    expect(calls).toHaveLength(1);
    expect(dispatcher.refusal(system)).toBe("HTTP 401: bad key");
    expect(dispatcher.refusal({ ...system, id: "other" })).toBeUndefined();
    expect(await ended(dispatcher, timer, { ...system, id: "other" })).toMatchObject({
      outcome: fine,
    });
  });
});

describe("work that is left open", () => {
  const hollow: Asked<ChatReply> = {
    ...failed("transient", "the reply is empty"),
    facts: { usage: { input: 3 } },
  };

  it("tells what its requests came to: the key was rejected behind a reply that is paid for", async () => {
    const { timer, system, dispatcher } = scene(
      [hollow, failed("auth", "401")],
      {},
      { scope: "a provider" },
    );
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      name: "SystemStopped",
      asked: { outcome: failed("auth", "401"), facts: { usage: { input: 3 }, attempts: 2 } },
    });
    const never = await ended(dispatcher, timer, system);
    expect(never).toBeInstanceOf(SystemStopped);
    expect(never).not.toHaveProperty("asked.outcome");
  });

  it("tells what its requests came to: the run is left before another try", async () => {
    const stop = new AbortController();
    const { timer, system, dispatcher } = scene(
      [hollow],
      { stop: stop.signal },
      { scope: "a provider" },
    );
    const answer = dispatcher.put(system, question(), turn()).catch((error: unknown) => error);
    await timer.advance(10);
    stop.abort();
    expect(await answer).toMatchObject({
      name: "Interrupted",
      asked: { outcome: { kind: "failed" }, facts: { usage: { input: 3 } } },
    });
  });

  it("tells what its requests came to: the budget is spent by them", async () => {
    const spending = new Spending({
      prices: { m: { input: 1, output: 1 } },
      budget: 1,
      before: {},
    });
    const dear: Asked<ChatReply> = { ...hollow, facts: { usage: { input: 1_000_000 } } };
    const { timer, system, dispatcher } = scene(
      [dear],
      { budget: spending },
      { scope: "a provider" },
    );
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      name: "SystemStopped",
      asked: { facts: { usage: { input: 1_000_000 } } },
    });
  });
});

describe("the budget", () => {
  const prices = { m: { input: 10, output: 20, cachedInput: 1 } };
  const costly: Asked<ChatReply> = {
    ...fine,
    facts: { usage: { input: 100_000, cachedInput: 50_000, output: 10_000 } },
  };

  it("counts what providers count, and is not exceeded", async () => {
    const spending = new Spending({ prices, budget: 2, before: {} });
    const { timer, calls, system, dispatcher } = scene([costly], { budget: spending });
    expect(await ended(dispatcher, timer, system)).toMatchObject({ outcome: fine });
    expect(spending.spent).toBeCloseTo(0.5 + 0.05 + 0.2, 12);
    await ended(dispatcher, timer, system);
    expect(await ended(dispatcher, timer, system)).toBeInstanceOf(SystemStopped);
    expect(calls).toHaveLength(2);
    expect(dispatcher.refusal(system)).toMatch(/budget of 2 USD/);
  });

  it("leaves nobody waiting for the provider's limits once it is spent", async () => {
    const spending = new Spending({ prices, budget: 1, before: {} });
    const { timer, calls, system, dispatcher } = scene(
      [{ ...costly, pace: { remainingRequests: 3, renewedInMs: 60_000 } }],
      {
        budget: spending,
      },
    );
    const puts = Array.from({ length: 40 }, (_, i) =>
      dispatcher.put(system, question(`q${i}`), turn()).catch((error: unknown) => error),
    );
    await timer.advance(0);
    const later = dispatcher
      .put(system, question("later"), turn())
      .catch((error: unknown) => error);
    await timer.advance(0);
    const all = await Promise.race([
      Promise.all([...puts, later]),
      new Promise((resolve) => setImmediate(() => resolve("still waiting"))),
    ]);
    expect(all).toHaveLength(41);
    expect(calls.length).toBeLessThanOrEqual(4);
  });

  it("includes earlier starts of the run", async () => {
    const spending = new Spending({ prices, budget: 2, before: { model: { spent: 2, asks: 2 } } });
    const { timer, calls, system, dispatcher } = scene([costly], { budget: spending });
    expect(await ended(dispatcher, timer, system)).toBeInstanceOf(SystemStopped);
    expect(calls).toHaveLength(0);
  });

  it("does not concern systems without a price", async () => {
    const spending = new Spending({ prices, budget: 1, before: { model: { spent: 5, asks: 5 } } });
    const { timer, system, dispatcher } = scene(
      [costly],
      { budget: spending },
      { identity: { model: "free" } },
    );
    expect(await ended(dispatcher, timer, system)).toMatchObject({ outcome: fine });
  });
});

describe("the cache of replies", () => {
  function memoryCache() {
    const kept = new Map<string, Outcome<unknown>>();
    const cache: ReplyCache = {
      get: async ({ text }) => kept.get(text),
      put: ({ text }, outcome) => {
        kept.set(text, outcome);
      },
    };
    return { kept, cache };
  }

  it("answers the very same request, and says so", async () => {
    const { cache } = memoryCache();
    const { timer, calls, system, dispatcher } = scene([fine], { cache }, { cacheable: true });
    const first = await ended(dispatcher, timer, system);
    expect(first).toMatchObject({ outcome: fine, cache: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await ended(dispatcher, timer, system)).toMatchObject({
      outcome: fine,
      facts: { cached: true },
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["another ask", (d: Dispatcher, s: ChatSystem) => d.put(s, question("other"), turn())],
    ["another repeat", (d: Dispatcher, s: ChatSystem) => d.put(s, question(), turn({ repeat: 1 }))],
    [
      "other parameters",
      (d: Dispatcher, s: ChatSystem) =>
        d.put({ ...s, identity: { temperature: 1 } }, question(), turn()),
    ],
    [
      "work that is taken up again",
      (d: Dispatcher, s: ChatSystem) => d.put(s, question(), turn({ isAgain: true })),
    ],
    [
      "a system that allows no cache",
      (d: Dispatcher, s: ChatSystem) => d.put({ ...s, cacheable: false }, question(), turn()),
    ],
  ])("does not answer %s", async (_, put) => {
    const { cache } = memoryCache();
    const { timer, calls, system, dispatcher } = scene([fine], { cache }, { cacheable: true });
    await ended(dispatcher, timer, system);
    await put(dispatcher, system);
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["failures", failed("deterministic", "no")],
    ["empty replies", answered({ text: " \n", finish: "stop" as const })],
    ["refusals", { kind: "refused", reason: "no" } as const],
  ])("never keeps %s", async (_, answer) => {
    const { cache, kept } = memoryCache();
    const { timer, system, dispatcher } = scene([answer], { cache }, { cacheable: true });
    await ended(dispatcher, timer, system);
    expect(kept.size).toBe(0);
  });
});

it("tells systems which repeat they are asked for, with its seed", async () => {
  const { timer, calls, system, dispatcher } = scene([fine], { seedOf: (repeat) => 100 + repeat });
  await ended(dispatcher, timer, system, turn({ repeat: 2 }));
  expect(calls[0]!.turn).toEqual({ repeat: 2, seed: 102 });
});

it("keeps what a system says of its requests, with how long it waited", async () => {
  const facts = { usage: { input: 5 }, requestId: "r1", totalMs: 12.345, firstTokenMs: 3.21 };
  const { timer, system, dispatcher } = scene([{ ...fine, facts, pace: { remainingRequests: 9 } }]);
  const answer = await ended(dispatcher, timer, system);
  expect(answer).toEqual({
    outcome: fine,
    facts: { usage: { input: 5 }, requestId: "r1", totalMs: 12.3, firstTokenMs: 3.2 },
  });
});

it("asks an encoder once for the same thing, and again after a failure", async () => {
  let calls = 0;
  const encoder: EncoderSystem = {
    ...{ id: "clip", kind: "onnx", identity: null, concurrency: 4 },
    speaks: "encoder",
    ask: async () => [
      ++calls === 1
        ? failed("deterministic", "no")
        : answered<EmbedReply>(new Float32Array([1, 2])),
    ],
  };
  const dispatcher = fakeDispatcher();
  await dispatcher.put(encoder, question(), turn());
  const both = await Promise.all([
    dispatcher.put(encoder, question(), turn()),
    dispatcher.put(encoder, question(), turn()),
  ]);
  expect(calls).toBe(2);
  expect(both[0]).toEqual(both[1]);
  await dispatcher.put(encoder, question("other"), turn());
  expect(calls).toBe(3);
});

describe("an answer", () => {
  it("is handed on only after the next ask has its place: the other side must not wait for what is written here", async () => {
    const held = Promise.withResolvers<void>();
    const timer = { ...fakeTimer(), breath: () => held.promise };
    const { system, calls, dispatcher } = scene(
      [fine],
      { timer },
      { concurrency: 1, pacing: "fixed" },
    );
    let isHandedOn = false;
    const answers = [
      dispatcher.put(system, question("one"), turn()),
      dispatcher.put(system, question("two"), turn()),
    ];
    void answers[0]!.then(() => {
      isHandedOn = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect({ asked: calls.length, isHandedOn }).toEqual({ asked: 2, isHandedOn: false });
    held.resolve();
    expect(await Promise.all(answers)).toMatchObject([{ outcome: fine }, { outcome: fine }]);
  });
});

describe("a system that is down", () => {
  const refused = "no reply: connect ECONNREFUSED 127.0.0.1:8000";
  const retries = {
    attempts: 6,
    budget: 10_000,
    waitMs: 500,
    sampleTimeoutMs: 1_800_000,
    holdMs: 600_000,
    sameFailures: 16,
  };

  /** A server that does not reply between two moments, and three hundred asks put to it at once. */
  async function outage({
    fromMs,
    untilMs,
    forMs = 3_600_000,
  }: {
    fromMs: number;
    untilMs: number;
    forMs?: number;
  }) {
    const healths: SystemHealth[] = [];
    const timer = fakeTimer();
    const calls: number[] = [];
    const system: ChatSystem = {
      ...scene([fine]).system,
      concurrency: 16,
      async ask() {
        calls.push(timer.now());
        await new Promise<void>((resolve) => timer.after(100, resolve));
        const isDown = timer.now() >= fromMs && timer.now() < untilMs;
        return [isDown ? failed("transient", refused) : fine];
      },
    };
    const dispatcher = fakeDispatcher({
      timer,
      retries,
      random: () => 0,
      onHealth: (health) => healths.push(health),
    });
    const puts = Array.from({ length: 300 }, (_, i) =>
      dispatcher.put(system, question(`q${i}`), turn()).catch((error: unknown) => error as Error),
    );
    const settledAt: number[] = [];
    for (const put of puts) void put.then(() => settledAt.push(timer.now()));
    await timer.advance(forMs);
    const kinds = (await Promise.all(puts)).map((end) =>
      end instanceof Error ? end.name : end.outcome.kind,
    );
    return {
      healths,
      calls,
      settledAt,
      dispatcher,
      system,
      count: (kind: string) => kinds.filter((one) => one === kind).length,
    };
  }

  it("is probed by single requests until it replies, and costs no sample", async () => {
    const { healths, calls, count, dispatcher } = await outage({ fromMs: 500, untilMs: 300_000 });
    expect(count("answered")).toBe(300);
    expect(calls.filter((at) => at > 1_000 && at < 300_000).length).toBeLessThan(20);
    expect(healths).toMatchObject([
      { state: "held", system: "model", reason: refused },
      { state: "back", system: "model" },
    ]);
    expect(healths[1]!.forMs).toBeGreaterThan(299_000);
    expect(dispatcher.figures()).toMatchObject({ retriesBecause: refused, heldBecause: undefined });
  });

  it("is given up once it has been down for too long, with all samples left open and the reason said", async () => {
    const { healths, count, dispatcher, system } = await outage({
      fromMs: 500,
      untilMs: Number.POSITIVE_INFINITY,
    });
    expect(count("failed")).toBe(0);
    expect(count("SystemStopped")).toBe(300 - count("answered"));
    expect(dispatcher.refusal(system)).toMatch(
      /^no usable reply for 6\d\d s: no reply: connect ECONNREFUSED 127\.0\.0\.1:8000; run again when it is back$/,
    );
    expect(healths.map(({ state }) => state)).toEqual(["held", "stopped"]);
  });

  it("lets nobody wait any longer once it is given up", async () => {
    const { healths, settledAt } = await outage({ fromMs: 500, untilMs: Number.POSITIVE_INFINITY });
    const stoppedAt = healths.at(-1)!.forMs + 500;
    expect(Math.max(...settledAt) - stoppedAt).toBeLessThan(1_000);
  });

  it("is not held for a single sample that it cannot answer", async () => {
    const patient = { ...retries, attempts: 12 };
    const { timer, calls, system, dispatcher } = scene([failed("transient", "500: oops")], {
      retries: patient,
    });
    expect(await ended(dispatcher, timer, system)).toMatchObject({ outcome: { kind: "failed" } });
    expect(calls).toHaveLength(12);
    expect(dispatcher.figures().heldBecause).toBeUndefined();
  });

  it("is given up after a tenth of the time where it never replied at all", async () => {
    const { healths, count } = await outage({
      fromMs: 0,
      untilMs: Number.POSITIVE_INFINITY,
      forMs: 120_000,
    });
    expect(count("SystemStopped")).toBe(300);
    expect(healths.at(-1)).toMatchObject({ state: "stopped" });
    expect(healths.at(-1)!.forMs).toBeLessThan(100_000);
  });

  it("does not take from the time that a sample has", async () => {
    const short = { ...retries, sampleTimeoutMs: 10_000 };
    let isDown = true;
    const timer = fakeTimer();
    const system: ChatSystem = {
      ...scene([fine]).system,
      ask: async () => [isDown ? failed("transient", refused) : fine],
    };
    const dispatcher = fakeDispatcher({ timer, retries: short, random: () => 0 });
    const puts = Array.from({ length: 40 }, (_, i) =>
      dispatcher.put(system, question(`q${i}`), turn()),
    );
    await timer.advance(40_000);
    isDown = false;
    await timer.advance(60_000);
    expect((await Promise.all(puts)).every(({ outcome }) => outcome.kind === "answered")).toBe(
      true,
    );
  });

  it("is left at once when the run is", async () => {
    const stop = new AbortController();
    const timer = fakeTimer();
    const system: ChatSystem = {
      ...scene([fine]).system,
      ask: async () => [failed("transient", refused)],
    };
    const dispatcher = fakeDispatcher({ timer, retries, random: () => 0, stop: stop.signal });
    const puts = Array.from({ length: 20 }, (_, i) =>
      dispatcher.put(system, question(`q${i}`), turn()).catch((error: unknown) => error as Error),
    );
    await timer.advance(10_000);
    expect(dispatcher.figures().heldBecause).toBe(refused);
    stop.abort();
    const all = await Promise.race([
      Promise.all(puts),
      timer.advance(0).then(() => "still waiting"),
    ]);
    expect(all).toHaveLength(20);
  });

  it("is another matter than samples that break it: all others are asked", async () => {
    const timer = fakeTimer();
    const system: ChatSystem = {
      ...scene([fine]).system,
      concurrency: 1,
      ask: async ([own]) => [
        (own as unknown as { text: string }).text.startsWith("bad")
          ? failed("transient", "500: oops")
          : fine,
      ],
    };
    const dispatcher = fakeDispatcher({ timer, retries, random: () => 0 });
    const names = [
      ...Array.from({ length: 12 }, (_, i) => `bad${i}`),
      ...Array.from({ length: 30 }, (_, i) => `good${i}`),
    ];
    const puts = names.map((name) =>
      dispatcher.put(system, question(name), turn()).catch((error: unknown) => error as Error),
    );
    await timer.advance(3_600_000);
    const kinds = (await Promise.all(puts)).map((end) =>
      end instanceof Error ? end.name : end.outcome.kind,
    );
    expect(kinds.slice(0, 12)).not.toContain("answered");
    expect(kinds.slice(12)).toEqual(Array.from({ length: 30 }, () => "answered"));
  });
});

describe("the same failure again and again", () => {
  const retries = {
    attempts: 6,
    budget: 10_000,
    waitMs: 1,
    sampleTimeoutMs: 1_800_000,
    holdMs: 600_000,
    sameFailures: 16,
  };

  async function asked(answers: readonly Asked<ChatReply>[], number: number, settings = retries) {
    const { timer, calls, system, dispatcher } = scene(
      answers,
      { retries: settings },
      { concurrency: 1 },
    );
    const kinds: string[] = [];
    for (let i = 0; i < number; i++) {
      const end = await ended(dispatcher, timer, system);
      kinds.push(end instanceof Error ? end.name : end.outcome.kind);
    }
    return { calls, kinds, refusal: dispatcher.refusal(system) };
  }

  it("stops a system after sixteen, whatever numbers stand in it", async () => {
    const alike = Array.from({ length: 40 }, (_, i) =>
      failed("deterministic", `400: unknown parameter foo (request ${i}7f3a9bc0-11)`),
    );
    const { calls, kinds, refusal } = await asked(alike, 20);
    expect(calls).toHaveLength(16);
    expect(kinds.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => "failed"));
    expect(kinds.slice(15)).toEqual(Array.from({ length: 5 }, () => "SystemStopped"));
    expect(refusal).toContain("16 requests in a row failed alike: 400: unknown parameter foo");
  });

  it.each([
    [
      "a reply in between",
      [
        ...Array.from({ length: 15 }, () => failed("deterministic", "400: no")),
        fine,
        failed("deterministic", "400: no"),
      ],
    ],
    [
      "other words in between",
      [
        ...Array.from({ length: 15 }, () => failed("deterministic", "400: no")),
        failed("deterministic", "400: odd"),
        failed("deterministic", "400: no"),
      ],
    ],
    [
      "questions about one video that is too large, after replies",
      [fine, failed("too-large", "400: too long")],
    ],
  ])("does not stop it with %s", async (_, answers) => {
    const { refusal } = await asked(answers, answers.length + 10);
    expect(refusal).toBeUndefined();
  });

  it("stops a system that takes none of the pictures from the start", async () => {
    expect((await asked([failed("too-large", "400: At most 4 image(s)")], 20)).refusal).toContain(
      "At most 4 image(s)",
    );
  });

  it("never stops it where that is switched off", async () => {
    expect(
      (await asked([failed("deterministic", "no")], 40, { ...retries, sameFailures: 0 })).refusal,
    ).toBeUndefined();
  });
});

it("says why fewer are asked at once", async () => {
  const { timer, system, dispatcher } = scene(
    [failed("rate", "429: slow down"), fine],
    {},
    { concurrency: 8, pacing: "adaptive" },
  );
  await ended(dispatcher, timer, system);
  expect(dispatcher.figures().slowedBecause).toBe("429: slow down");
});
