import { expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import type { Asked } from "../core/asking/asked.ts";
import type { EmbedAsk, EmbedReply } from "../core/asking/embed.ts";
import type { EncoderSystem } from "../core/asking/system.ts";
import { canonicalJson } from "../core/json.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";

/** An encoder that answers a text by its length and a 1. */
function encoder(reply: (text: string) => Asked<EmbedReply>) {
  const asked: string[] = [];
  const system: EncoderSystem = {
    id: "e",
    kind: "e",
    speaks: "encoder",
    identity: null,
    concurrency: 8,
    async ask(asks: readonly EmbedAsk[]) {
      return asks.map((ask) => {
        const text = "text" in ask ? ask.text : "";
        asked.push(text);
        return reply(text);
      });
    },
  };
  const dispatcher = fakeDispatcher({ timer: fakeTimer(), digest: (text) => text });
  const put = (ask: object) => {
    const text = canonicalJson(ask);
    return dispatcher.put(system, { ask, text, digest: text }, { repeat: 0, isAgain: false });
  };
  return { asked, put };
}

const byLength = (text: string): Asked<EmbedReply> => ({
  ...answered(Float32Array.of(text.length, 1)),
  facts: { usage: { input: text.length } },
});

it("gives the vectors of all texts one after the other, and asks for each once", async () => {
  const { asked, put } = encoder(byLength);
  await put({ text: "bb" });
  const first = await put({ texts: ["a", "bb", "ccc", "a"] });
  expect(first.outcome).toEqual(answered(Float32Array.of(1, 1, 2, 1, 3, 1, 1, 1)));
  expect(first.facts).toMatchObject({ usage: { input: 4 }, attempts: 2 });
  const again = await put({ texts: ["a", "bb", "ccc", "a"] });
  expect(again).toEqual({ outcome: first.outcome, facts: { cached: true } });
  const others = await put({ texts: ["ccc", "bb"] });
  expect(others).toEqual({
    outcome: answered(Float32Array.of(3, 1, 2, 1)),
    facts: { cached: true },
  });
  expect(asked).toEqual(["bb", "a", "ccc"]);
});

it("is what is wrong with the first text that has no vector, or another size", async () => {
  const { put } = encoder((text) =>
    text === "x" ? noAnswer("refused", "no x") : answered(new Float32Array(text.length)),
  );
  expect((await put({ texts: ["a", "x"] })).outcome).toEqual(noAnswer("refused", "no x"));
  expect((await put({ texts: ["a", "b", "cc"] })).outcome).toEqual(
    noAnswer("unparsed", 'the encoder gave 1 numbers for "a", and 2 for "cc"'),
  );
});
