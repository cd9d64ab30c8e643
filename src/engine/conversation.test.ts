import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import { memoryRunStore } from "../../test/support/memory-run-store.ts";
import type { Asked } from "../core/asking/asked.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../core/asking/chat.ts";
import { seenNothing } from "../core/asking/replay.ts";
import { ask, type Steps } from "../core/asking/steps.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import { answered, failed } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import { converse } from "./conversation.ts";

const minuteMs = 60_000;
const key = "0000000000000000-00000000000000000000000000000000";
const frames: readonly FrameRef[] = [0, 0.5, 1].map((atSeconds) => ({
  atSeconds,
  digest: `d${atSeconds}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

function* watching(held: readonly (readonly FrameRef[])[]): Steps<ChatAsk, ChatReply, number> {
  for (const shown of held) {
    const [reply] = yield* ask<ChatAsk>([
      { messages: [{ role: "user", parts: [{ text: "now" }, { frames: shown }] }] },
    ]);
    if (reply!.kind !== "answered") return reply!;
  }
  return answered(held.length);
}

const looker = { look: seenNothing, frameCount: frames.length };

/** Takes so long for each reply; forever where it is `undefined`. */
function talk(lastsMs: readonly (number | undefined)[], held: readonly (readonly FrameRef[])[]) {
  const timer = fakeTimer();
  let asks = 0;
  const system: ChatSystem = {
    id: "slow",
    kind: "fake",
    speaks: "chat",
    sees: true,
    identity: {},
    concurrency: 1,
    ask: () =>
      new Promise<readonly Asked<ChatReply>[]>((resolve) => {
        const ms = lastsMs[asks++];
        if (ms !== undefined)
          timer.after(ms, () => resolve([answered({ text: "", finish: "stop" })]));
      }),
  };
  const dispatcher = fakeDispatcher({
    timer,
    retries: {
      attempts: 1,
      budget: 10,
      waitMs: 1,
      sampleTimeoutMs: minuteMs,
      holdMs: 0,
      sameFailures: 0,
    },
  });
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const about = { key, attempt: 1, repeat: 0, system, recorded: [], looker } as const;
  const concluded = converse(watching(held) as Steps<unknown, unknown, number>, about, {
    store: memoryRunStore(),
    digest,
    clock: () => 0,
    dispatcher,
  });
  return { timer, concluded };
}

describe("a conversation", () => {
  it("of many steps may last longer than a sample is waited for, as long as replies come", async () => {
    const { timer, concluded } = talk([40_000, 40_000, 40_000], [frames, frames, frames]);
    await timer.advance(5 * minuteMs);
    expect((await concluded).outcome).toEqual(answered(3));
  });

  it("is given up where the next reply does not come in that time", async () => {
    const { timer, concluded } = talk([40_000, undefined], [frames, frames]);
    let isOver = false;
    void concluded.then(() => {
      isOver = true;
    });
    await timer.advance(99_000);
    expect(isOver).toBe(false);
    await timer.advance(2_000);
    expect((await concluded).outcome.kind).toBe("failed");
  });

  it("leaves what failed in the log, which is then asked again and still counts", async () => {
    const failures = [failed("transient", "down"), failed("deterministic", "odd")];
    const store = memoryRunStore();
    const asks: number[] = [];
    const system: ChatSystem = {
      ...{ id: "m", kind: "fake", speaks: "chat", identity: {}, concurrency: 1, scope: "far away" },
      ask: async () => {
        asks.push(asks.length);
        const usage = { input: 10 ** asks.length };
        return [
          {
            ...(failures.shift() ?? answered({ text: "", finish: "stop" as const })),
            facts: { usage },
          },
        ];
      },
    };
    const tools = {
      store,
      digest: (text: string) => text,
      clock: () => 0,
      dispatcher: fakeDispatcher(),
    };
    const about = { key, attempt: 1, repeat: 0, system };
    const steps = () => watching([frames]) as Steps<unknown, unknown, number>;
    const first = await converse(steps(), { ...about, recorded: [] }, tools);
    expect(first.outcome).toEqual(failed("deterministic", "odd"));
    expect(store.log).toMatchObject([
      { outcome: first.outcome, facts: { attempts: 2, usage: { input: 110 } } },
    ]);
    const second = await converse(steps(), { ...about, recorded: first.replies }, tools);
    expect(second.outcome).toEqual(answered(1));
    expect(store.log).toMatchObject([{}, { facts: { usage: { input: 1_000 } } }]);
    expect(JSON.parse(JSON.stringify(second.replies))).toEqual(store.log);
    const third = await converse(steps(), { ...about, recorded: second.replies }, tools);
    expect([third.replies, asks.length]).toEqual([second.replies, 3]);
  });

  it("says in the log which frames an ask held, where it did not hold all", async () => {
    const { timer, concluded } = talk([1, 1, 1], [frames.slice(0, 1), frames, []]);
    await timer.advance(minuteMs);
    const { replies } = await concluded;
    expect(replies.map((reply: ReplyEvent) => reply.frames)).toEqual([[0], undefined, []]);
  });
});
