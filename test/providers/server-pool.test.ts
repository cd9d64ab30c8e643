import { describe, expect, it, onTestFinished } from "vitest";
import type { ChatSystem } from "../../src/core/asking/system.ts";
import type { Answer } from "../../src/engine/answer.ts";
import type { DispatcherParts } from "../../src/engine/dispatcher.ts";
import type { SystemHealth } from "../../src/engine/health-watch.ts";
import { families } from "../../src/families/index.ts";
import { chat } from "../../src/systems/chat/chat.ts";
import { chatSettingsSchema } from "../../src/systems/chat/chat-settings.ts";
import { fakeContext } from "../fakes/fake-context.ts";
import { fakeDispatcher } from "../fakes/fake-dispatcher.ts";
import { type ModelServer, type ModelServerOptions, modelServer } from "./model-server.ts";

interface Scene {
  readonly servers: readonly ModelServerOptions[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly parts?: Partial<DispatcherParts>;
}

const retries = {
  attempts: 6,
  budget: 10_000,
  waitMs: 20,
  sampleTimeoutMs: 60_000,
  holdMs: 60_000,
  sameFailures: 16,
};

/** Servers, a system that is asked at all of them, and what was said of their health. */
async function scene({ servers: given, settings = {}, parts = {} }: Scene) {
  const servers = await Promise.all(given.map(modelServer));
  const urls = servers.map(({ url }) => url);
  const system = await chatAt(urls, settings);
  onTestFinished(async () => {
    await system[Symbol.asyncDispose]?.();
    for (const server of servers) await server[Symbol.asyncDispose]();
  });
  const health: SystemHealth[] = [];
  const dispatcher = fakeDispatcher({ retries, onHealth: (one) => health.push(one), ...parts });
  const put = (text: string, video?: string): Promise<Answer> => {
    const ask = { messages: [{ role: "user", parts: [{ text }] }] };
    const question = { ask, text: JSON.stringify(ask), digest: text };
    return dispatcher.put(system, question, { repeat: 0, isAgain: false, video });
  };
  return { servers, urls, system, dispatcher, health, put };
}

async function chatAt(baseUrl: readonly string[] | string, settings = {}): Promise<ChatSystem> {
  const config = { provider: "openai-compatible", model: "m", baseUrl, ...settings };
  const context = fakeContext({ family: families[0]! });
  return (await chat.create(chatSettingsSchema.parse(config), context)) as ChatSystem;
}

/** So many questions about so many videos, as a run asks them: a number of them at once, in order. */
async function askAll(
  put: (text: string, video: string) => Promise<Answer>,
  { videos, each, atOnce = 64 }: { videos: number; each: number; atOnce?: number },
): Promise<readonly Answer[]> {
  const jobs = Array.from({ length: videos * each }, (_, i) => {
    const video = `v${Math.floor(i / each)}`;
    return { text: `${video} q${i % each}`, video };
  });
  const answers: Answer[] = [];
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift())
      answers.push(await put(job.text, job.video));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

const allAnswered = (answers: readonly Answer[]) =>
  answers.every(({ outcome }) => outcome.kind === "answered");

function videosOf({ asked }: ModelServer): ReadonlySet<string> {
  return new Set(asked.map((text) => text.split(" ")[0]!));
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a pool of servers", () => {
  it("asks about a video where it was asked about before, and leaves no server idle", async () => {
    const server = { delayMs: 20, capacity: 4 };
    const { servers, urls, put } = await scene({
      servers: [server, server, server],
      settings: { concurrency: 4 },
    });
    const answers = await askAll(put, { videos: 60, each: 5, atOnce: 24 });
    expect(allAnswered(answers)).toBe(true);
    expect(answers.length).toBe(300);
    const shares = servers.map(({ asked }) => asked.length / 300);
    for (const share of shares) expect(share).toBeGreaterThan(0.2);
    // Without affinity, five questions at three servers meet 2.6 servers on average.
    const places = servers.reduce((sum, one) => sum + videosOf(one).size, 0) / 60;
    expect(places).toBeLessThan(1.3);
    const named = answers.map(({ facts }) => facts?.server);
    expect(new Set(named)).toEqual(new Set(urls));
  });

  it("asks about one video at all servers where there is no other", async () => {
    const server = { delayMs: 20, capacity: 4 };
    const { servers, put } = await scene({
      servers: [server, server],
      settings: { concurrency: 4, pacing: "fixed" },
    });
    expect(allAnswered(await askAll(put, { videos: 1, each: 100, atOnce: 16 }))).toBe(true);
    for (const { asked } of servers) expect(asked.length).toBeGreaterThan(30);
  });

  it("gives a slow server what it can do", { timeout: 30_000 }, async () => {
    const { servers, put } = await scene({
      servers: [
        { delayMs: 20, capacity: 4 },
        { delayMs: 100, capacity: 4 },
      ],
      settings: { concurrency: 4 },
    });
    const answers = await askAll(put, { videos: 200, each: 3, atOnce: 16 });
    expect(allAnswered(answers)).toBe(true);
    const [fast, slow] = servers.map(({ asked }) => asked.length) as [number, number];
    // A sixth of the capacity.
    expect(slow / (fast + slow)).toBeGreaterThan(0.08);
    expect(slow / (fast + slow)).toBeLessThan(0.25);
  });

  it("loses nothing to a server that dies, and asks it again when it is back", {
    timeout: 30_000,
  }, async () => {
    const server = { delayMs: 20, capacity: 4 };
    const { servers, urls, health, put } = await scene({
      servers: [server, server],
      settings: { concurrency: 4 },
    });
    const [first, second] = servers as [ModelServer, ModelServer];
    const all = askAll(put, { videos: 400, each: 3, atOnce: 16 });
    await sleep(300);
    await second.die();
    await sleep(500);
    const before = second.asked.length;
    await second.revive();
    const answers = await all;
    expect(allAnswered(answers)).toBe(true);
    expect(answers.length).toBe(1_200);
    const texts = [...first.answered, ...second.answered];
    expect(new Set(texts).size).toBe(1_200);
    expect(second.asked.length).toBeGreaterThan(before + 100);
    expect(health.map(({ state, server: one }) => [state, one])).toEqual([
      ["held", urls[1]],
      ["back", urls[1]],
    ]);
    const failures = answers.flatMap(({ facts }) => facts?.failedOn ?? []);
    expect(new Set(failures)).toEqual(new Set([urls[1]]));
    expect(failures.length).toBeLessThan(40);
  });

  it("leaves only the server alone that wants to be", async () => {
    let isLimited = true;
    const { servers, urls, health, put } = await scene({
      servers: [
        { delayMs: 5 },
        {
          refuse: () => (isLimited ? { status: 429, headers: { "retry-after": "2" } } : undefined),
        },
      ],
      settings: { concurrency: 4 },
    });
    const startedAt = performance.now();
    const answers = await askAll(put, { videos: 40, each: 3, atOnce: 8 });
    expect(performance.now() - startedAt).toBeLessThan(1_900);
    expect(allAnswered(answers)).toBe(true);
    expect(servers[0]!.answered.length).toBe(120);
    expect(servers[1]!.asked.length).toBeLessThanOrEqual(4);
    isLimited = false;
    await sleep(2_050);
    const putLate = (text: string, video: string) => put(`late ${text}`, `late ${video}`);
    const late = await askAll(putLate, { videos: 40, each: 3, atOnce: 8 });
    expect(late.some(({ facts }) => facts?.server === urls[1])).toBe(true);
    expect(health).toEqual([]);
  });

  it("puts an ask that failed to another server, at once", async () => {
    const refuseSecond: ModelServerOptions["refuse"] = ({ text }) =>
      text.endsWith("q1") ? { status: 500 } : undefined;
    const { urls, health, put } = await scene({
      servers: [
        { delayMs: 10, refuse: refuseSecond },
        { delayMs: 10, refuse: refuseSecond },
        { delayMs: 10 },
      ],
      settings: { concurrency: 4 },
      parts: { retries: { ...retries, attempts: 2, waitMs: 60_000 } },
    });
    const answers = await askAll(put, { videos: 30, each: 2, atOnce: 12 });
    expect(allAnswered(answers)).toBe(true);
    const failed = answers.filter(({ facts }) => facts?.failedOn);
    expect(failed.length).toBeGreaterThan(3);
    for (const { facts } of failed) expect(facts?.server).toBe(urls[2]);
    expect(health).toEqual([]);
  });

  it("asks a server no more that refuses our key, and others in its place", async () => {
    const { servers, urls, health, put } = await scene({
      servers: [{ delayMs: 5 }, { refuse: () => ({ status: 401 }) }],
      settings: { concurrency: 2 },
    });
    const answers = await askAll(put, { videos: 20, each: 2, atOnce: 8 });
    expect(allAnswered(answers)).toBe(true);
    expect(servers[1]!.asked.length).toBeLessThanOrEqual(2);
    expect(health).toMatchObject([{ state: "stopped", server: urls[1] }]);
  });

  it("waits where all are down, goes on when one is back, and says what each failed with", {
    timeout: 30_000,
  }, async () => {
    const { servers, urls, health, dispatcher, put } = await scene({
      servers: [{ delayMs: 10 }, { delayMs: 10, refuse: () => ({ status: 500 }) }],
      settings: { concurrency: 4 },
    });
    await servers[0]!.die();
    const all = askAll(put, { videos: 10, each: 3, atOnce: 32 });
    await sleep(500);
    expect(dispatcher.figures().heldBecause).toContain(`${urls[1]}: 500`);
    await servers[0]!.revive();
    const answers = await all;
    expect(allAnswered(answers)).toBe(true);
    const down = health.find(({ state, server }) => state === "held" && server === undefined);
    expect(down?.reason).toContain(`${urls[0]}: `);
    expect(down?.reason).toContain(`${urls[1]}: 500`);
    expect(health.at(-1)).toMatchObject({ state: "back", server: urls[0] });
  });

  it("is given up once all have been down for too long, with the reason of each", {
    timeout: 30_000,
  }, async () => {
    const health: SystemHealth[] = [];
    let stoppedAt = 0;
    const { servers, urls, dispatcher, system, put } = await scene({
      servers: [{}, {}],
      settings: { concurrency: 4 },
      parts: {
        retries: { ...retries, holdMs: 10_000 },
        onHealth: (one) => {
          health.push(one);
          if (one.state === "stopped") stoppedAt = performance.now();
        },
      },
    });
    for (const server of servers) await server.die();
    const asks = Array.from({ length: 12 }, (_, i) => put(`q${i}`).catch((error: Error) => error));
    const ended = await Promise.all(asks);
    // Nobody waits for another probe.
    expect(performance.now() - stoppedAt).toBeLessThan(800);
    const stopped = ended.filter((one) => one instanceof Error);
    expect(stopped.length).toBeGreaterThan(8);
    for (const url of urls) {
      expect(stopped[0]!.message).toContain(`${url}: `);
      expect(dispatcher.refusal(system)).toContain(`${url}: `);
    }
    expect(health.at(-1)).toMatchObject({ state: "stopped", system: system.id });
    expect(health.at(-1)?.server).toBeUndefined();
  });

  it("is asked no more at once than the run allows one system", async () => {
    let most = 0;
    let now = 0;
    const { system, dispatcher, put } = await scene({
      servers: [{ delayMs: 5 }, { delayMs: 5 }],
      parts: { ceiling: { most: 3 } },
    });
    const { ask } = system;
    const counted: ChatSystem["ask"] = async (...given) => {
      most = Math.max(most, ++now);
      return ask(...given).finally(() => now--);
    };
    Object.assign(system, { ask: counted });
    expect(allAnswered(await askAll(put, { videos: 20, each: 2, atOnce: 16 }))).toBe(true);
    expect(most).toBe(3);
    expect(dispatcher.concurrencyOf(system)).toBe(3);
  });

  it("shares the limit of a server with a system that is asked there alone", async () => {
    const { servers, urls, dispatcher, put } = await scene({
      servers: [{ delayMs: 10 }, { delayMs: 10 }],
      settings: { concurrency: 3, pacing: "fixed" },
    });
    const alone = await chatAt(urls[0]!, { concurrency: 3, pacing: "fixed" });
    const putAlone = (text: string) => {
      const ask = { messages: [{ role: "user", parts: [{ text: `alone ${text}` }] }] };
      const question = { ask, text: JSON.stringify(ask), digest: text };
      return dispatcher.put({ ...alone, id: "alone" }, question, { repeat: 0, isAgain: false });
    };
    const [pooled, single] = await Promise.all([
      askAll(put, { videos: 30, each: 4, atOnce: 16 }),
      askAll(putAlone, { videos: 30, each: 2, atOnce: 16 }),
    ]);
    expect(allAnswered([...pooled, ...single])).toBe(true);
    expect(servers.map(({ mostAtOnce }) => mostAtOnce)).toEqual([3, 3]);
    await alone[Symbol.asyncDispose]?.();
    // Who waits at a crowded server gets there all the same.
    expect(servers[0]!.asked.filter((text) => !text.startsWith("alone")).length).toBeGreaterThan(
      10,
    );
  });

  it("goes on with a conversation where it was begun", async () => {
    const { dispatcher, system } = await scene({
      servers: [{ delayMs: 2 }, { delayMs: 10 }, { delayMs: 20 }],
    });
    const talk = async (name: string) => {
      const turn = { repeat: 0, isAgain: false };
      const places = new Set<string | undefined>();
      for (let step = 0; step < 5; step++) {
        const ask = { messages: [{ role: "user", parts: [{ text: `${name} ${step}` }] }] };
        const question = { ask, text: JSON.stringify(ask), digest: `${name} ${step}` };
        const { facts } = await dispatcher.put(system, question, turn);
        places.add(facts?.server);
      }
      return places.size;
    };
    const sizes = await Promise.all(Array.from({ length: 24 }, (_, i) => talk(`t${i}`)));
    expect(sizes).toEqual(Array.from({ length: 24 }, () => 1));
  });

  it("lets nobody wait once the run is being left", async () => {
    const controller = new AbortController();
    const { put } = await scene({
      servers: [{ delayMs: 50 }, { delayMs: 50 }],
      settings: { concurrency: 1 },
      parts: { stop: controller.signal },
    });
    const ended = Array.from({ length: 10 }, (_, i) =>
      put(`q${i}`, `v${i}`).catch((error: Error) => error.name),
    );
    await sleep(20);
    controller.abort();
    const names = (await Promise.all(ended)).filter((one) => one === "Interrupted");
    expect(names.length).toBe(8);
  });
});

