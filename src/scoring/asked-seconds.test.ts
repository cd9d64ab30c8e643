import { expect, it } from "vitest";
import type { AskFacts } from "../core/asking/asked.ts";
import { answered } from "../core/run/outcome.ts";
import { askedSeconds } from "./asked-seconds.ts";

const reply = (step: number, facts?: AskFacts, position = 0) => ({
  event: "reply" as const,
  key: "k",
  attempt: 1,
  step,
  position,
  ask: "a",
  outcome: answered(1),
  at: 0,
  ...(facts ? { facts } : {}),
});

it.each([
  [
    "the longest ask of each step, one after the other",
    [
      reply(0, { totalMs: 500 }),
      reply(1, { totalMs: 700 }),
      reply(1, { totalMs: 900 }, 1),
      reply(1, { totalMs: 10 }, 2),
    ],
    1.4,
  ],
  [
    "the last of what was asked again",
    [reply(0, { totalMs: 500 }), reply(0), reply(0, { totalMs: 300 })],
    0.3,
  ],
  ["nothing where one was not timed", [reply(0, { totalMs: 500 }), reply(1)], undefined],
  ["nothing where one came from the cache", [reply(0, { totalMs: 500, cached: true })], undefined],
  ["nothing without asks", [], undefined],
])("is %s", (_, replies, seconds) => expect(askedSeconds({ replies })).toBe(seconds));

it("is the time of the request where a system answers samples directly", () => {
  expect(askedSeconds({ replies: [], facts: { totalMs: 250 } })).toBe(0.25);
});
