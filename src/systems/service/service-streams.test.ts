import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { listening } from "../../../test/providers/provider-server.ts";
import type { StreamStep } from "../../core/asking/stream.ts";
import type { StreamSystem } from "../../core/asking/system.ts";
import { families } from "../../families/index.ts";
import { service } from "./service.ts";
import { serviceSettingsSchema } from "./service-settings.ts";

interface Sent {
  readonly session: string;
  readonly step?: number;
  readonly close?: boolean;
  readonly about?: unknown;
  readonly frames?: readonly { readonly data: string }[];
}
interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function setUp(
  answer: (sent: Sent) => Reply,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const received: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
    received.push(sent);
    const { status = 200, body } = answer(sent);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await listening(server);
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/step`;
  const frame = async ({ digest }: { readonly digest: string }) => new TextEncoder().encode(digest);
  const system = (await service.create(
    serviceSettingsSchema.parse({ url, stream: true, ...settings }),
    fakeContext({ family: families[0], frame }),
  )) as StreamSystem;
  const put = async (ask: StreamStep | { close: true }, session = "s1") =>
    (await system.ask([ask], AbortSignal.timeout(5_000), { repeat: 0, seed: 1, session }))[0]!;
  return { received, system, put };
}

const moment = (step: number): StreamStep => ({
  step,
  ...(step === 0 ? { about: { id: "film" } } : {}),
  nowSeconds: step + 1,
  turns: [],
  frames:
    step === 1
      ? [{ atSeconds: 0, digest: "picture", mediaType: "image/png", width: 1, height: 1 }]
      : [],
});

describe("a service that watches streams", () => {
  it("is sent every step with its session, and that it is over", async () => {
    const { received, system, put } = await setUp(({ step }) => ({
      body: { say: step === 1 ? "Now." : "", confidence: 0.3 },
    }));
    expect(system).toMatchObject({ speaks: "stream", sees: true, identity: { stream: true } });
    expect(await put(moment(0))).toMatchObject({
      kind: "answered",
      value: { text: "", confidence: 0.3 },
    });
    expect(await put(moment(1))).toMatchObject({ kind: "answered", value: { text: "Now." } });
    await put({ close: true });
    expect(received).toMatchObject([
      { session: "s1", step: 0, about: { id: "film" }, nowSeconds: 1 },
      { session: "s1", step: 1, frames: [{ data: Buffer.from("picture").toString("base64") }] },
      { session: "s1", close: true },
    ]);
    expect(received[1]).not.toHaveProperty("about");
  });

  it.each([404, 409, 410])(
    "takes %s for a session that is lost, but not at the first step",
    async (status) => {
      const { put } = await setUp(() => ({ status, body: { detail: "no such session" } }));
      expect(await put(moment(1))).toMatchObject({
        kind: "failed",
        cause: "session",
        reason: expect.stringContaining("no such session"),
      });
      expect(await put(moment(0))).toMatchObject({
        kind: "failed",
        cause: expect.not.stringContaining("session"),
      });
    },
  );

  it.each<readonly [string, Reply, string]>([
    ["an error", { status: 503, body: {} }, "transient"],
    ["a reply without words", { body: { text: "x" } }, "deterministic"],
    ["words that are none", { body: { say: 7 } }, "deterministic"],
    ["a wrong key", { status: 401, body: {} }, "auth"],
  ])("classifies %s", async (_, reply, cause) => {
    const { put } = await setUp(() => reply);
    expect(await put(moment(1))).toMatchObject({ kind: "failed", cause });
  });

  it("reads the reply where it stands, and nothing of a failure but what happened", async () => {
    const { put } = await setUp(
      ({ step }) => (step === 0 ? { body: { result: { say: "x" } } } : { status: 500, body: {} }),
      {
        answerAt: "result",
      },
    );
    expect(await put(moment(0))).toMatchObject({ kind: "answered", value: { text: "x" } });
    expect(await put(moment(1))).not.toHaveProperty("status");
  });

  it("closes what is still open when it is left", async () => {
    const { received, system, put } = await setUp(() => ({ body: { say: "" } }));
    await put(moment(0), "a");
    await put(moment(0), "b");
    await put({ close: true }, "a");
    await system[Symbol.asyncDispose]!();
    expect(received.filter(({ close }) => close).map(({ session }) => session)).toEqual(["a", "b"]);
  });

  it.each([{ batch: 4 }, { method: "GET" }, { fields: ["goal"] }, { format: "plain" }])(
    "refuses %s, which is about whole samples",
    async (settings) => {
      await expect(setUp(() => ({ body: {} }), settings)).rejects.toMatchObject({
        name: "UserError",
      });
    },
  );
});
