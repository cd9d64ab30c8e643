import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableReply } from "../../http/unreadable-reply.ts";
import { explainFailure } from "../explain-failure.ts";
import { readCompletion } from "./read-completion.ts";

const reply = (body: unknown, status = 200) => ({
  status,
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const said = (message: object, rest: object = {}) =>
  reply({ choices: [{ finish_reason: "stop", message, ...rest }] });

describe("readCompletion", () => {
  it.each([
    [{ content: "B" }, { text: "B", reasoning: "" }],
    [{ content: null }, { text: "", reasoning: "" }],
    [
      { content: "B", reasoning_content: "Hm." },
      { text: "B", reasoning: "Hm." },
    ],
    [
      { content: "B", reasoning: "Hm.", reasoning_content: null },
      { text: "B", reasoning: "Hm." },
    ],
    [
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
          { type: "text", text: "B" },
          { type: "text", text: "!" },
        ],
      },
      { text: "B!", reasoning: "Hm." },
    ],
    [
      { content: null, refusal: "No." },
      { text: "No.", finish: { unified: "content-filter", raw: "stop" } },
    ],
    [
      { content: 7, refusal: {} },
      { text: "", finish: { unified: "stop", raw: "stop" } },
    ],
  ])("%j", (message, expected) => {
    expect(readCompletion(said(message), 1)).toMatchObject(expected);
  });

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content-filter"],
    ["tool_calls", "tool-calls"],
    ["eos", "other"],
    ["constructor", "other"],
    [null, "other"],
  ])("finish_reason %j is %s", (raw, unified) => {
    expect(readCompletion(said({ content: "B" }, { finish_reason: raw }), 1).finish).toEqual({
      unified,
      raw: raw ?? undefined,
    });
  });

  it("tells what was written to the provider's cache, which costs more", () => {
    const told = {
      prompt_tokens: 900,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 700 },
    };
    const { usage } = readCompletion(
      reply({ choices: [{ message: { content: "B" } }], usage: told }),
      1,
    );
    expect(usage.inputTokens).toMatchObject({ total: 900, cacheRead: 100, cacheWrite: 700 });
  });

  it("counts only what the server counts", () => {
    const { usage } = readCompletion(
      reply({ choices: [{ message: { content: "B" } }], usage: { prompt_tokens: 3 } }),
      1,
    );
    expect(usage).toMatchObject({
      inputTokens: { total: 3, cacheRead: undefined },
      outputTokens: { total: undefined, reasoning: undefined },
    });
  });

  it.each([
    [
      reply({ error: { message: "Slow down", type: "rate_limit_error" } }),
      "rate",
      "200: Slow down",
    ],
    [reply({ choices: [] }), "transient", "choices[0].message is missing"],
    [reply("null"), "transient", "200: null"],
    [reply('{"choices":[{"mess'), "transient", "cannot be read"],
    [
      reply({ error: { message: "No such model", code: "model_not_found" } }, 404),
      "auth",
      "404: No such model",
    ],
    [reply("", 302), "deterministic", "302"],
  ])("%j is a failure of cause %s", (broken, cause, reason) => {
    try {
      readCompletion(broken, 1);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableReply);
      expect(explainFailure(error, 0)).toMatchObject({
        kind: "failed",
        cause,
        reason: expect.stringContaining(reason),
      });
    }
  });

  it.each([
    [
      { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 0 } },
      { usage: { input: 1000, output: 0 } },
    ],
    [{ choices: [{}], usage: { prompt_tokens: 3 } }, { usage: { input: 3 } }],
    [{ choices: [], usage: null }, undefined],
    [{ choices: [] }, undefined],
  ])("%j cost what it says, although it holds no answer", (body, facts) => {
    try {
      readCompletion(reply(body), 1);
      expect.unreachable();
    } catch (error) {
      expect(explainFailure(error, 0).facts).toEqual(facts);
    }
  });

  it("reads any JSON or says that it cannot", () => {
    const message = fc.record(
      {
        content: fc.jsonValue(),
        refusal: fc.jsonValue(),
        reasoning: fc.jsonValue(),
        reasoning_content: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const choice = fc.record(
      { message: fc.oneof(message, fc.jsonValue()), finish_reason: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ choices: fc.oneof(fc.array(choice), fc.jsonValue()), usage: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(body, (value) => {
        try {
          const { text, reasoning } = readCompletion(reply(JSON.stringify(value)), 1);
          expect([typeof text, typeof reasoning]).toEqual(["string", "string"]);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableReply);
        }
      }),
    );
  });
});
