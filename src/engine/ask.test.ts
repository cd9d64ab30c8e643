import { describe, expect, it } from "vitest";
import { answered } from "../core/outcome.ts";
import { AbortWatch } from "./abort-watch.ts";
import { ask } from "./ask.ts";
import { fakeTimer } from "./fake-timer.ts";

const turn = { repeat: 0, seed: 0 };

describe("ask", () => {
  it.each([
    ["an answer", async () => [answered("yes")]],
    ["what is thrown later", () => Promise.reject(new Error("no"))],
    [
      "what is thrown at once",
      () => {
        throw new Error("no");
      },
    ],
  ])("leaves nobody listening after %s", async (_, reply) => {
    const abort = new AbortWatch(new AbortController().signal);
    await ask({ ask: reply }, ["question"], { timer: fakeTimer(), timeoutMs: 1_000, abort, turn });
    expect(abort.size).toBe(0);
  });

  it("hears of the time limit before what the system throws on account of it", async () => {
    const timer = fakeTimer();
    const abort = new AbortWatch(new AbortController().signal);
    const system = {
      ask: (_: readonly string[], signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("left")))),
    };
    const asking = ask(system, ["question"], { timer, timeoutMs: 1_000, abort, turn });
    await timer.advance(1_000);
    expect(await asking).toMatchObject({ isTimedOut: true, asked: [{ kind: "failed", reason: "no answer within 1000 ms" }] });
    expect(abort.size).toBe(0);
  });
});
