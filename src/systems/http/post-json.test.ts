import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { Agent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { TooManyBytes } from "../../files/limited-bytes.ts";
import { longestReplyBytes, postJson } from "./post-json.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function post(listener: RequestListener, signal = AbortSignal.timeout(2_000)) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new Agent();
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await agent.destroy();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return postJson(
    agent,
    { origin, path: "/a?b=1", headers: { "x-own": "1" }, body: '{"ä":1}' },
    signal,
  );
}

describe("postJson", () => {
  it("sends the body as it is, with the headers", async () => {
    let seen: unknown;
    const reply = await post(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen = [
        request.method,
        request.url,
        request.headers["x-own"],
        Buffer.concat(chunks).toString(),
      ];
      response.writeHead(418, { "set-cookie": ["a=1", "b=2"], "X-Mixed": "Case" }).end("tea");
    });
    expect(seen).toEqual(["POST", "/a?b=1", "1", '{"ä":1}']);
    expect(reply).toMatchObject({
      status: 418,
      body: "tea",
      headers: { "set-cookie": "a=1, b=2", "x-mixed": "Case" },
    });
  });

  it.each(["", "äöü€😀"])("puts a reply together that comes in pieces: %j", async (text) => {
    const reply = await post(async (_, response) => {
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    expect(reply).toMatchObject({ status: 200, body: text });
  });

  it("takes early hints for what they are", async () => {
    const reply = await post((_, response) => {
      response.writeProcessing();
      response.end("late");
    });
    expect(reply).toMatchObject({ status: 200, body: "late" });
  });

  it("rejects where the connection ends before the reply does", async () => {
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { "content-length": "10" }).write("half");
      setTimeout(() => response.destroy(), 20);
    };
    await expect(post(cut)).rejects.toThrow(/other side closed|terminated|ECONNRESET/);
  });

  it("leaves with the signal's reason, also within a reply and before one is sent", async () => {
    const reason = new Error("enough");
    const hang: RequestListener = (_, response) => {
      response.writeHead(200).write("begun");
    };
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(post(hang, controller.signal)).rejects.toBe(reason);
    let isAsked = false;
    const answer: RequestListener = (_, response) => {
      isAsked = true;
      response.end();
    };
    await expect(post(answer, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(isAsked).toBe(false);
  });

  it.each([
    ["gzip", gzipSync],
    ["X-GZip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
    ["gzip, br", (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
    ["identity", (bytes: Buffer) => bytes],
  ])("decodes %s", async (encoding, encode) => {
    const reply = await post((_, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(encode(Buffer.from("äöü€😀")));
    });
    expect(reply.body).toBe("äöü€😀");
  });

  it("reads no more of a reply than its limit once it is decoded", async () => {
    const bytes = gzipSync(Buffer.alloc(longestReplyBytes + 1));
    const large: RequestListener = (_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bytes);
    };
    await expect(post(large, AbortSignal.timeout(20_000))).rejects.toThrow(TooManyBytes);
  });

  it.each([
    ["gzip", "not gzip at all", /cannot be decoded as gzip: incorrect header check/],
    ["rot13", "nonsense", /comes in the encoding rot13, which cannot be decoded/],
  ])("says that a reply in %s cannot be decoded", async (encoding, text, message) => {
    const broken: RequestListener = (_, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(text);
    };
    await expect(post(broken)).rejects.toThrow(message);
  });
});
