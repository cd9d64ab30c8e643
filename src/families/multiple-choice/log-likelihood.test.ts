import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstAsks, play } from "../../../test/support/play.ts";
import type { ChatReply } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { chat } from "./chat.ts";
import { readLikelihoods } from "./log-likelihood.ts";
import { type ChoicePrediction, choiceOptionsSchema, choiceSampleSchema } from "./schema.ts";

const reply = (logLikelihoods?: readonly (number | null)[]): ChatReply => ({
  text: "C",
  finish: "length",
  ...(logLikelihoods ? { logLikelihoods } : {}),
});

describe("readLikelihoods", () => {
  it.each([
    [
      "the highest",
      [-2, -0.1, -3],
      { kind: "answered", value: { choice: 1, rule: "log-likelihood" } },
    ],
    [
      "the only one",
      [null, null, -9],
      { kind: "answered", value: { choice: 2, rule: "log-likelihood" } },
    ],
    ["certainty", [0, -1, -1], { kind: "answered", value: { choice: 0, rule: "log-likelihood" } }],
    [
      "none",
      [null, null, null],
      { kind: "unparsed", reason: "none of the letters is among the likely replies" },
    ],
    ["equals", [-1, -2, -1], { kind: "unparsed", reason: "A and C are equally likely" }],
    ["too few", [-1, -2], { kind: "failed", reason: "the system told 2 likelihoods of 3" }],
    ["nothing", undefined, { kind: "failed", reason: "the system told no likelihoods of 3" }],
  ])("%s", (_, likelihoods, expected) =>
    expect(readLikelihoods(reply(likelihoods), ["x", "y", "z"])).toEqual(expected),
  );

  it("follows the choices wherever they stand", () => {
    const likelihoods = fc.uniqueArray(
      fc.double({ max: 0, noNaN: true, noDefaultInfinity: true }),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(likelihoods, fc.nat(7), (values, shift) => {
        const turned = values.map((_, i) => values[(i + shift) % values.length]!);
        const read = (given: readonly number[]) =>
          readLikelihoods(reply(given), given.map(String)) as Outcome<ChoicePrediction>;
        const [own, other] = [read(values), read(turned)];
        expect(other.kind).toBe(own.kind);
        if (own.kind === "answered" && other.kind === "answered")
          expect(turned[other.value.choice!]).toBe(values[own.value.choice!]);
      }),
    );
  });
});

describe("the protocol", () => {
  const sample = choiceSampleSchema.parse({
    id: "a",
    group: "a",
    question: "Who wins?",
    choices: ["red", "green", "blue"],
    answer: 1,
    media: [],
    metadata: {},
  });
  const context = (answer: string) => ({
    options: choiceOptionsSchema.parse({ answer }),
    prompts: {},
    refs: [],
    sees: false,
    extractor: "strict",
  });

  it("asks for the likelihood of each letter and reads no text", () => {
    const { asks, outcome } = play(chat.steps(sample, context("log-likelihood")), {
      reply: () => answered(reply([-2, -1, -3])),
    });
    const [ask] = asks;
    expect(ask!.choices).toEqual(["A", "B", "C"]);
    expect(JSON.stringify(ask!.messages)).toContain("B. green");
    expect(outcome).toMatchObject({ kind: "answered", value: { choice: 1 } });
  });

  it("hands on what is no reply", () => {
    const refusal = noAnswer("refused", "no");
    const steps = chat.steps(sample, context("log-likelihood"));
    expect(play(steps, { reply: () => refusal }).outcome).toEqual(refusal);
  });

  it("is another one than asking for a letter, and says what it needs", () => {
    expect(chat.identity(context("log-likelihood"))).not.toEqual(chat.identity(context("letter")));
    expect(chat.wantsLikelihoods!(context("log-likelihood"))).toBe(true);
    expect(chat.wantsLikelihoods!(context("letter"))).toBe(false);
    expect(firstAsks(chat.steps(sample, context("letter")))[0]).not.toHaveProperty("choices");
  });
});
