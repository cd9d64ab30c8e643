import { afterAll, describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { anthropicWire } from "../../../test/providers/anthropic-wire.ts";
import { batchServer } from "../../../test/providers/batch-server.ts";
import { googleFilesServer } from "../../../test/providers/google-files-server.ts";
import { googleWire } from "../../../test/providers/google-wire.ts";
import {
  compatibleWire,
  groqWire,
  openaiChatWire,
} from "../../../test/providers/openai-chat-wire.ts";
import { openaiResponsesWire } from "../../../test/providers/openai-responses-wire.ts";
import {
  type Behaviour,
  type ProviderServer,
  providerServer,
} from "../../../test/providers/provider-server.ts";
import type { ModelAnswer, Question, Wire } from "../../../test/providers/wire.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Asked } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../../core/asking/chat.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { families } from "../../families/index.ts";
import { chat } from "./chat.ts";
import { chatSettingsSchema } from "./chat-settings.ts";

const key = "sk-test-0123456789";
const frames: readonly FrameRef[] = ["a", "b"].map((digest) => ({
  atSeconds: 0,
  digest,
  mediaType: "image/jpeg",
  width: 1,
  height: 1,
}));
const ask: ChatAsk = {
  messages: [
    { role: "system", parts: [{ text: "Be brief." }] },
    { role: "user", parts: [{ text: "What is it?" }, { frames }] },
  ],
};
const wires: readonly (readonly [Wire, string, string])[] = [
  [openaiChatWire, "gpt-4.1", "/v1"],
  [openaiResponsesWire, "gpt-4.1", "/v1"],
  [anthropicWire, "claude-sonnet-4-5", "/v1"],
  [googleWire, "gemini-2.5-flash", "/v1beta"],
  [groqWire, "llama-4-scout", "/openai/v1"],
  [compatibleWire, "Qwen3-VL-8B", "/v1"],
];
const servers: ProviderServer[] = [];
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

interface Setup {
  readonly wire?: Wire;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly answer?: ModelAnswer;
  readonly behaviour?: Behaviour;
  readonly context?: Partial<SystemContext>;
}

async function setUp({
  wire = openaiChatWire,
  settings = {},
  answer = { text: "B" },
  behaviour = "ok",
  context = {},
}: Setup) {
  const [, model, path] = wires.find(([one]) => one === wire)!;
  const server = await providerServer({ wire, answer: () => answer, behave: () => behaviour });
  servers.push(server);
  const parsed = chatSettingsSchema.parse({
    provider: wire.id,
    model,
    baseUrl: server.url + path,
    apiKey: key,
    ...settings,
  });
  const frame = async ({ digest }: FrameRef) => new TextEncoder().encode(`picture ${digest}`);
  const system = (await chat.create(
    parsed,
    fakeContext({ family: families[0], frame, ...context }),
  )) as ChatSystem;
  return { server, system };
}

async function put(
  setup: Setup,
  question = ask,
  timeoutMs = 2_000,
): Promise<{
  readonly asked: Asked<ChatReply>;
  readonly server: ProviderServer;
  readonly question: Question | undefined;
}> {
  const { server, system } = await setUp(setup);
  const [asked] = await system.ask([question], AbortSignal.timeout(timeoutMs));
  await system[Symbol.asyncDispose]?.();
  expect(JSON.stringify(asked)).not.toContain(key);
  return { asked: asked!, server, question: server.questions[0] };
}

describe.each(wires)("chat over $id", (wire) => {
  describe.each([false, true])("streamed: %s", (stream) => {
    const settings = { stream };

    it("asks as documented and reads answer, usage and name", async () => {
      const { asked, server, question } = await put({ wire, settings });
      expect(server.refused).toEqual([]);
      expect(asked).toMatchObject({ kind: "answered", value: { text: "B", finish: "stop" } });
      expect(asked.facts).toMatchObject({
        usage: { input: 21, output: 7 },
        totalMs: expect.any(Number),
      });
      expect(asked.facts?.requestId ?? "").not.toBe("");
      expect(question).toMatchObject({
        system: "Be brief.",
        text: "What is it?",
        pictures: ["image/jpeg", "image/jpeg"],
        isStreamed: stream,
      });
      if (stream) expect(asked.facts?.firstTokenMs).toBeLessThanOrEqual(asked.facts!.totalMs!);
      else expect(asked.facts).not.toHaveProperty("firstTokenMs");
    });

    it("tells a reply that was cut off", async () => {
      const { asked } = await put({
        wire,
        settings,
        answer: { text: "I think that", finish: "length" },
      });
      expect(asked).toMatchObject({
        kind: "answered",
        value: { text: "I think that", finish: "length" },
      });
    });

    it("takes a content filter for a refusal", async () => {
      expect((await put({ wire, settings, behaviour: "filter" })).asked).toMatchObject({
        kind: "refused",
      });
    });

    it("takes a slow reply as it is", async () => {
      expect((await put({ wire, settings, behaviour: "drip" })).asked).toMatchObject({
        kind: "answered",
        value: { text: "B" },
      });
    });

    it("separates thoughts by their marks", async () => {
      const { asked } = await put({
        wire,
        settings,
        answer: { text: "<think>A? No.</think>\n\nB" },
      });
      expect(asked).toMatchObject({ kind: "answered", value: { text: "B", reasoning: "A? No." } });
    });

    it("never takes an unfinished thought for an answer", async () => {
      const { asked } = await put({
        wire,
        settings,
        answer: { text: "<think>The answer is A, or" },
      });
      expect(asked).toMatchObject({ kind: "truncated" });
    });

    it.each<readonly [Behaviour, string, RegExp]>([
      ["rate", "rate", /^429/],
      ["rate-without-header", "rate", /^429/],
      ["overloaded", "transient", /^529/],
      ["error", "transient", /^500/],
      ["unavailable", "transient", /^503/],
      ["half", "transient", /./],
      ["reset", "transient", /no reply|ECONNRESET|other side/],
      ["wrong-type", "transient", /text\/html/],
      ["too-large", "too-large", /^413/],
      ["unauthorised", "auth", /^401/],
      ["empty", "transient", /./],
    ])("%s is a failure of cause %s", async (behaviour, cause, reason) => {
      const { asked } = await put({ wire, settings, behaviour });
      expect(asked).toMatchObject({ kind: "failed", cause, reason: expect.stringMatching(reason) });
    });

    it("does not answer twice what is delivered twice", async () => {
      const { asked } = await put({
        wire,
        settings,
        behaviour: "duplicate",
        answer: { text: "Banana" },
      });
      if (asked.kind === "answered") expect(asked.value.text).toBe("Banana");
      else expect(asked).toMatchObject({ kind: "failed", cause: "transient" });
    });

    it("leaves when it is told to", async () => {
      const { system } = await setUp({ wire, settings, behaviour: "hang" });
      await expect(system.ask([ask], AbortSignal.timeout(50))).rejects.toThrow();
      await system[Symbol.asyncDispose]?.();
    });
  });

  it("counts the tokens of a reply that holds no answer", async () => {
    const { asked } = await put({ wire, behaviour: "hollow" });
    expect(asked).toMatchObject({
      kind: "failed",
      cause: "transient",
      facts: { usage: { input: 21, output: 7 } },
    });
  });

  it.each<Behaviour>(["fails-late", "reset-late"])(
    "counts the tokens that a stream told of before it broke: %s",
    async (behaviour) => {
      const { asked } = await put({
        wire,
        settings: { stream: true },
        behaviour,
        answer: { text: "It is a drill." },
      });
      // Where the failure itself would have told, a connection that is cut says nothing.
      const told =
        behaviour === "reset-late" && wire === openaiResponsesWire
          ? {}
          : { facts: { usage: wire.failingUsage } };
      expect(asked).toMatchObject({ kind: "failed", cause: "transient", ...told });
    },
  );

  it("honours what is said about coming back", async () => {
    const { asked } = await put({ wire, behaviour: "rate" });
    expect(asked.pace?.retryAfterMs).toBeGreaterThan(0);
    const { asked: dated } = await put({ wire, behaviour: "rate-with-date" });
    expect(dated.pace?.retryAfterMs).toBeLessThanOrEqual(1_000);
  });
});

describe.each([false, true])("streamed: %s", (stream) => {
  it.each([openaiResponsesWire, anthropicWire, googleWire, groqWire, compatibleWire])(
    "thoughts come in a field of their own from $id",
    async (wire) => {
      const { asked } = await put({
        wire,
        settings: { stream },
        answer: { text: "B", reasoning: "Hm." },
      });
      expect(asked).toMatchObject({ kind: "answered", value: { text: "B", reasoning: "Hm." } });
    },
  );

  it.each([openaiChatWire, openaiResponsesWire, groqWire, compatibleWire])(
    "$id says why it refuses",
    async (wire) => {
      const { asked } = await put({
        wire,
        settings: { stream },
        answer: { text: "", refusal: "I cannot help with that." },
      });
      expect(asked).toMatchObject({ kind: "refused", reason: "I cannot help with that." });
    },
  );

  it("a key that a server repeats is hidden, in answers and thoughts", async () => {
    const { asked } = await put({
      wire: compatibleWire,
      settings: { stream },
      answer: { text: `B ${key}`, reasoning: `Your key is ${key}.` },
    });
    expect(asked).toMatchObject({
      kind: "answered",
      value: { reasoning: expect.stringContaining("Your key is") },
    });
  });
});

describe.each([openaiChatWire, openaiResponsesWire, anthropicWire, googleWire])(
  "batches over $id",
  (wire) => {
    it("count the tokens of a reply of no use once, however many asks of the same words it was for", async () => {
      await using server = await batchServer({
        wire,
        answer: () => ({ text: "B" }),
        fate: () => "hollow",
      });
      const batch = { waitSeconds: 0.05, pollSeconds: 0.02 };
      const settings = chatSettingsSchema.parse({
        provider: wire.id,
        model: "m",
        baseUrl: server.url,
        apiKey: key,
        mode: "batch",
        batch,
      });
      const frame = async ({ digest }: FrameRef) => new TextEncoder().encode(`picture ${digest}`);
      const system = (await chat.create(
        settings,
        fakeContext({ family: families[0], frame }),
      )) as ChatSystem;
      const asked = await system.ask([ask, ask], AbortSignal.timeout(5_000));
      await system[Symbol.asyncDispose]?.();
      const failed = { kind: "failed", cause: "transient" };
      expect(asked).toMatchObject([
        { ...failed, facts: { usage: { input: 21, output: 7 } } },
        { ...failed, facts: { cached: true } },
      ]);
      expect(asked[1]!.facts).not.toHaveProperty("usage");
    });
  },
);

describe("parameters", () => {
  it("are sent as configured, temperature 0 without being asked for", async () => {
    const settings = {
      topP: 0.5,
      maxTokens: 64,
      stop: ["END"],
      seed: 7,
      extraBody: { top_k: 1, chat_template_kwargs: { enable_thinking: false } },
    };
    const { question } = await put({ wire: compatibleWire, settings });
    expect(question!.body).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      max_tokens: 64,
      stop: ["END"],
      seed: 7,
      top_k: 1,
      chat_template_kwargs: { enable_thinking: false },
    });
  });

  it("of a repeat have a seed of their own", async () => {
    const { server, system } = await setUp({
      wire: compatibleWire,
      settings: { seed: 7, temperature: 0.8 },
    });
    for (const turn of [
      { repeat: 0, seed: 1 },
      { repeat: 1, seed: 8 },
    ])
      await system.ask([ask], AbortSignal.timeout(2_000), turn);
    expect(server.questions.map(({ body }) => body.seed)).toEqual([7, 8]);
    expect(system.cacheable).toBe(false);
  });

  it.each([
    [{}, true],
    [{ temperature: 0.8 }, false],
    [{ extraBody: { temperature: 0.8 } }, false],
    [{ extraBody: { generationConfig: { temperature: 0.8 } } }, false],
    [{ temperature: 0.8, extraBody: { temperature: 0 } }, true],
  ])("%j: a reply may be used again: %s", async (settings, expected) => {
    const { system } = await setUp({ wire: compatibleWire, settings });
    expect(system.cacheable).toBe(expected);
  });

  it.each([openaiChatWire, openaiResponsesWire])(
    "that a reasoning model refuses are left out and named ($id)",
    async (wire) => {
      const { asked, server, question } = await put({
        wire,
        settings: { model: "gpt-5-mini", maxTokens: 100, reasoningEffort: "low" },
      });
      expect(server.refused).toEqual([]);
      expect(asked.kind).toBe("answered");
      expect(asked.facts?.dropped).toEqual(["temperature"]);
      expect(JSON.stringify(question!.body)).toContain('"low"');
    },
  );

  it("of Anthropic's models that sample by themselves", async () => {
    const { asked, server } = await put({
      wire: anthropicWire,
      settings: { model: "claude-opus-4-7", seed: 1 },
    });
    expect(server.refused).toEqual([]);
    expect(asked.facts?.dropped).toEqual(["temperature", "seed"]);
  });

  it("reach bodies that a package writes", async () => {
    const { question, server } = await put({
      wire: googleWire,
      settings: { extraBody: { generationConfig: { temperature: 1 } } },
    });
    expect(server.refused).toEqual([]);
    expect(question!.body.generationConfig).toEqual({ temperature: 1 });
  });
});

