import { describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import { answered } from "../core/run/outcome.ts";

const hourMs = 3_600_000;

/** A reply that comes after three hours, where a sample has half an hour. */
async function asked(more: Partial<ChatSystem>) {
  const timer = fakeTimer();
  const retries = {
    attempts: 1,
    budget: 10,
    waitMs: 1,
    sampleTimeoutMs: hourMs / 2,
    holdMs: 0,
    sameFailures: 0,
  };
  const system: ChatSystem = {
    id: "model",
    kind: "chat",
    speaks: "chat",
    identity: {},
    concurrency: 1,
    timeoutMs: 25 * hourMs,
    ...more,
    ask: () =>
      new Promise((resolve) =>
        timer.after(3 * hourMs, () => resolve([answered({ text: "late", finish: "stop" })])),
      ),
  };
  const put = fakeDispatcher({ timer, retries }).put(
    system,
    { ask: {}, text: "{}", digest: "d" },
    { repeat: 0, isAgain: false },
  );
  await timer.advance(30 * hourMs);
  return put;
}

describe("replies that take hours", () => {
  it("are given up by the time limit of a sample", async () => {
    expect(await asked({})).toMatchObject({ outcome: { kind: "failed" } });
  });

  it("are waited for where the system says that they come late", async () => {
    expect(await asked({ repliesLate: true })).toMatchObject({
      outcome: { kind: "answered", value: { text: "late" } },
    });
  });

  it("are not waited for longer than the system says", async () => {
    expect(await asked({ repliesLate: true, timeoutMs: hourMs })).toMatchObject({
      outcome: { kind: "failed" },
    });
  });
});
