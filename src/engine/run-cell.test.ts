import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { memoryRunStore } from "../../test/support/memory-run-store.ts";
import type { Asked } from "../core/asking/asked.ts";
import type { ChatAsk, ChatReply } from "../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../core/asking/embed.ts";
import type { ProtocolContext } from "../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps } from "../core/asking/steps.ts";
import type { ChatSystem, DirectSystem, EncoderSystem, System } from "../core/asking/system.ts";
import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import type { MediaSource } from "../core/data/media.ts";
import { defineFamily, type Family } from "../core/family.ts";
import { framesOf } from "../core/run/looks.ts";
import { answered, failed, noAnswer, type Outcome, type OutcomeKind } from "../core/run/outcome.ts";
import type { RunStore } from "../core/run/run-store.ts";
import { cell } from "./cell.ts";
import { Interrupted } from "./interrupted.ts";
import { runCell, runCells } from "./run-cell.ts";
import type { Settled } from "./settled.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

interface Sum {
  readonly id: string;
  readonly group: string;
  readonly terms: readonly number[];
}

const say = (text: string): ChatAsk => ({ messages: [{ role: "user", parts: [{ text }] }] });

/** Asks for every term at once, then for their sum: two steps, several asks in the first. */
function* askSum(
  { terms }: Sum,
  { refs }: ProtocolContext<unknown>,
): Steps<ChatAsk, ChatReply, number> {
  const seen = yield* lookAtAll(refs);
  if (seen.kind !== "answered") return seen;
  const replies = yield* ask(terms.map((term) => say(`term ${term}`)));
  const bad = replies.find((reply) => reply.kind !== "answered");
  if (bad) return bad;
  const read = replies.map((reply) => (reply.kind === "answered" ? Number(reply.value.text) : 0));
  const [total] = yield* ask([say(`sum ${read.join("+")}`)]);
  if (total?.kind !== "answered") return total ?? noAnswer("failed", "nothing");
  return /^\d+$/.test(total.value.text)
    ? answered(Number(total.value.text))
    : noAnswer("unparsed", total.value.text);
}

const sums = defineFamily<"sums", Sum, number, { readonly wording: string }>({
  id: "sums",
  version: 1,
  summary: "adds",
  data: {
    sample: z.object({ id: z.string(), group: z.string(), terms: z.array(z.number()) }),
    prediction: z.number(),
    misfit: (sum) => (sum < 0 ? `${sum} is no sum of terms` : undefined),
    options: z.object({ wording: z.string().default("plain") }),
    formats: [],
    predictionFormats: [],
    refs: () => [],
    checks: [],
  },
  asking: {
    protocols: { chat: { identity: ({ options }) => options, steps: askSum } },
    extractors: ["number"],
  },
  scoring: () => ({
    measures: [],
    metrics: [],
    analyses: [],
    slices: () => ({}),
    errorClass: () => null,
  }),
  people: {
    graders: [
      {
        role: "judge",
        asks: "chat",
        identity: () => "v1",
        *steps(prediction) {
          const [verdict] = yield* ask([say(`judge ${prediction}`)]);
          return verdict?.kind === "answered"
            ? answered(verdict.value.text)
            : noAnswer("failed", "no verdict");
        },
      },
    ],
  },
  proof: {
    baselines: {
      oracle: ({ terms }) => terms.reduce((a, b) => a + b, 0),
      chance: () => 0,
      empty: () => 0,
    },
    degradations: [],
    examples: [],
  },
  display: { view: ({ id }) => ({ title: id, blocks: [] }), exports: [] },
});
const family: Family = sums;

const samples: readonly Sum[] = Array.from({ length: 20 }, (_, i) => ({
  id: `s${i}`,
  group: `g${i % 4}`,
  terms: [i, i + 1, 2],
}));

function batches(of: readonly Sum[] = samples): SampleBatches {
  const planned = of.map(
    (sample): PlannedSample => ({ sample, digest: digest(JSON.stringify(sample)).slice(0, 32) }),
  );
  return {
    async *[Symbol.asyncIterator]() {
      for (let from = 0; from < planned.length; from += 7) yield planned.slice(from, from + 7);
    },
  };
}