describe("identity", () => {
  it("names what changes answers, and no key", async () => {
    const { system } = await setUp({ settings: { topP: 0.9, headers: { "x-team": "a" } } });
    expect(system.identity).toMatchObject({
      provider: "openai",
      model: "gpt-4.1",
      temperature: 0,
      topP: 0.9,
      headers: { "x-team": "a" },
    });
    expect(JSON.stringify([system.identity, system.scope])).not.toContain(key);
    expect(Object.keys(system.identity as object)).not.toContain("concurrency");
  });

  it("is the same for another key, and the scope is not", async () => {
    const settings = chatSettingsSchema.parse({
      provider: "openai",
      model: "m",
      apiKey: "one-key",
    });
    const context = fakeContext({ family: families[0] });
    const [one, two] = [
      await chat.create(settings, context),
      await chat.create({ ...settings, apiKey: "other-key" }, context),
    ];
    expect(one.identity).toEqual(two.identity);
    expect(one.scope).not.toBe(two.scope);
  });
});

describe("before anything is asked", () => {
  const context = fakeContext({ family: families[0], id: "gpt" });
  const made = (settings: Readonly<Record<string, unknown>>) =>
    chat.create(chatSettingsSchema.parse(settings), context);

  it.each([
    [{ provider: "groq", model: "m" }, 'the system "gpt" has no key for groq', /GROQ_API_KEY/],
    [
      { provider: "openai-compatible", model: "m" },
      'the system "gpt" needs a baseUrl',
      /localhost/,
    ],
    [
      { provider: "anthropic", model: "m", video: "native", apiKey: key },
      /cannot be sent whole videos/,
      /frames/,
    ],
    [
      { provider: "openai", model: "m", scoring: "echo", apiKey: key },
      /cannot score by echo/,
      /leave out/,
    ],
  ])("%j is refused", async (settings, message, hint) => {
    await expect(made(settings)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it("needs no key for a server on this machine, whoever it speaks like", async () => {
    const openai = { provider: "openai", model: "m" };
    for (const baseUrl of ["http://127.0.0.1:1/v1", "http://localhost:1/v1", "http://[::1]:1/v1"])
      expect((await made({ ...openai, baseUrl })).kind).toBe("chat");
    await expect(made({ ...openai, baseUrl: "https://example.org/v1" })).rejects.toThrow("no key");
  });

  it("takes the key from the provider's usual variable", async () => {
    process.env.GROQ_API_KEY = "from-the-environment";
    try {
      expect((await made({ provider: "groq", model: "m" })).kind).toBe("chat");
    } finally {
      delete process.env.GROQ_API_KEY;
    }
  });
});

describe("limits of a request", () => {
  it("are known before it is sent", async () => {
    const many = {
      messages: [
        { role: "user" as const, parts: [{ frames: Array.from({ length: 6 }, () => frames[0]!) }] },
      ],
    };
    const { asked, server } = await put({ wire: groqWire }, many);
    expect(asked).toMatchObject({
      kind: "failed",
      cause: "too-large",
      reason: expect.stringContaining("6 frames"),
    });
    expect(server.questions).toEqual([]);
    expect((await put({ wire: groqWire, settings: { maxFrames: 6 } }, many)).asked.kind).toBe(
      "answered",
    );
  });

  it("a frame that is gone is not the server's failure", async () => {
    const frame = async () => {
      throw new Error("frame a is lost");
    };
    expect((await put({ context: { frame } })).asked).toMatchObject({
      kind: "failed",
      cause: "media",
      reason: "frame a is lost",
    });
  });
});

describe("choices", () => {
  const choices = ["A", "B", "C"];
  const likely = { A: -2, " A": -3, B: -0.3, "!": -4 };

  it.each([openaiChatWire, compatibleWire])("are scored by the first token ($id)", async (wire) => {
    const { asked, question, server } = await put(
      { wire, answer: { text: "B", likely } },
      { ...ask, choices },
    );
    expect(server.refused).toEqual([]);
    expect(question!.body).toMatchObject({ logprobs: true, top_logprobs: 20, max_tokens: 1 });
    const { logLikelihoods } = (asked as Extract<typeof asked, { kind: "answered" }>).value;
    expect(logLikelihoods).toEqual([
      expect.closeTo(Math.log(Math.exp(-2) + Math.exp(-3)), 10),
      expect.closeTo(-0.3, 10),
      null,
    ]);
  });

  it("are refused where a provider gives no likelihoods", async () => {
    expect((await put({ wire: anthropicWire }, { ...ask, choices })).asked).toMatchObject({
      kind: "failed",
      cause: "deterministic",
    });
  });
});

describe("whole videos", () => {
  const folder = temporaryFolder();
  const path = folder.file("clip.mp4", Buffer.from("not really a video"));
  const video: FrameRef = {
    atSeconds: 0,
    digest: "d".repeat(64),
    mediaType: "video/mp4",
    width: 0,
    height: 0,
  };
  const watching: ChatAsk = {
    messages: [{ role: "user", parts: [{ text: "What happens?" }, { frames: [video] }] }],
  };

  it("are uploaded where they are too large for a request, once for all asks, and deleted at the end", async () => {
    const large = folder.file("large.mp4", Buffer.alloc(14_000_001));
    await using server = await googleFilesServer();
    const settings = chatSettingsSchema.parse({
      provider: "google",
      model: "m",
      baseUrl: `${server.url}/v1beta`,
      apiKey: key,
      video: "native",
    });
    const system = (await chat.create(
      settings,
      fakeContext({ family: families[0], file: async () => large }),
    )) as ChatSystem;
    const asked = await system.ask([watching, watching], AbortSignal.timeout(20_000));
    expect(asked).toMatchObject([{ kind: "answered" }, { kind: "answered" }]);
    expect(server.files.size).toBe(1);
    await system[Symbol.asyncDispose]?.();
    expect(server.files.size).toBe(0);
    expect(server.done).toEqual([
      "start",
      "bytes 14000001",
      expect.stringMatching(/^state files\/vidimus-/),
      "asked about a file that is there",
      "asked about a file that is there",
      expect.stringMatching(/^delete files\/vidimus-/),
    ]);
  });

  it("of one question are uploaded side by side", async () => {
    const large = folder.file("large.mp4", Buffer.alloc(14_000_001));
    await using server = await googleFilesServer();
    const settings = chatSettingsSchema.parse({
      provider: "google",
      model: "m",
      baseUrl: `${server.url}/v1beta`,
      apiKey: key,
      video: "native",
    });
    const system = (await chat.create(
      settings,
      fakeContext({ family: families[0], file: async () => large }),
    )) as ChatSystem;
    const frames = [video, { ...video, digest: "e".repeat(64) }, video];
    const both = { messages: [{ role: "user" as const, parts: [{ frames }] }] };
    const asked = await system.ask([both], AbortSignal.timeout(20_000));
    expect(asked).toMatchObject([{ kind: "answered" }]);
    await system[Symbol.asyncDispose]?.();
    expect(server.done.filter((what) => what === "start")).toHaveLength(2);
    expect(server.done.lastIndexOf("start")).toBeLessThan(
      server.done.findIndex((what) => what.startsWith("state")),
    );
    expect(server.files.size).toBe(0);
  });

  it("stay where a run is left whose batch is still about them", async () => {
    const large = folder.file("large.mp4", Buffer.alloc(14_000_001));
    await using server = await googleFilesServer();
    const connection = {
      provider: "google",
      model: "m",
      baseUrl: `${server.url}/v1beta`,
      apiKey: key,
    };
    const settings = chatSettingsSchema.parse({
      ...connection,
      video: "native",
      mode: "batch",
      batch: { waitSeconds: 60 },
    });
    const system = (await chat.create(
      settings,
      fakeContext({ family: families[0], file: async () => large }),
    )) as ChatSystem;
    const leaving = new AbortController();
    const left = system.ask([watching], leaving.signal).catch(() => "left");
    while (!server.done.some((what) => what.startsWith("state")))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 50));
    leaving.abort(new Error("left"));
    expect(await left).toBe("left");
    await system[Symbol.asyncDispose]?.();
    expect([...server.files]).toEqual([`files/vidimus-${"d".repeat(32)}`]);
  });

  it.each([googleWire, compatibleWire])("stand in the request ($id)", async (wire) => {
    const { asked, question, server } = await put(
      { wire, settings: { video: "native" }, context: { file: async () => path } },
      watching,
    );
    expect(server.refused).toEqual([]);
    expect(asked.kind).toBe("answered");
    expect(question!.videos).toEqual(["video/mp4"]);
  });
});

describe("the name of a judge in signatures", () => {
  const settings = { provider: "anthropic", model: "claude-sonnet-4-5", apiKey: "sk-1" };
  const label = (more = {}) => chat.label!(chatSettingsSchema.parse({ ...settings, ...more }));

  it("is its model, and the same for every account and pace", () => {
    expect(label()).toMatch(/^claude-sonnet-4-5@[0-9a-f]{8}$/);
    expect(label({ apiKey: "sk-2", concurrency: 3, stream: true, timeoutMs: 1_000 })).toBe(label());
  });

  it.each([{ temperature: 1 }, { maxTokens: 9 }, { baseUrl: "http://localhost:1/v1" }])(
    "is another one with %o",
    (more) => expect(label(more)).not.toBe(label()),
  );
});
