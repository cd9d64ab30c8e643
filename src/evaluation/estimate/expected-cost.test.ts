import { expect, it } from "vitest";
import type { ChatAsk, FrameRef } from "../../core/asking/chat.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import { expectedCost } from "./expected-cost.ts";

const prices = { m: { input: 1, output: 10 } };
const system = (identity: ChatSystem["identity"]): ChatSystem => ({
  ...{ id: "s", kind: "chat", speaks: "chat", identity, concurrency: 1 },
  ask: async () => [],
});
const frame: FrameRef = {
  atSeconds: 0,
  digest: "d",
  mediaType: "image/jpeg",
  width: 750,
  height: 100,
};
const ask = (frames: readonly FrameRef[], more: Partial<ChatAsk> = {}): ChatAsk => ({
  messages: [{ role: "user", parts: [{ text: "x".repeat(300) }, { frames }] }],
  ...more,
});

it.each([
  ["text and the longest reply", ask([]), { model: "m", maxTokens: 20 }, 100 + 10 * 20],
  ["pictures", ask([frame, frame]), { model: "m", maxTokens: 20 }, 300 + 10 * 20],
  ["a long reply where there is no limit", ask([]), { model: "m" }, 100 + 10 * 4_096],
  [
    "one token where choices are only compared",
    ask([], { choices: ["A", "B"] }),
    { model: "m" },
    100 + 10,
  ],
  ["nothing where no price is known", ask([]), { model: "n" }, undefined],
  [
    "nothing of whole videos",
    ask([{ ...frame, mediaType: "video/mp4" }]),
    { model: "m" },
    undefined,
  ],
])("expects %s", (_, one, identity, tokens) => {
  const cost = expectedCost(system(identity), one, prices);
  expect(cost === undefined ? undefined : Math.round(cost * 1e6)).toBe(tokens);
});