type Answer = (text: string, call: number) => Outcome<ChatReply> | Promise<Outcome<ChatReply>>;
const text = (value: string): Outcome<ChatReply> => answered({ text: value, finish: "stop" });

/** Answers like a model that can add; `answer` may step in. */
function adder(
  calls: string[],
  answer: Answer = (asked) => right(asked),
  more: Partial<ChatSystem> = {},
): ChatSystem {
  return {
    id: "adder",
    kind: "fake",
    speaks: "chat",
    identity: { temperature: 0 },
    concurrency: 3,
    ...more,
    ask: async (asks) =>
      Promise.all(
        asks.map(({ messages }) => {
          const [part] = messages[0]!.parts;
          const asked = part && "text" in part ? part.text : "";
          calls.push(asked);
          return answer(asked, calls.length);
        }),
      ),
  };
}

function right(asked: string): Outcome<ChatReply> {
  if (asked.startsWith("term ")) return text(asked.slice(5));
  if (asked.startsWith("sum "))
    return text(
      String(
        asked
          .slice(4)
          .split("+")
          .reduce((sum, term) => sum + Number(term), 0),
      ),
    );
  return text(`fine: ${asked}`);
}

interface Run {
  readonly store: RunStore;
  readonly system: System;
  readonly retry?: readonly OutcomeKind[];
  readonly asks?: boolean;
  readonly judge?: ChatSystem;
  readonly stop?: AbortSignal;
  readonly abort?: AbortSignal;
  readonly of?: readonly Sum[];
}

async function run({
  store,
  system,
  retry = [],
  asks = true,
  judge,
  stop,
  abort,
  of,
}: Run): Promise<{ settled: Settled[]; open: number }> {
  const settled: Settled[] = [];
  const helpers: Record<string, System> = judge ? { judge } : {};
  const settings = { options: { wording: "plain" }, prompts: {} };
  const own = cell({ task: "t", family, settings, extractor: "number", system, helpers }, digest);
  const never = new AbortController().signal;
  const signals = { stop: stop ?? never, abort: abort ?? never };
  const { open } = await runCell(own, batches(of), {
    store,
    digest,
    clock: () => 5,
    ...signals,
    dispatcher: fakeDispatcher(signals),
    retry: new Set(retry),
    asks,
    onSettled: (one) => settled.push(one),
  });
  return { settled, open };
}

const values = (settled: readonly Settled[]) =>
  Object.fromEntries(
    settled.map(({ planned, outcome }) => [
      planned.sample.id,
      outcome?.kind === "answered" ? outcome.value : outcome?.kind,
    ]),
  );
const truth = Object.fromEntries(
  samples.map(({ id, terms }) => [id, terms.reduce((a, b) => a + b, 0)]),
);

