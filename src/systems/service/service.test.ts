import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { listening } from "../../../test/providers/provider-server.ts";
import type { DirectSystem } from "../../core/asking/system.ts";
import type { Sample } from "../../core/data/sample.ts";
import { families } from "../../families/index.ts";
import { service } from "./service.ts";
import { serviceSettingsSchema } from "./service-settings.ts";

const [family] = families;
const samples: readonly Sample[] = ["q/1", "q2", "q3", "q4"].map((id, at) =>
  family.data.sample.parse({
    id,
    group: "v 1",
    question: "?",
    choices: ["a", "b"],
    answer: at % 2,
    media: [{ kind: "video", path: "v.mp4" }],
    metadata: {},
  }),
);
const [first] = samples;

interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function setUp(
  answer: (received: Received) => Reply | undefined,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const one = {
      url: request.url!,
      method: request.method!,
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    received.push(one);
    const reply = answer(one);
    if (!reply) response.socket?.resetAndDestroy();
    else
      response
        .writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
        .end(reply.body);
  });
  await listening(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${settings.path ?? "/answer"}`;
  const { path: _, ...rest } = settings;
  const parsed = serviceSettingsSchema.parse({ url, ...rest });
  const system = (await service.create(parsed, fakeContext({ family }))) as DirectSystem;
  const asked = (which = samples.slice(0, 1)) => system.ask(which, AbortSignal.timeout(2_000));
  return { url, received, system, asked };
}

const choice = (index: number): Reply => ({
  body: JSON.stringify({
    prediction: { choice: index },
    facts: { firstTokenMs: 5, totalMs: "x", usage: { input: 3 } },
  }),
});

describe("service", () => {
  it("sends a sample without its truth and reads the prediction", async () => {
    const { received, asked } = await setUp(
      () => ({ ...choice(1), headers: { "x-request-id": "r1" } }),
      {
        headers: { Authorization: "Bearer t" },
      },
    );
    expect(await asked()).toMatchObject([
      {
        kind: "answered",
        value: { choice: 1 },
        facts: {
          requestId: "r1",
          firstTokenMs: 5,
          totalMs: expect.any(Number),
          usage: { input: 3 },
        },
      },
    ]);
    expect(received[0]).toMatchObject({ method: "POST", headers: { authorization: "Bearer t" } });
    expect(received[0]!.body).toEqual({
      id: "q/1",
      group: "v 1",
      question: "?",
      choices: ["a", "b"],
      media: [{ kind: "video", path: "v.mp4" }],
    });
  });

  it("fills the address and picks what is sent and read", async () => {
    const { received, asked } = await setUp(
      () => ({ body: '{"result":{"items":[{"choice":0}]}}' }),
      {
        path: "/videos/{media.0.path}/questions/{id}",
        fields: ["question"],
        answerAt: "result.items.0",
      },
    );
    expect(await asked()).toMatchObject([{ kind: "answered", value: { choice: 0 } }]);
    expect(received[0]!.url).toBe("/videos/v.mp4/questions/q%2F1");
    expect(received[0]!.body).toEqual({ id: "q/1", question: "?" });
  });

  it("asks by GET without a body", async () => {
    const { received, asked } = await setUp(() => choice(0), { method: "GET", path: "/q?id={id}" });
    expect((await asked())[0]!.kind).toBe("answered");
    expect(received[0]).toMatchObject({ method: "GET", body: undefined, url: "/q?id=q%2F1" });
  });

  it("reads replies in a format of the family", async () => {
    const { asked } = await setUp(() => ({ body: '{"choice":"b"}' }), { format: "plain" });
    expect(await asked()).toMatchObject([{ kind: "answered", value: { choice: 1 } }]);
  });

  it.each<readonly [string, Reply | undefined, string, RegExp]>([
    ["rate", { status: 429, headers: { "retry-after": "1" }, body: "{}" }, "rate", /429/],
    ["an error", { status: 500, body: '{"detail":"boom"}' }, "transient", /500: boom/],
    ["a refusal", { status: 422, body: '{"detail":"no video"}' }, "deterministic", /422: no video/],
    ["a wrong key", { status: 401, body: "{}" }, "auth", /401/],
    ["half a reply", { body: '{"prediction":' }, "transient", /cannot be read/],
    [
      "a page",
      { headers: { "content-type": "text/html" }, body: "<html>" },
      "transient",
      /text\/html/,
    ],
    ["a reset", undefined, "transient", /no reply/],
    ["no prediction", { body: '{"result":{}}' }, "deterministic", /no prediction/],
  ])("classifies %s", async (_, reply, cause, reason) => {
    const { asked } = await setUp(
      () => reply,
      reply?.body === '{"result":{}}' ? { answerAt: "result.choice" } : {},
    );
    expect(await asked()).toMatchObject([
      { kind: "failed", cause, reason: expect.stringMatching(reason) },
    ]);
  });

  it("an address that a sample cannot fill is no mistake of the server", async () => {
    const { asked, received } = await setUp(() => choice(0), { path: "/{nothing.here}" });
    expect(await asked()).toMatchObject([{ kind: "failed", cause: "deterministic" }]);
    expect(received).toEqual([]);
  });

  it("asks in batches, also where samples come one by one", async () => {
    const { received, system } = await setUp(
      ({ body }) => ({
        body: JSON.stringify({
          predictions: (body as { samples: unknown[] }).samples.map(() => ({ choice: 1 })),
        }),
      }),
      { batch: 3 },
    );
    const asked = await Promise.all(
      samples.map((sample) => system.ask([sample], AbortSignal.timeout(2_000))),
    );
    expect(asked.flat()).toMatchObject(
      samples.map(() => ({ kind: "answered", value: { choice: 1 } })),
    );
    expect(received.map(({ body }) => (body as { samples: unknown[] }).samples.length)).toEqual([
      3, 1,
    ]);
  });

  it("finds the one sample that a batch is refused for", async () => {
    const { asked } = await setUp(
      ({ body }) => {
        const { samples: sent } = body as { samples: { id: string }[] };
        return sent.some(({ id }) => id === "q3")
          ? { status: 400, body: '{"message":"bad q3"}' }
          : { body: JSON.stringify({ predictions: sent.map(() => ({ choice: 0 })) }) };
      },
      { batch: 4 },
    );
    expect((await asked([...samples])).map(({ kind }) => kind)).toEqual([
      "answered",
      "answered",
      "failed",
      "answered",
    ]);
  });

  it("counts the predictions of a batch", async () => {
    const { asked } = await setUp(() => ({ body: '{"predictions":[{"choice":0}]}' }), { batch: 4 });
    expect(await asked([...samples])).toMatchObject(
      samples.map(() => ({
        kind: "failed",
        cause: "deterministic",
        reason: "sent 4 samples, got 1 predictions",
      })),
    );
  });

  it("leaves when it is told to", async () => {
    const { system } = await setUp(() => ({ body: "" }));
    await expect(system.ask([first!], AbortSignal.abort(new Error("left")))).rejects.toThrow(
      "left",
    );
  });

  it("needs to know what may be sent", async () => {
    const { withoutTruth: _, ...asking } = family.asking;
    const made = service.create(
      serviceSettingsSchema.parse({ url: "http://x" }),
      fakeContext({ family: { ...family, asking } }),
    );
    await expect(made).rejects.toMatchObject({
      name: "UserError",
      hint: expect.stringContaining("fields"),
    });
  });
});

describe("a service at a list of servers", () => {
  const made = async (settings: Readonly<Record<string, unknown>>) =>
    (await service.create(
      serviceSettingsSchema.parse(settings),
      fakeContext({ family }),
    )) as DirectSystem;

  it("sends a sample to the server that it is told", async () => {
    const [one, two] = await Promise.all([setUp(() => choice(0)), setUp(() => choice(1))]);
    const system = await made({ url: [one.url, two.url], concurrency: 3 });
    expect(system.servers?.map(({ name }) => name)).toEqual([one.url, two.url]);
    expect(system.concurrency).toBe(6);
    for (const server of [1, 0, 1]) {
      const turn = { repeat: 0, seed: 0, server };
      const [asked] = await system.ask([first!], AbortSignal.timeout(2_000), turn);
      expect(asked).toMatchObject({ kind: "answered", value: { choice: server } });
    }
    expect([one.received.length, two.received.length]).toEqual([1, 2]);
    await system[Symbol.asyncDispose]?.();
  });

  it("is asked the same wherever the servers are, and not what another path is asked", async () => {
    const at = (...url: readonly string[]) => made({ url });
    const [a, b, other] = await Promise.all([
      at("http://a/videos/{id}"),
      at("http://b:8000/videos/{id}", "http://c/videos/{id}"),
      at("http://a/clips/{id}"),
    ]);
    expect(b.identity).toEqual(a.identity);
    expect(b.sends!(first!)).toEqual(a.sends!(first!));
    expect(other.identity).not.toEqual(a.identity);
    expect(other.sends!(first!)).not.toEqual(a.sends!(first!));
  });

  it("is what it was where there is no list", async () => {
    const { identity, sends, servers } = await made({ url: "http://a/videos/{id}" });
    expect(identity).toMatchObject({ url: "http://a/videos/{id}" });
    expect(sends!(first!)).toMatchObject({ url: "http://a/videos/q%2F1" });
    expect(servers).toBeUndefined();
  });

  it.each([
    [{ url: ["http://a/x", "http://b/y"] }, "same path"],
    [{ url: ["http://a/x", "http://a/x"] }, "twice"],
    [{ url: ["http://a/x", "http://b/x"], stream: true }, "streams"],
  ])("is refused: %j", async (settings, problem) => {
    await expect(made(settings)).rejects.toThrow(problem);
  });
});
