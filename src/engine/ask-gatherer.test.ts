import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { EmbedAsk } from "../core/asking/embed.ts";
import type { EncoderSystem } from "../core/asking/system.ts";
import { answered } from "../core/run/outcome.ts";
import { AskGatherer } from "./ask-gatherer.ts";

const timer = { breath: () => turn() };
const signal = new AbortController().signal;
const lengthOf = (ask: EmbedAsk) =>
  answered(Float32Array.of("text" in ask ? ask.text.length : ask.frames.length));

/** An encoder that answers a text by its length, when it is let go. */
function encoder(maxBatch: number, ask?: EncoderSystem["ask"]) {
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  const system: EncoderSystem = {
    id: "e",
    kind: "e",
    speaks: "encoder",
    identity: null,
    concurrency: 8,
    maxBatch,
    ask:
      ask ??
      (async (asks) => {
        batches.push(asks.map((one) => ("text" in one ? one.text : "")));
        await new Promise<void>((resolve) => waiting.push(resolve));
        return asks.map(lengthOf);
      }),
  };
  const gatherer = new AskGatherer(system, timer);
  const put = async (text: string) => (await gatherer.ask([{ text }], signal))[0];
  return { batches, put, gatherer, goOn: () => waiting.shift()?.() };
}

describe("AskGatherer", () => {
  it("puts what comes at once together, at most maxBatch, two batches at a time", async () => {
    const { batches, put, goOn } = encoder(3);
    const replies = Promise.all(["a", "bb", "ccc", "dddd", "eeeee", "f", "g"].map(put));
    await turn();
    await turn();
    expect(batches).toEqual([
      ["a", "bb", "ccc"],
      ["dddd", "eeeee", "f"],
    ]);
    goOn();
    await turn();
    await turn();
    expect(batches[2]).toEqual(["g"]);
    goOn();
    goOn();
    const lengths = (await replies).map((one) => one?.kind === "answered" && one.value[0]);
    expect(lengths).toEqual([1, 2, 3, 4, 5, 1, 1]);
  });

  it("hands asks on one by one where vectors depend on their neighbours", async () => {
    const { batches, put, goOn } = encoder(1);
    const replies = Promise.all(["a", "b"].map(put));
    expect(batches).toEqual([["a"], ["b"]]);
    goOn();
    goOn();
    await replies;
  });

  it("fails everyone of a batch that broke, and goes on with the next", async () => {
    let calls = 0;
    const { put } = encoder(2, async (asks) => {
      if (calls++ === 0) throw new Error("out of memory");
      return asks.map(lengthOf);
    });
    const [one, two, three] = await Promise.allSettled([put("a"), put("b"), put("ccc")]);
    expect(one).toMatchObject({ reason: { message: "out of memory" } });
    expect(two).toMatchObject({ reason: { message: "out of memory" } });
    expect(three).toMatchObject({ value: { kind: "answered" } });
  });

  it("rejects where there are fewer answers than asks", async () => {
    const { put } = encoder(2, async (asks) => asks.slice(1).map(lengthOf));
    await expect(Promise.all([put("a"), put("b")])).rejects.toThrow("asked 2, got 1 answers");
  });

  it("does not put what was left while it waited, and ends a batch that everyone left", async () => {
    const seen: string[] = [];
    let isEnded = false;
    const { gatherer } = encoder(
      2,
      (asks, given) =>
        new Promise((resolve) => {
          for (const one of asks) seen.push("text" in one ? one.text : "");
          given.addEventListener("abort", () => {
            isEnded = true;
            resolve(asks.map(lengthOf));
          });
        }),
    );
    const [early, late] = [new AbortController(), new AbortController()];
    void gatherer.ask([{ text: "a" }], early.signal);
    void gatherer.ask([{ text: "left" }], late.signal);
    late.abort();
    await turn();
    await turn();
    expect(seen).toEqual(["a"]);
    early.abort();
    await turn();
    expect(isEnded).toBe(true);
  });
});