describe("a protocol of several steps", () => {
  it("brings every sample to its answer, with each reply in the log", async () => {
    const store = memoryRunStore();
    const calls: string[] = [];
    const { settled, open } = await run({ store, system: adder(calls) });
    expect(values(settled)).toEqual(truth);
    expect(open).toBe(0);
    expect(calls).toHaveLength(20 * 4);
    const kinds = store.log.map(({ event }) => event);
    expect(kinds.filter((kind) => kind === "reply")).toHaveLength(80);
    expect(kinds.filter((kind) => kind === "outcome")).toHaveLength(20);
  });

  it("asks nothing again that the log holds, wherever the run was cut off", async () => {
    const whole = memoryRunStore();
    await run({ store: whole, system: adder([]) });
    for (const cut of [0, 1, 2, 3, 4, 5, 17, 50, 99, 100]) {
      const store = memoryRunStore(whole.log.slice(0, cut));
      const calls: string[] = [];
      const { settled } = await run({ store, system: adder(calls) });
      expect(values(settled)).toEqual(truth);
      const had = whole.log.slice(0, cut).filter(({ event }) => event === "reply").length;
      expect(calls).toHaveLength(80 - had);
      expect(store.log.filter(({ event }) => event === "outcome")).toHaveLength(20);
    }
  });

  it("does not use a reply to another ask", async () => {
    const store = memoryRunStore();
    await run({ store, system: adder([]), of: samples.slice(0, 1) });
    const spoilt = store.log
      .filter(({ event }) => event === "reply")
      .map((event) =>
        event.event === "reply" && event.position === 1 && event.step === 0
          ? { ...event, ask: "other" }
          : event,
      );
    const calls: string[] = [];
    const { settled } = await run({
      store: memoryRunStore(spoilt),
      system: adder(calls),
      of: samples.slice(0, 1),
    });
    expect(values(settled)).toEqual({ s0: 3 });
    expect(calls).toEqual(["term 1"]);
  });

  it("keeps at most as many asks under way as the system takes", async () => {
    let now = 0;
    let most = 0;
    const slow: Answer = async (asked) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      return right(asked);
    };
    await run({ store: memoryRunStore(), system: adder([], slow) });
    expect(most).toBe(3);
  });
});

describe("what goes wrong", () => {
  it("is an outcome: exceptions, hangs and wrong numbers of answers fail, and are tried again by the next start", async () => {
    const store = memoryRunStore();
    const trouble: Answer = (asked) => {
      if (asked === "term 3") throw new Error("no connection");
      if (asked === "term 5") return new Promise<never>(() => undefined);
      return right(asked);
    };
    const { settled, open } = await run({ store, system: adder([], trouble, { timeoutMs: 30 }) });
    const failed = settled.filter(({ outcome }) => outcome?.kind === "failed");
    expect(failed.map(({ planned }) => planned.sample.id).sort()).toEqual(["s2", "s3", "s4", "s5"]);
    expect(open).toBe(4);
    const reasons = new Set(
      failed.map(({ outcome }) => (outcome?.kind === "failed" ? outcome.reason : "")),
    );
    expect(reasons).toEqual(new Set(["no connection", "no answer within 30 ms"]));
    const calls: string[] = [];
    const again = await run({ store, system: adder(calls) });
    expect(values(again.settled)).toEqual(truth);
    expect(calls.filter((asked) => asked.startsWith("sum"))).toHaveLength(4);
    expect(again.open).toBe(0);
  });

  it("settles all but failures, and takes settled work up again only on request, with fresh replies", async () => {
    const store = memoryRunStore();
    const shy: Answer = (asked) => (asked === "sum 0+1+2" ? text("not sure") : right(asked));
    const first = await run({ store, system: adder([], shy) });
    expect(values(first.settled).s0).toBe("unparsed");
    const calls: string[] = [];
    expect(values((await run({ store, system: adder(calls) })).settled).s0).toBe("unparsed");
    expect(calls).toEqual([]);
    const retried = await run({ store, system: adder(calls), retry: ["unparsed"] });
    expect(values(retried.settled)).toEqual(truth);
    expect(calls).toHaveLength(4);
    const attempts = store.log.flatMap((event) =>
      event.event === "outcome" && event.sample === "s0" ? [event.attempt] : [],
    );
    expect(attempts).toEqual([1, 2]);
  });

  it("never scores what is no prediction", async () => {
    const direct: DirectSystem = {
      id: "d",
      kind: "fake",
      speaks: "prediction",
      identity: null,
      concurrency: 4,
      ask: async (asked) =>
        asked.map(({ id }) => answered(id === "s1" ? "three" : id === "s2" ? -3 : 3)),
    };
    const { settled } = await run({ store: memoryRunStore(), system: direct });
    expect(settled.find(({ planned }) => planned.sample.id === "s2")?.outcome).toEqual(
      noAnswer("unparsed", "-3 is no sum of terms"),
    );
    const odd = settled.find(({ planned }) => planned.sample.id === "s1")?.outcome;
    expect(odd?.kind).toBe("unparsed");
    expect(odd?.kind === "unparsed" && odd.reason).toMatch(/not a prediction of sums/);
  });

  it("reports samples that were not reached when nothing may be asked", async () => {
    const store = memoryRunStore();
    await run({ store, system: adder([]), of: samples.slice(0, 5) });
    const { settled, open } = await run({ store, system: adder([]), asks: false });
    expect(settled).toHaveLength(20);
    expect(settled.filter(({ outcome }) => outcome === undefined)).toHaveLength(15);
    expect(open).toBe(15);
  });
});

