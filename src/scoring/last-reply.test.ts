import { expect, it } from "vitest";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import { lastReply } from "./last-reply.ts";

const at = (step: number, position: number, outcome: Outcome<unknown>): ReplyEvent => ({
  event: "reply",
  key: "k",
  attempt: 1,
  step,
  position,
  ask: "a",
  outcome,
  at: 0,
});
const said = (text: string) => answered({ text, finish: "stop" });

it.each([
  ["no reply", [], undefined],
  ["the only one", [at(0, 0, said(" A\n"))], " A\n"],
  [
    "the last in the conversation, not in the log",
    [at(1, 1, said("z")), at(0, 0, said("x")), at(1, 0, said("y"))],
    "z",
  ],
  ["the last of one place", [at(0, 0, said("no")), at(0, 0, said("yes"))], "yes"],
  [
    "the last that was answered",
    [at(0, 0, said("x")), at(1, 0, noAnswer("failed", "no connection"))],
    "x",
  ],
  ["nothing of an encoder", [at(0, 0, answered({ vector: [1, 2] }))], undefined],
  ["an empty one", [at(0, 0, said(""))], ""],
])("takes %s", (_, replies, expected) => expect(lastReply(replies)).toBe(expected));

it("cuts a very long one", () =>
  expect(lastReply([at(0, 0, said("x".repeat(2_001)))])).toBe(`${"x".repeat(2_000)}…`));
