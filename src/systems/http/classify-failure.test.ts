import { describe, expect, it } from "vitest";
import { classifyFailure, type HttpFailure } from "./classify-failure.ts";

const body = (message: string, more: object = {}) =>
  JSON.stringify({ error: { message, ...more } });
const connection = new TypeError("fetch failed", {
  cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
});

describe("classifyFailure", () => {
  it.each<HttpFailure>([
    { status: 500, body: "\u001b[31mbad\u0000\u0007\ufffd\ufffdthing\u009b2J\nnext" },
    {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "\u001b[31mbad\u009b\ufffdthing",
    },
    { status: 400, body: body("\u001b[2Jbad\u0000thing") },
  ])("keeps signs out of its words that a terminal would obey: %#", (failure) => {
    const { reason } = classifyFailure(failure, 0) as { readonly reason: string };
    expect(reason).toContain("bad");
    expect(reason).toContain("thing");
    expect(reason).not.toMatch(/[\p{Cc}\ufffd]/u);
  });

  it.each<readonly [HttpFailure, string, string]>([
    [{ status: 429, body: body("slow down") }, "rate", "429: slow down"],
    [
      {
        status: 429,
        body: body("You exceeded your current quota, please check your plan and billing details.", {
          code: "insufficient_quota",
        }),
      },
      "auth",
      "429: You exceeded",
    ],
    [
      { status: 529, body: body("Overloaded", { type: "overloaded_error" }) },
      "transient",
      "529: Overloaded",
    ],
    [{ status: 503, body: "<html>" }, "transient", "503"],
    [{ status: 502 }, "transient", "502"],
    [{ status: 500, body: "oops" }, "transient", "500: oops"],
    [{ status: 408 }, "transient", "408"],
    [{ status: 409 }, "transient", "409"],
    [{ status: 501 }, "deterministic", "501"],
    [
      { status: 400, body: body("unknown parameter: foo") },
      "deterministic",
      "400: unknown parameter: foo",
    ],
    [
      { status: 400, body: body("This model's maximum context length is 8192 tokens.") },
      "too-large",
      "400: This",
    ],
    [
      { status: 400, body: body("prompt is too long: 210000 tokens > 200000 maximum") },
      "too-large",
      "400: prompt",
    ],
    [
      { status: 400, body: body("At most 4 image(s) may be provided in one request.") },
      "too-large",
      "400: At most",
    ],
    [{ status: 400, body: body("Could not process image") }, "media", "400: Could"],
    [
      {
        status: 400,
        body: body("API key not valid. Please pass a valid API key.", {
          status: "INVALID_ARGUMENT",
        }),
      },
      "auth",
      "400: API key",
    ],
    [{ status: 401, body: body("no") }, "auth", "401: no"],
    [{ status: 403 }, "auth", "403"],
    [
      {
        status: 403,
        body: body("You do not have permission to access the File x or it may not exist."),
      },
      "media",
      "403: You do not have permission to access the File",
    ],
    [
      { status: 400, body: body("Your credit balance is too low to access the API.") },
      "auth",
      "400: Your credit",
    ],
    [
      {
        status: 400,
        body: body("The prompt (length 40) is longer than the maximum model length of 32."),
      },
      "too-large",
      "400: The prompt",
    ],
    [
      { status: 404, body: body("The model `x` does not exist", { code: "model_not_found" }) },
      "auth",
      "404: The model",
    ],
    [{ status: 404, body: '{"detail":"Not Found"}' }, "deterministic", "404: Not Found"],
    [{ status: 413 }, "too-large", "413"],
    [
      { status: 308, headers: { location: "https://elsewhere" }, body: "" },
      "deterministic",
      "308 redirects to https://elsewhere",
    ],
    [
      { status: 422, body: '{"detail":[{"loc":["body"],"msg":"field required"}]}' },
      "deterministic",
      '422: [{"loc"',
    ],
    [{ error: connection }, "transient", "no reply: read ECONNRESET"],
    [
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
      "transient",
      "200 with content type text/html",
    ],
    [
      {
        status: 200,
        headers: { "content-type": "application/json" },
        body: '{"a":',
        error: new SyntaxError("Unexpected end"),
      },
      "transient",
      "200 with a body that cannot be read (Unexpected end)",
    ],
    [
      { status: 200, body: body("Overloaded", { type: "overloaded_error" }) },
      "transient",
      "200: Overloaded",
    ],
    [
      { status: 200, body: body("Rate limit", { code: "rate_limit_exceeded" }) },
      "rate",
      "200: Rate limit",
    ],
  ])("%j", (failure, cause, reason) => {
    const asked = classifyFailure(failure, 0);
    expect(asked).toMatchObject({ kind: "failed", cause });
    expect(asked).toHaveProperty("reason", expect.stringContaining(reason));
  });

  it.each<HttpFailure>([
    {
      status: 400,
      body: body(
        "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        { code: "invalid_prompt" },
      ),
    },
    { status: 400, body: body("The response was filtered.", { code: "content_filter" }) },
    {
      status: 400,
      body: body("Output blocked by content filtering policy", { type: "invalid_request_error" }),
    },
    {
      status: 403,
      body: body(
        'Your chosen model requires moderation and your input was flagged for "violence".',
        { code: 403 },
      ),
    },
    {
      status: 400,
      body: body("Input data may contain inappropriate content.", {
        code: "data_inspection_failed",
      }),
    },
    { status: 200, body: body("Your request was rejected.", { code: "content_policy_violation" }) },
  ])("a request that a policy stops is refused, not failed: %j", (failure) => {
    const asked = classifyFailure(failure, 0);
    expect(asked).toMatchObject({ kind: "refused", reason: expect.stringMatching(/^[A-Z].*\.?$/) });
  });

  it("hands on what is said about coming back, also in the body", () => {
    expect(classifyFailure({ status: 429, headers: { "retry-after": "2" } }, 0).pace).toEqual({
      retryAfterMs: 2_000,
    });
    expect(
      classifyFailure({ status: 429, body: body("x", { details: [{ retryDelay: "34s" }] }) }, 0)
        .pace,
    ).toEqual({
      retryAfterMs: 34_000,
    });
    expect(classifyFailure({ status: 500 }, 0)).not.toHaveProperty("pace");
  });

  it.each<readonly [HttpFailure, boolean]>([
    [{ status: 503 }, true],
    [{ status: 529, body: body("Overloaded", { type: "overloaded_error" }) }, true],
    [{ status: 200, body: body("Overloaded", { type: "overloaded_error" }) }, true],
    [{ status: 200, body: body("The model is busy", { status: "UNAVAILABLE" }) }, true],
    [{ status: 500 }, false],
    [{ status: 400, body: body("image is overloaded with text") }, false],
    [{ error: connection }, false],
  ])("%j is an overload: %s", (failure, expected) => {
    expect(classifyFailure(failure, 0).pace?.isOverloaded ?? false).toBe(expected);
  });

  it.each([
    [
      "invalid_prompt",
      "Your prompt was flagged as potentially violating our usage policy.",
      { kind: "refused" },
    ],
    [
      "insufficient_quota",
      "You exceeded your current quota.",
      { cause: "auth", reason: "429: You exceeded your current quota." },
    ],
    ["rate_limit_exceeded", "Slow down.", { cause: "rate", reason: "429: Slow down." }],
  ])("reads the error of a streamed response: %s", (code, message, expected) => {
    const event = {
      type: "response.failed",
      sequence_number: 3,
      response: { id: "r", status: "failed", error: { code, message } },
    };
    expect(classifyFailure({ status: 429, body: JSON.stringify(event) }, 0)).toMatchObject(
      expected,
    );
  });

  it.each<readonly [HttpFailure, string | undefined]>([
    [{ status: 500, headers: { "x-request-id": "req_1" } }, "req_1"],
    [{ status: 529, headers: { "request-id": "req_2" } }, "req_2"],
    [
      {
        status: 400,
        headers: { "x-request-id": "req_3" },
        body: body("No.", { code: "content_policy_violation" }),
      },
      "req_3",
    ],
    [{ error: connection }, undefined],
  ])("keeps the provider's name of the request: %j", (failure, id) => {
    expect(classifyFailure(failure, 0).facts?.requestId).toBe(id);
  });

  it("keeps reasons short", () => {
    const asked = classifyFailure({ status: 400, body: body("x".repeat(5_000)) }, 0);
    expect(asked).toHaveProperty("reason", expect.stringMatching(/^.{300}$/));
  });
});
