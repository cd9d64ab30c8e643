import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { memoryRunStore } from "../../test/support/memory-run-store.ts";
import type { Asked } from "../core/asking/asked.ts";
import type { ChatAsk, ChatReply } from "../core/asking/chat.ts";
import { ask, type Steps } from "../core/asking/steps.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import type { Family } from "../core/family.ts";
import { answered, failed, noAnswer, type Outcome, type OutcomeKind } from "../core/run/outcome.ts";
import { workKey } from "../core/run/work.ts";
import type { Cell } from "./cell.ts";
import type { EngineContext } from "./engine-context.ts";
import { grade } from "./grade.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const never = new AbortController().signal;
const work = workKey("c".repeat(32), "d".repeat(32));

interface Grading {
  readonly store?: ReturnType<typeof memory>;
  readonly reply?: Asked<ChatReply>;
  readonly wording?: string;
  readonly judge?: Partial<ChatSystem>;
  readonly prediction?: string;
  readonly of?: string;
  readonly retry?: readonly OutcomeKind[];
  readonly asks?: boolean;
}

/** Grades one prediction; `calls` counts the asks. */
async function graded(given: Grading) {
  const {
    store = memory(),
    reply = says("good"),
    wording = "v1",
    judge = {},
    prediction = "p",
    of = work,
    retry = [],
    asks = true,
  } = given;
  let calls = 0;
  const helper: ChatSystem = {
    id: "judge",
    kind: "fake",
    speaks: "chat",
    identity: { model: "m" },
    concurrency: 1,
    ask: async (all) => {
      calls += all.length;
      return all.map(() => reply);
    },
    ...judge,
  };
  const family = {
    people: {
      graders: [
        {
          role: "judge",
          asks: "chat",
          identity: () => wording,
          *steps(): Steps<ChatAsk, ChatReply, unknown> {
            const [verdict] = yield* ask<ChatAsk>([
              { messages: [{ role: "user", parts: [{ text: "how is it?" }] }] },
            ]);
            if (verdict?.kind !== "answered") return verdict ?? noAnswer("missing", "nothing");
            return verdict.value.text === "good"
              ? answered("good")
              : noAnswer("unparsed", verdict.value.text);
          },
        },
      ],
    },
  } as unknown as Family;
  const cell = { family, helpers: { judge: helper }, settings: { options: {} } } as unknown as Cell;
  const context: EngineContext = {
    store,
    digest,
    clock: () => 0,
    dispatcher: fakeDispatcher({
      retries: {
        attempts: 1,
        budget: 0,
        waitMs: 1,
        sampleTimeoutMs: 60_000,
        holdMs: 0,
        sameFailures: 0,
      },
    }),
    stop: never,
    abort: never,
    retry: new Set(retry),
    asks,
    onSettled: () => undefined,
  };
  const planned = { sample: { id: "s", group: "g" }, digest: "d" };
  return {
    ...(await grade({ cell, of, planned, prediction }, context)),
    calls,
    store,
  };
}

const says = (text: string): Asked<ChatReply> => answered({ text, finish: "stop" });
const memory = () => memoryRunStore();