describe("a system that rejects our key", () => {
  const paid = { usage: { input: 7 } };
  const askedOf = (settled: readonly Settled[]) =>
    settled
      .map(({ planned, outcome, replies, facts }) => ({
        id: planned.sample.id,
        outcome: outcome?.kind,
        replies,
        facts,
      }))
      .filter(({ replies, facts }) => replies.length > 0 || facts)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const scored = async (store: RunStore, system: System) =>
    askedOf((await run({ store, system, asks: false })).settled);

  it("leaves samples open, with every request counted: by the run, by whoever scores it, and by the run that goes on", async () => {
    const store = memoryRunStore();
    let isRejected = true;
    const answer: Answer = (asked) => {
      const reply =
        isRejected && asked.startsWith("sum") ? failed("auth", "401: bad key") : right(asked);
      const told: Asked<ChatReply> = { ...reply, facts: paid };
      return told;
    };
    const calls: string[] = [];
    const system = adder(calls, answer, { scope: "a provider" });
    const { settled, open } = await run({ store, system });
    expect(open).toBe(20);
    expect(settled.every(({ outcome }) => outcome === undefined)).toBe(true);
    expect(settled.flatMap(({ replies }) => replies)).toHaveLength(calls.length);
    expect(await scored(store, system)).toEqual(askedOf(settled));
    isRejected = false;
    const again = await run({ store, system });
    expect(values(again.settled)).toEqual(truth);
    expect(again.settled.flatMap(({ replies }) => replies)).toHaveLength(calls.length);
    expect(await scored(store, system)).toEqual(askedOf(again.settled));
  });

  const service = (answer: () => Outcome<unknown>): DirectSystem => ({
    id: "service",
    kind: "fake",
    speaks: "prediction",
    identity: {},
    concurrency: 1,
    scope: "a provider",
    timeoutMs: 1_000,
    ask: async (asks) => asks.map(() => ({ ...answer(), facts: paid })),
  });

  it("fails the sample that it was asked for, where it hands over predictions", async () => {
    const store = memoryRunStore();
    const system = service(() => failed("auth", "401: bad key"));
    const { settled, open } = await run({ store, system });
    expect(open).toBe(20);
    expect(askedOf(settled)).toMatchObject([{ outcome: "failed", facts: paid }]);
    expect(await scored(store, system)).toEqual(askedOf(settled));
  });

  it("takes no answer away that was to be asked for again", async () => {
    const store = memoryRunStore();
    let outcome: Outcome<unknown> = noAnswer("refused", "no");
    const system = service(() => outcome);
    await run({ store, system });
    outcome = failed("auth", "401: bad key");
    const { settled, open } = await run({ store, system, retry: ["refused"] });
    expect(open).toBe(20);
    expect(settled.map((one) => one.outcome?.kind)).toEqual(samples.map(() => "refused"));
  });
});

