import { describe, expect, it } from "vitest";
import type { AskFacts } from "../core/asking/asked.ts";
import { answered } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import { ResourceMeter, sampleResources } from "./resource-meter.ts";

const reply = (facts?: AskFacts): ReplyEvent => ({
  ...{
    event: "reply",
    key: "k",
    attempt: 1,
    step: 0,
    position: 0,
    ask: "a",
    outcome: answered({ text: "A" }),
    at: 0,
  },
  ...(facts ? { facts } : {}),
});
const price = { input: 2, output: 10 };
const of = (facts: readonly (AskFacts | undefined)[], priced = true) =>
  sampleResources({ replies: facts.map(reply), decodeMs: 5 }, () => (priced ? price : undefined));

describe("what a sample took", () => {
  it("is unknown where no reply says anything", () =>
    expect(of([undefined, undefined])).toBeUndefined());

  it("is the sum over its asks", () => {
    const facts = {
      usage: { input: 1_000, output: 100, reasoning: 40 },
      firstTokenMs: 20,
      totalMs: 50,
      queueMs: 3,
    };
    expect(of([facts, { ...facts, attempts: 3 }])).toEqual({
      ...{
        asks: 2,
        cached: 0,
        attempts: 4,
        input: 2_000,
        output: 200,
        cachedInput: 0,
        reasoning: 80,
        unpriced: 0,
        badUsage: 0,
      },
      cost: expect.closeTo(0.006, 12),
      times: { decode: 5, queue: 6, firstToken: 40, generation: 60, total: 100 },
      dropped: [],
    });
  });

  it("has times in tenths of a millisecond, whatever is added up or taken away", () => {
    const facts = { firstTokenMs: 282, totalMs: 282.3, queueMs: 0.1 };
    expect(of([facts])?.times).toMatchObject({ generation: 0.3, queue: 0.1 });
    expect(of([facts, facts, facts])?.times).toMatchObject({ generation: 0.9, queue: 0.3 });
  });

  it("is nothing where the reply came from the cache", () => {
    expect(of([{ cached: true }])).toMatchObject({
      asks: 1,
      cached: 1,
      attempts: 0,
      cost: 0,
      unpriced: 0,
      badUsage: 0,
      times: { decode: 5 },
    });
  });

  it("has no cost where no price is known, or the provider does not count", () => {
    expect(of([{ usage: { input: 1 } }], false)).toMatchObject({ cost: undefined, unpriced: 1 });
    expect(of([{ requestId: "r" }])).toMatchObject({ cost: undefined, unpriced: 1 });
    expect(of([{ usage: { input: 1e6 } }, { requestId: "r" }])).toMatchObject({
      cost: 2,
      unpriced: 1,
    });
  });

  it("knows direct answers too", () => {
    expect(sampleResources({ replies: [], facts: { totalMs: 7 } }, () => undefined)).toMatchObject({
      asks: 1,
      times: { total: 7, queue: 0 },
    });
  });
});

describe("ResourceMeter", () => {
  it("has nothing to say of systems that say nothing", () => {
    const meter = new ResourceMeter();
    meter.add(undefined);
    expect(meter.finish()).toBeUndefined();
  });

  it("sums up, whatever the order", () => {
    const samples = [1, 2, 3, 10].map((ms) =>
      of([{ usage: { input: 1_000, cachedInput: 500 }, totalMs: ms, attempts: ms === 10 ? 4 : 1 }]),
    );
    const summaries = [samples, samples.toReversed()].map((list) => {
      const meter = new ResourceMeter();
      for (const sample of list) meter.add(sample);
      return meter.finish();
    });
    expect(summaries[0]).toEqual(summaries[1]);
    expect(summaries[0]).toMatchObject({
      asks: 4,
      cached: 0,
      retries: 3,
      tokens: { input: 4_000, cachedInput: 2_000 },
      cost: 0.008,
      unpriced: 0,
    });
    expect(summaries[0]?.times.total).toEqual({
      n: 4,
      mean: 4,
      median: 2.5,
      p95: expect.closeTo(8.95, 10),
    });
    expect(summaries[0]?.times.firstToken).toBeUndefined();
  });

  it("names what was not sent once, also where all replies came from the cache", () => {
    const meter = new ResourceMeter();
    for (let i = 0; i < 3; i++)
      meter.add(of([{ dropped: ["topP", "temperature"] }, { dropped: ["temperature"] }]));
    expect(meter.finish()?.dropped).toEqual(["temperature", "topP"]);
    const cached = new ResourceMeter(["seed"]);
    cached.add(of([{ cached: true }]));
    expect(cached.finish()).toMatchObject({ cached: 1, dropped: ["seed"] });
    const sent = new ResourceMeter();
    sent.add(of([{ totalMs: 1 }]));
    expect(sent.finish()).not.toHaveProperty("dropped");
  });

  it("has no cost where nothing is priced", () => {
    const meter = new ResourceMeter();
    meter.add(of([{ usage: { input: 1 } }], false));
    expect(meter.finish()).toMatchObject({ cost: null, unpriced: 1 });
  });
});

it("counts what each of several servers was asked", () => {
  const meter = new ResourceMeter();
  for (const totalMs of [10, 30, 20]) meter.add(of([{ server: "http://b", totalMs }]));
  meter.add(
    of([{ server: "http://a", failedOn: ["http://b", "http://b"], attempts: 3, totalMs: 4 }]),
  );
  meter.add(of([{ failedOn: ["http://c"], totalMs: 9 }]));
  meter.add(of([{ cached: true }]));
  expect(meter.finish()?.servers).toEqual([
    { name: "http://a", requests: 1, errors: 0, median: 4 },
    { name: "http://b", requests: 5, errors: 2, median: 20 },
    { name: "http://c", requests: 1, errors: 1, median: null },
  ]);
  const single = new ResourceMeter();
  single.add(of([{ totalMs: 10 }]));
  expect(single.finish()).not.toHaveProperty("servers");
});