describe("a grade", () => {
  it("is asked for once and then read from the log", async () => {
    const first = await graded({});
    expect(first).toMatchObject({
      grades: { judge: "good" },
      ungraded: {},
      isOpen: false,
      calls: 1,
    });
    expect(await graded({ store: first.store })).toMatchObject({
      grades: { judge: "good" },
      calls: 0,
    });
    expect(await graded({ store: first.store, asks: false })).toMatchObject({
      grades: { judge: "good" },
      calls: 0,
    });
  });

  it.each<[string, Grading]>([
    ["wording", { wording: "v2" }],
    ["judge's name", { judge: { id: "other" } }],
    ["judge's kind", { judge: { kind: "other" } }],
    ["judge's settings", { judge: { identity: { model: "n" } } }],
    ["prediction", { prediction: "q" }],
    ["work", { of: workKey("e".repeat(32), "d".repeat(32)) }],
  ])("of another %s is another one", async (_name, change) => {
    const { store } = await graded({});
    expect((await graded({ store, ...change })).calls).toBe(1);
  });

  it("is missing where the judge failed, and asked for again", async () => {
    const down = await graded({ reply: noAnswer("failed", "down") });
    expect(down).toMatchObject({ grades: {}, ungraded: { judge: "down" }, isOpen: true });
    expect(await graded({ store: down.store })).toMatchObject({
      grades: { judge: "good" },
      isOpen: false,
      calls: 1,
    });
  });

  it.each<[string, Outcome<ChatReply>, OutcomeKind]>([
    ["refused", noAnswer("refused", "no"), "refused"],
    ["was not understood", says("maybe"), "unparsed"],
  ])(
    "is missing for good where the judge %s, but asked for again on request",
    async (_name, reply, kind) => {
      const first = await graded({ reply });
      expect(first).toMatchObject({ grades: {}, isOpen: false, calls: 1 });
      expect(await graded({ store: first.store })).toMatchObject({
        grades: {},
        isOpen: false,
        calls: 0,
      });
      expect(await graded({ store: first.store, retry: ["truncated"] })).toMatchObject({
        calls: 0,
      });
      expect(await graded({ store: first.store, retry: [kind], asks: false })).toMatchObject({
        grades: {},
        calls: 0,
      });
      expect(await graded({ store: first.store, retry: [kind] })).toMatchObject({
        grades: { judge: "good" },
        calls: 1,
      });
      expect(await graded({ store: first.store, retry: [kind] })).toMatchObject({
        grades: { judge: "good" },
        calls: 0,
      });
    },
  );

  it("is missing where the judge is not asked any more, and says why", async () => {
    const rejected = await graded({ reply: failed("auth", "401: bad key") });
    expect(rejected).toMatchObject({
      grades: {},
      ungraded: { judge: "not asked any more: 401: bad key" },
      isOpen: true,
    });
    const read = await graded({ store: rejected.store, asks: false });
    expect(read).toMatchObject({ ungraded: rejected.ungraded, isOpen: true });
    const lines = rejected.store.log.length;
    await graded({ store: rejected.store, reply: failed("auth", "401: bad key") });
    expect(rejected.store.log).toHaveLength(lines);
    expect(await graded({ store: rejected.store })).toMatchObject({
      grades: { judge: "good" },
      isOpen: false,
    });
  });

  it("that was given before stands where the judge is not asked any more, and work is left to do", async () => {
    const { store } = await graded({ reply: noAnswer("refused", "no") });
    const again = await graded({
      store,
      retry: ["refused"],
      reply: failed("auth", "401: bad key"),
    });
    expect(again).toMatchObject({ ungraded: { judge: "no" }, isOpen: true });
    expect(await graded({ store, asks: false })).toMatchObject({
      ungraded: { judge: "no" },
      isOpen: false,
    });
  });

  it("tells what is known about its requests, when it is asked and from the log alike, also of those that failed", async () => {
    const facts = { usage: { input: 5 }, totalMs: 1 };
    const first = await graded({ reply: { ...says("good"), facts } });
    // How long a request waited its turn depends on the machine.
    expect(first.gradingFacts).toEqual({ judge: [expect.objectContaining(facts)] });
    expect((await graded({ store: first.store, asks: false })).gradingFacts).toEqual(
      first.gradingFacts,
    );
    expect((await graded({})).gradingFacts).toEqual({});
    const down = await graded({ reply: { ...noAnswer("failed", "down"), facts } });
    expect(down).toMatchObject({ gradingFacts: { judge: [facts] }, ungraded: { judge: "down" } });
    const read = await graded({ store: down.store, asks: false });
    expect(read).toMatchObject({
      gradingFacts: { judge: [facts] },
      ungraded: { judge: "down" },
      isOpen: true,
    });
    const again = await graded({
      store: down.store,
      reply: { ...says("good"), facts: { totalMs: 2 } },
    });
    expect(again).toMatchObject({
      gradingFacts: { judge: [facts, { totalMs: 2 }] },
      isOpen: false,
    });
    expect((await graded({ store: down.store, asks: false })).gradingFacts).toEqual(
      again.gradingFacts,
    );
  });

  it("is about the last time where it was asked for again", async () => {
    const refused = await graded({
      reply: { ...noAnswer("refused", "no"), facts: { totalMs: 1 } },
    });
    const again = await graded({
      store: refused.store,
      retry: ["refused"],
      reply: { ...says("good"), facts: { totalMs: 2 } },
    });
    expect(again.gradingFacts).toEqual({ judge: [{ totalMs: 2 }] });
    expect((await graded({ store: refused.store })).gradingFacts).toEqual(again.gradingFacts);
  });

  it("that was not reached leaves work to do", async () => {
    expect(await graded({ asks: false })).toMatchObject({
      ungraded: { judge: "not graded yet" },
      isOpen: true,
      calls: 0,
    });
  });
});
