import { describe, expect, it } from "vitest";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import { answered } from "../core/run/outcome.ts";
import { AbortWatch } from "./abort-watch.ts";
import { ask } from "./ask.ts";
import { Interrupted } from "./interrupted.ts";

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
        new Promise<never>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("left"))),
        ),
    };
    const asking = ask(system, ["question"], { timer, timeoutMs: 1_000, abort, turn });
    await timer.advance(1_000);
    expect(await asking).toMatchObject({
      isTimedOut: true,
      asked: [{ kind: "failed", reason: "no answer within 1000 ms" }],
    });
    expect(abort.size).toBe(0);
  });

  it("is left at once when everything is aborted, however long the system would take, and tells it so", async () => {
    const leaving = new AbortController();
    const abort = new AbortWatch(leaving.signal);
    let given: AbortSignal | undefined;
    const system = {
      ask(_: readonly string[], signal: AbortSignal) {
        given = signal;
        return new Promise<never>(() => undefined);
      },
    };
    const options = { timer: fakeTimer(), timeoutMs: 1_000, abort, turn };
    const asking = ask(system, ["question"], options);
    leaving.abort();
    await expect(asking).rejects.toBeInstanceOf(Interrupted);
    expect({ isTold: given?.aborted, waiting: abort.size }).toEqual({ isTold: true, waiting: 0 });
    await expect(ask(system, ["another"], options)).rejects.toBeInstanceOf(Interrupted);
  });
});