describe("leaving", () => {
  it("takes no more work after a stop and finishes what is in flight", async () => {
    const store = memoryRunStore();
    const stop = new AbortController();
    const answer: Answer = (asked, call) => {
      if (call === 10) stop.abort();
      return right(asked);
    };
    const { settled } = await run({ store, system: adder([], answer), stop: stop.signal });
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.length).toBeLessThan(8);
    expect(settled.every(({ outcome }) => outcome?.kind === "answered")).toBe(true);
    const again = await run({ store, system: adder([]) });
    expect(values(again.settled)).toEqual(truth);
  });

  it("leaves work open when it is aborted, and never calls it failed", async () => {
    const store = memoryRunStore();
    const abort = new AbortController();
    const hang: Answer = (asked, call) => {
      if (call === 10) queueMicrotask(() => abort.abort());
      return call >= 10 ? new Promise<never>(() => undefined) : right(asked);
    };
    await run({ store, system: adder([], hang), stop: abort.signal, abort: abort.signal }).catch(
      (error) => expect(error).toBeInstanceOf(Interrupted),
    );
    expect(
      store.log.some((event) => event.event === "outcome" && event.outcome.kind === "failed"),
    ).toBe(false);
    expect(values((await run({ store, system: adder([]) })).settled)).toEqual(truth);
  });

  it("stops when the log cannot be written", async () => {
    const store = memoryRunStore();
    store.append = async () => {
      throw new Error("disk full");
    };
    await expect(run({ store, system: adder([]) })).rejects.toThrow("disk full");
  });
});

describe("graders", () => {
  it("grade every answer once, also over restarts and for answers that were in the log", async () => {
    const store = memoryRunStore();
    await run({ store, system: adder([]), of: samples.slice(0, 10) });
    const calls: string[] = [];
    const judge = { ...adder(calls), id: "judge" };
    const first = await run({ store, system: adder([]), judge });
    expect(
      first.settled.every(({ grades }) => String(grades.judge).startsWith("fine: judge")),
    ).toBe(true);
    expect(calls).toHaveLength(20);
    const again = await run({ store, system: adder([]), judge });
    expect(again.settled.map(({ grades }) => grades.judge).sort()).toEqual(
      first.settled.map(({ grades }) => grades.judge).sort(),
    );
    expect(calls).toHaveLength(20);
  });

  it("leave no grade when they fail, and the work counts as open", async () => {
    const store = memoryRunStore();
    const judge = { ...adder([], () => noAnswer("failed", "overloaded")), id: "judge" };
    const { settled, open } = await run({ store, system: adder([]), judge });
    expect(settled.every(({ grades }) => !("judge" in grades))).toBe(true);
    expect(open).toBe(20);
    expect(
      (await run({ store, system: adder([]), judge: { ...adder([]), id: "judge" } })).open,
    ).toBe(0);
  });
});

describe("the work key", () => {
  const settings = { options: { wording: "plain" }, prompts: {} };
  const parts = {
    task: "t",
    family,
    settings,
    extractor: "number",
    system: adder([]),
    helpers: {},
  };
  const key = cell(parts, digest).digest;

  it("changes with whatever can change an answer", () => {
    const others = [
      { ...parts, family: { ...family, version: 2 } },
      { ...parts, settings: { ...settings, options: { wording: "fancy" } } },
      { ...parts, system: { ...adder([]), identity: { temperature: 1 } } },
      { ...parts, system: { ...adder([]), id: "b" } },
      { ...parts, fitted: "train:1" },
    ].map((other) => cell(other, digest).digest);
    expect(new Set([key, ...others]).size).toBe(others.length + 1);
  });

  it("does not change with how replies are read, or with how much may run at once", () => {
    expect(cell({ ...parts, extractor: "other" }, digest).digest).toBe(key);
    expect(cell({ ...parts, task: "renamed" }, digest).digest).toBe(key);
    expect(cell({ ...parts, system: { ...adder([]), concurrency: 64 } }, digest).digest).toBe(key);
  });
});