it("lets no conversation wait for limits of servers once the run is being left", async () => {
  const controller = new AbortController();
  const refuse = () => ({ status: 429, headers: { "retry-after": "30" } });
  const { dispatcher, system } = await scene({
    servers: [{ refuse }, { refuse }],
    parts: { stop: controller.signal },
  });
  const turn = { repeat: 0, isAgain: false };
  const step = (text: string) => {
    const ask = { messages: [{ role: "user", parts: [{ text }] }] };
    const question = { ask, text: JSON.stringify(ask), digest: text };
    return dispatcher.put(system, question, turn).catch((error: Error) => error.name);
  };
  const first = step("first");
  await sleep(300);
  controller.abort();
  expect(await first).toBe("Interrupted");
  expect(await step("second")).toBe("Interrupted");
});

describe("what is asked", () => {
  const pinned = (settings: object) => chatAt("http://127.0.0.1:1/v1", settings);

  it("includes the address of a single server, as ever", async () => {
    expect((await pinned({})).identity).toEqual({
      provider: "openai-compatible",
      model: "m",
      baseUrl: "http://127.0.0.1:1/v1",
      temperature: 0,
      video: "frames",
      scoring: "first-token",
    });
    expect((await pinned({})).servers).toBeUndefined();
  });

  it("is not asked in batches at a list of servers", async () => {
    const settings = { provider: "openai", mode: "batch", apiKey: "k" };
    await expect(chatAt(["http://127.0.0.1:1/v1"], settings)).rejects.toThrow("list of servers");
  });

  it("does not include a list of servers, which may change", async () => {
    const urls = ["http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1", "http://127.0.0.1:3/v1"];
    const [one, two, three] = await Promise.all([
      chatAt(urls.slice(0, 1)),
      chatAt(urls.slice(1)),
      chatAt(urls),
    ]);
    expect(two!.identity).toEqual(one!.identity);
    expect(three!.identity).toEqual(one!.identity);
    expect(one!.identity).not.toEqual((await pinned({})).identity);
    // Who names no server asks somebody else.
    expect(one!.identity).toHaveProperty("baseUrl", []);
  });
});
