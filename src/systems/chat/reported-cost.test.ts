import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laterCost, reportedCost, toldCostInText } from "./reported-cost.ts";

const anthropic = {
  input_tokens: 17,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 2,
  output_tokens: 7,
};
const responses = {
  input_tokens: 21,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
};
const completion = {
  prompt_tokens: 21,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens: 7,
};
const google = {
  promptTokenCount: 21,
  cachedContentTokenCount: 4,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 2,
};

describe("reportedCost", () => {
  it.each<[string, unknown, object]>([
    ["nothing", undefined, {}],
    ["no counts", { usage: null, model: "m" }, { model: "m" }],
    [
      "a completion",
      { usage: completion, model: "m" },
      { usage: { input: 21, output: 7, cachedInput: 4 }, model: "m" },
    ],
    [
      "Groq's last event",
      { x_groq: { usage: completion } },
      { usage: { input: 21, output: 7, cachedInput: 4 } },
    ],
    [
      "a response",
      { usage: responses },
      { usage: { input: 21, output: 7, cachedInput: 4, reasoning: 2 } },
    ],
    [
      "the event that ends a response",
      { type: "response.failed", response: { usage: responses, model: "m" } },
      { usage: { input: 21, output: 7, cachedInput: 4, reasoning: 2 }, model: "m" },
    ],
    [
      "a message, whose cached input is counted beside the rest",
      { usage: anthropic },
      { usage: { input: 23, output: 7, cachedInput: 4, cacheWrite: 2 } },
    ],
    [
      "the first event of a message",
      { message: { usage: anthropic } },
      { usage: { input: 23, output: 7, cachedInput: 4, cacheWrite: 2 } },
    ],
    ["the last event of a message", { usage: { output_tokens: 9 } }, { usage: { output: 9 } }],
    [
      "Google's, whose thoughts are counted beside the rest",
      { usageMetadata: google, modelVersion: "g" },
      { usage: { input: 21, output: 7, cachedInput: 4, reasoning: 2 }, model: "g" },
    ],
    ["counts that are none", { usage: { prompt_tokens: "many", completion_tokens: -1 } }, {}],
  ])("of %s", (_, reply, told) => expect(reportedCost(reply)).toEqual(told));
});

describe("laterCost", () => {
  it("goes by the last event that counts, each count by itself", () => {
    const first = { usage: { input: 21, output: 1 }, model: "m" };
    expect(laterCost(laterCost({}, first), { usage: { output: 7 } })).toEqual({
      usage: { input: 21, output: 7 },
      model: "m",
    });
    expect(laterCost(first, {})).toEqual(first);
    expect(laterCost(first, { usage: { input: 17 } })).toEqual(first);
  });
});

describe("toldCostInText", () => {
  const text = JSON.stringify({ choices: [], usage: completion });
  it.each<[string, string, object]>([
    ["a whole document", text, { usage: { input: 21, output: 7, cachedInput: 4 } }],
    [
      "one that was delivered twice, and is paid once",
      text + text,
      { usage: { input: 21, output: 7, cachedInput: 4 } },
    ],
    [
      "one that broke off behind its counts",
      text.slice(0, -1),
      { usage: { input: 21, output: 7, cachedInput: 4 } },
    ],
    ["one that broke off within them", text.slice(0, -4), {}],
    [
      "what a model says",
      JSON.stringify({ text: '"usage": {"prompt_tokens": 9}' }).slice(0, -1),
      {},
    ],
    ["a page", "<html></html>", {}],
    ["nothing", "", {}],
  ])("of %s", (_, given, told) => expect(toldCostInText(given)).toEqual(told));

  it("never throws, and finds no counts but such as are", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"usage":${json}`),
        ),
        (given) => {
          const { usage = {} } = toldCostInText(given);
          for (const count of Object.values(usage)) expect(count).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