describe("systems that see", () => {
  const seeing: Family = {
    ...family,
    data: { ...family.data, refs: ({ id }) => [{ kind: "video", path: `${id}.mp4` }] },
  };
  const frame = (path: string, source: string) => ({
    atSeconds: 0,
    digest: `${path}@${source}`,
    mediaType: "image/jpeg",
    width: 4,
    height: 2,
  });

  function source(files: Map<string, string>, broken = new Set<string>()) {
    const asked: string[] = [];
    const media: MediaSource = {
      identity: { sampler: "uniform(1)" },
      async look({ path }, wants) {
        asked.push(path);
        const content = files.get(path) ?? "v1";
        if (broken.has(path)) return wants.map(() => noAnswer("media-error", `${path}: broken`));
        return wants.map(() =>
          answered({
            frames: [frame(path, content)],
            seconds: 10,
            framesPerSecond: 25,
            distinct: 1,
            source: content,
            decoder: "fake 1",
            warnings: [],
          }),
        );
      },
      digest: async ({ path }) => files.get(path) ?? "v1",
      file: async ({ path }) => noAnswer("media-error", `${path}: no file here`),
      bytes: async () => new Uint8Array(),
      async [Symbol.asyncDispose]() {},
    };
    return { media, asked };
  }

  async function look(
    store: RunStore,
    media: MediaSource,
    more: Partial<{ system: ChatSystem; retry: readonly OutcomeKind[] }> = {},
  ) {
    const calls: string[] = [];
    const settled: Settled[] = [];
    const system = more.system ?? { ...adder(calls), sees: true };
    const own = cell(
      {
        task: "t",
        family: seeing,
        settings: { options: { wording: "plain" }, prompts: {} },
        extractor: "number",
        system,
        media,
        helpers: {},
      },
      digest,
    );
    const never = new AbortController().signal;
    const { open } = await runCell(own, batches(), {
      store,
      digest,
      clock: () => 5,
      stop: never,
      abort: never,
      dispatcher: fakeDispatcher(),
      retry: new Set(more.retry),
      asks: true,
      onSettled: (one) => settled.push(one),
    });
    return { calls, settled, open, key: own.digest };
  }

  it("are shown frames that the log names, before they are asked", async () => {
    const store = memoryRunStore();
    const { settled, open } = await look(store, source(new Map()).media);
    expect(open).toBe(0);
    expect(
      settled.every(
        ({ planned, looks }) => framesOf(looks)[0]?.digest === `${planned.sample.id}.mp4@v1`,
      ),
    ).toBe(true);
    const first = store.log.find(({ event }) => event === "media");
    expect(first).toMatchObject({
      media: [{ path: "s0.mp4", source: "v1", decoder: "fake 1", distinct: 1 }],
    });
    expect(store.log.findIndex(({ event }) => event === "media")).toBeLessThan(
      store.log.findIndex(({ event }) => event === "reply"),
    );
    const again = await look(store, source(new Map()).media);
    expect(again.calls).toEqual([]);
    expect(again.settled).toHaveLength(20);
    expect(again.settled.every(({ looks }) => framesOf(looks).length === 1)).toBe(true);
  });

  it("never answer about a file that cannot be shown, which settles until it is asked for again", async () => {
    const store = memoryRunStore();
    const { settled, calls } = await look(store, source(new Map(), new Set(["s2.mp4"])).media);
    expect(
      settled
        .filter(({ outcome }) => outcome?.kind === "media-error")
        .map(({ planned }) => planned.sample.id),
    ).toEqual(["s2"]);
    expect(calls).not.toContain("sum 2+3+2");
    expect((await look(store, source(new Map()).media)).calls).toEqual([]);
    const retried = await look(store, source(new Map()).media, { retry: ["media-error"] });
    expect(values(retried.settled)).toEqual(truth);
  });

  it("are asked again about a file that changed", async () => {
    const store = memoryRunStore();
    await look(store, source(new Map()).media);
    const changed = await look(store, source(new Map([["s3.mp4", "v2"]])).media);
    expect(changed.calls).toHaveLength(4);
    const third = changed.settled.find(({ planned }) => planned.sample.id === "s3");
    expect(framesOf(third!.looks)[0]?.digest).toBe("s3.mp4@v2");
  });

  it("have their files compared with the log side by side, a few at a time", async () => {
    const store = memoryRunStore();
    const { media } = source(new Map());
    await look(store, media);
    let [now, most, all] = [0, 0, 0];
    const digest: MediaSource["digest"] = async () => {
      all++;
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
      return "v1";
    };
    expect((await look(store, { ...media, digest })).calls).toEqual([]);
    expect(all).toBe(20);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it("have the sampler in their key; others do not", async () => {
    const { media } = source(new Map());
    const other = { ...media, identity: { sampler: "uniform(8)" } };
    const blind = adder([]);
    expect((await look(memoryRunStore(), media)).key).not.toBe(
      (await look(memoryRunStore(), other)).key,
    );
    expect((await look(memoryRunStore(), media, { system: blind })).key).toBe(
      (await look(memoryRunStore(), other, { system: blind })).key,
    );
  });
});

it("tells of an encoder's requests what the log keeps, and counts one that several samples share once", async () => {
  const protocol = {
    identity: () => "v1",
    *steps({ terms }: Sum): Steps<EmbedAsk, EmbedReply, number> {
      const replies = yield* ask<EmbedAsk>([{ text: "sum" }, { text: String(terms[0]) }]);
      return replies.find((reply) => reply.kind !== "answered") ?? answered(replies.length);
    },
  };
  const system: EncoderSystem = {
    ...{
      id: "e",
      kind: "fake",
      speaks: "encoder",
      identity: {},
      concurrency: 1,
      scope: "far away",
    },
    ask: async ([one]) => [
      {
        ...("text" in one! && one.text === "3"
          ? failed("deterministic", "odd")
          : answered(new Float32Array(2))),
        facts: { totalMs: 2 },
      },
    ],
  };
  const store = memoryRunStore();
  const never = new AbortController().signal;
  const look = async (asks: boolean) => {
    const settled: Settled[] = [];
    const own = cell(
      {
        task: "t",
        family: {
          ...family,
          asking: { ...family.asking, protocols: { encoder: protocol } },
        } as unknown as Family,
        settings: { options: { wording: "plain" }, prompts: {} },
        extractor: "number",
        system,
        helpers: {},
      },
      digest,
    );
    const signals = { stop: never, abort: never };
    const onSettled = (one: Settled) => settled.push(one);
    const tools = {
      store,
      digest,
      clock: () => 5,
      dispatcher: fakeDispatcher(),
      ...signals,
      retry: new Set<never>(),
      asks,
      onSettled,
    };
    await runCell(own, batches(samples.slice(0, 5)), tools);
    const told = settled.map(({ planned, outcome, replies, asked }) => ({
      id: planned.sample.id,
      outcome,
      replies,
      asked,
    }));
    return told.sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const run = await look(true);
  expect(run.flatMap(({ asked }) => asked!.filter(({ cached }) => !cached))).toHaveLength(5 + 1);
  expect(run.map(({ outcome }) => outcome!.kind)).toEqual([
    "answered",
    "answered",
    "answered",
    "failed",
    "answered",
  ]);
  expect(await look(false)).toEqual(run);
});

it("asks the repeats of a sample close to each other, however many samples there are", async () => {
  const calls: string[] = [];
  const system = adder(calls);
  const settings = { options: { wording: "plain" }, prompts: {} };
  const parts = { task: "t", family, settings, extractor: "number", system, helpers: {} };
  const many = Array.from(
    { length: 300 },
    (_, i): Sum => ({ id: `s${i}`, group: `g${i}`, terms: [i] }),
  );
  const never = new AbortController().signal;
  const { planned, open } = await runCells(
    [0, 1].map((repeat) => cell({ ...parts, repeat }, digest)),
    batches(many),
    {
      store: memoryRunStore(),
      digest,
      clock: () => 5,
      stop: never,
      abort: never,
      dispatcher: fakeDispatcher({ stop: never, abort: never }),
      retry: new Set(),
      asks: true,
      onSettled: () => undefined,
    },
  );
  expect({ planned, open }).toEqual({ planned: 300, open: 0 });
  const apart = many.map(
    ({ terms: [term] }) => calls.lastIndexOf(`term ${term}`) - calls.indexOf(`term ${term}`),
  );
  expect(Math.min(...apart)).toBeGreaterThan(0);
  expect(Math.max(...apart)).toBeLessThan(300);
});
