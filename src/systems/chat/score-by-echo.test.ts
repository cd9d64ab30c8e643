import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listening } from "../../../test/providers/provider-server.ts";
import type { ChatAsk } from "../../core/asking/chat.ts";
import { scoreByEcho } from "./score-by-echo.ts";

const { signal } = new AbortController();
const ask: ChatAsk = {
  messages: [{ role: "user", parts: [{ text: "Two and two?" }] }],
  choices: ["four", "five six"],
};
const request = z.strictObject({
  model: z.string(),
  prompt: z.string(),
  max_tokens: z.literal(1),
  temperature: z.literal(0),
  echo: z.literal(true),
  logprobs: z.int(),
});

/**
 * Every word is a token that costs its length; the token after the text is one that the model wrote
 * itself.
 */
async function echoServer(status = 200, isScored: (prompt: string) => boolean = () => true) {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { prompt } = request.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const tokens = [...prompt.matchAll(/\s*\S+|\s+$/g)].map((match) => ({
      text: match[0],
      at: match.index,
    }));
    const all = [...tokens, { text: " more", at: prompt.length }];
    const logprobs = {
      tokens: all.map(({ text }) => text),
      text_offset: all.map(({ at }) => at),
      token_logprobs: all.map(({ text }, i) => (i === 0 ? null : -text.trim().length)),
    };
    response.writeHead(status, { "content-type": "application/json" });
    const choice = {
      index: 0,
      text: `${prompt} more`,
      ...(isScored(prompt) ? { logprobs } : {}),
      finish_reason: "length",
    };
    const usage = {
      prompt_tokens: tokens.length,
      completion_tokens: 1,
      total_tokens: tokens.length + 1,
    };
    response.end(
      JSON.stringify({
        id: "cmpl-1",
        model: "m-2",
        choices: [choice],
        ...(status === 200 ? { usage } : {}),
      }),
    );
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => server.close(),
  };
}

describe("scoreByEcho", () => {
  it("adds up the tokens of each choice and nothing else", async () => {
    const server = await echoServer();
    const asked = await scoreByEcho(
      ask,
      { baseUrl: server.url, model: "m", headers: {}, extraBody: {}, fetch },
      signal,
    );
    expect(asked).toMatchObject({
      kind: "answered",
      value: { text: "four", logLikelihoods: [-4, -7] },
    });
    server.close();
  });

  it("counts the tokens of all choices, also where one of them has no likelihoods", async () => {
    const paid = { model: "m-2", usage: { input: 4 + 5, output: 2 } };
    for (const isScored of [() => true, (prompt: string) => !prompt.endsWith("six")]) {
      const server = await echoServer(200, isScored);
      const asked = await scoreByEcho(
        ask,
        { baseUrl: server.url, model: "m", headers: {}, extraBody: {}, fetch },
        signal,
      );
      expect(asked).toMatchObject({ kind: isScored("six") ? "answered" : "failed", facts: paid });
      server.close();
    }
  });

  it("tells failures for what they are", async () => {
    const server = await echoServer(503);
    const asked = await scoreByEcho(
      ask,
      { baseUrl: server.url, model: "m", headers: {}, extraBody: {}, fetch },
      signal,
    );
    expect(asked).toMatchObject({ kind: "failed", cause: "transient" });
    server.close();
    const gone = await scoreByEcho(
      ask,
      { baseUrl: server.url, model: "m", headers: {}, extraBody: {}, fetch },
      signal,
    );
    expect(gone).toMatchObject({
      kind: "failed",
      cause: "transient",
      reason: expect.stringContaining("no reply"),
    });
  });

  it("takes no pictures", async () => {
    const seen: ChatAsk = { ...ask, messages: [{ role: "user", parts: [{ frames: [] }] }] };
    expect(
      await scoreByEcho(
        seen,
        { baseUrl: "http://x", model: "m", headers: {}, extraBody: {}, fetch },
        signal,
      ),
    ).toMatchObject({
      kind: "failed",
      cause: "deterministic",
    });
  });
});
