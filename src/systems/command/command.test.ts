import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { fakeDispatcher } from "../../../test/fakes/fake-dispatcher.ts";
import type {
  ChatSystem,
  DirectSystem,
  EncoderSystem,
  SimilaritySystem,
  StreamSystem,
  System,
} from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { families } from "../../families/index.ts";
import { command } from "./command.ts";
import { commandSettingsSchema } from "./command-settings.ts";

const [family] = families;
const script = fileURLToPath(new URL("../../../test/providers/bridge-worker.ts", import.meta.url));
const systems: System[] = [];
afterAll(async () => {
  for (const system of systems) await system[Symbol.asyncDispose]?.();
});

function question(text: string, id = text) {
  return family.data.sample.parse({
    id,
    group: id,
    question: text,
    choices: ["no", "yes"],
    answer: 0,
    media: [],
    metadata: {},
  });
}

async function made<S extends System = DirectSystem>(
  environment: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, unknown>> = {},
  context: Partial<SystemContext> = {},
): Promise<S> {
  const parsed = commandSettingsSchema.parse({
    command: [process.execPath, script],
    environment,
    ...settings,
  });
  const open = () => ({ path: import.meta.dirname }) as ReturnType<SystemContext["open"]>;
  const frame = async ({ digest }: { readonly digest: string }) => new TextEncoder().encode(digest);
  const system = await command.create(parsed, fakeContext({ family, open, frame, ...context }));
  systems.push(system);
  return system as S;
}

/** As the engine asks: one by one, so many at once. */
async function answers(
  system: DirectSystem,
  samples: readonly ReturnType<typeof question>[],
  signal = AbortSignal.timeout(20_000),
) {
  return (await Promise.all(samples.map((sample) => system.ask([sample], signal)))).flat();
}

describe("command", () => {
  it("answers with predictions, in the order of the asks", async () => {
    const system = await made();
    expect(system).toMatchObject({
      speaks: "prediction",
      concurrency: 1,
      identity: { says: { model: "first-word", version: 2 } },
    });
    const asked = await answers(system, [
      question("a"),
      question("b [refuse]"),
      question("c [error]"),
      question("d [nonsense]"),
      question("e [twice]"),
    ]);
    expect(asked).toMatchObject([
      { kind: "answered", value: { choice: 1 }, facts: { totalMs: 3 } },
      { kind: "refused", reason: "not allowed", facts: {} },
      { kind: "failed", cause: "transient", reason: "out of memory", facts: {} },
      {
        kind: "failed",
        cause: "deterministic",
        reason: expect.stringContaining("cannot be read"),
        facts: {},
      },
      { kind: "answered", value: { choice: 0 }, facts: {} },
    ]);
  });

  it("speaks chat, with the bytes of frames", async () => {
    const system = await made<ChatSystem>({ BRIDGE_SPEAKS: "chat" });
    expect(system).toMatchObject({ speaks: "chat", sees: true });
    const frame = { atSeconds: 0, digest: "ab", mediaType: "image/png", width: 1, height: 1 };
    const [asked] = await system.ask(
      [{ messages: [{ role: "user", parts: [{ text: "see" }, { frames: [frame, frame] }] }] }],
      AbortSignal.timeout(5_000),
    );
    expect(asked).toMatchObject({ kind: "answered", value: { text: "see ab,ab", finish: "stop" } });
  });

  it("embeds", async () => {
    const system = await made<EncoderSystem>({ BRIDGE_SPEAKS: "encoder" });
    const [asked] = await system.ask([{ text: "four" }], AbortSignal.timeout(5_000));
    expect(asked).toEqual({ kind: "answered", value: Float32Array.from([4, 1]) });
  });

  it("has its embeddings kept only where it says that its identity is complete", async () => {
    const env = { BRIDGE_SPEAKS: "encoder" };
    expect(await made<EncoderSystem>(env)).toMatchObject({ cacheable: false });
    expect(await made<EncoderSystem>({ ...env, BRIDGE_CACHEABLE: "1" })).toMatchObject({
      cacheable: true,
    });
  });

  it("reads embeddings as base64 of single-precision floats, and says what is wrong with them", async () => {
    const system = await made<EncoderSystem>({ BRIDGE_SPEAKS: "encoder" });
    const packed = (...values: readonly number[]) =>
      Buffer.from(Float32Array.from(values).buffer).toString("base64");
    const texts = [
      packed(1.5, -2, 1e-20),
      packed(1, Number.NaN),
      "",
      "AAA",
      packed(1).slice(0, -2),
    ];
    const asked = await Promise.all(
      texts.map((text) => system.ask([{ text: `base64:${text}` }], AbortSignal.timeout(5_000))),
    );
    const wrong = (reason: string) => ({ kind: "failed", cause: "deterministic", reason });
    const noFloats = "the embedding is no base64 of single-precision floats";
    expect(asked.flat()).toMatchObject([
      { kind: "answered", value: Float32Array.from([1.5, -2, 1e-20]) },
      wrong("number 2 of the 2 of the embedding is NaN"),
      wrong(noFloats),
      wrong(noFloats),
      wrong(noFloats),
    ]);
  });

  it("sends what is asked together together, once the frames of all are read", async () => {
    const system = await made<EncoderSystem>({ BRIDGE_SPEAKS: "encoder", BRIDGE_BATCH: "3" });
    const frame = { atSeconds: 0, digest: "ab", mediaType: "image/png", width: 1, height: 1 };
    const asked = await system.ask(
      [{ text: "a" }, { frames: [frame] }, { text: "b" }],
      AbortSignal.timeout(5_000),
    );
    const batches = asked.map((one) => (one.kind === "answered" ? one.value[1] : one.kind));
    expect(batches).toEqual([3, 3, 3]);
  });

  it("hands frames over as bytes behind the message to a program that wants them so", async () => {
    const attaching = fileURLToPath(
      new URL("../../../test/providers/attachment-worker.ts", import.meta.url),
    );
    const settings = { command: [process.execPath, attaching] };
    const frame = { atSeconds: 0, mediaType: "image/png", width: 1, height: 1 };
    const frames = ["\n", "ab", ""].map((digest) => ({ ...frame, digest }));
    const encoder = await made<EncoderSystem>({}, settings);
    const asked = await encoder.ask(
      [{ frames: frames.slice(0, 2) }, { text: "none" }, { frames: frames.slice(1) }],
      AbortSignal.timeout(5_000),
    );
    expect(asked).toEqual(
      [[0, 10, 97, 98], [0], [0, 97, 98]].map((numbers) => ({
        kind: "answered",
        value: Float32Array.from(numbers),
      })),
    );
    const watcher = await made<StreamSystem>({ BRIDGE_SPEAKS: "stream" }, settings);
    const step = { step: 0, about: {}, nowSeconds: 1, frames, turns: [] };
    const turn = { repeat: 0, seed: 1, session: "s" };
    expect(await watcher.ask([step], AbortSignal.timeout(5_000), turn)).toMatchObject([
      { kind: "answered", value: { text: "10 97 98" } },
    ]);
  });

  it("hands over pixels in the shape that the program asks for, and what cannot be had of them", async () => {
    const attaching = fileURLToPath(
      new URL("../../../test/providers/attachment-worker.ts", import.meta.url),
    );
    const shape = { width: 2, height: 1, resize: "crop", filter: "bicubic" };
    const pixels: SystemContext["pixels"] = async (frames) =>
      frames[0]!.digest === "gone"
        ? noAnswer("media-error", "gone")
        : answered(frames.map(({ atSeconds }) => Uint8Array.of(atSeconds, 1, 2, 3, 4, 5)));
    const system = await made<EncoderSystem>(
      { BRIDGE_PIXELS: JSON.stringify(shape) },
      { command: [process.execPath, attaching], workers: 2 },
      { pixels },
    );
    expect(system).toMatchObject({ pixels: shape, frames: 3, maxBatch: 8 });
    const frame = { atSeconds: 7, digest: "f", mediaType: "", width: 9, height: 9 };
    const asked = await system.ask(
      [{ frames: [frame] }, { frames: [{ ...frame, digest: "gone" }] }],
      AbortSignal.timeout(5_000),
    );
    expect(asked).toEqual([
      { kind: "answered", value: Float32Array.from([0, 7, 1, 2, 3, 4, 5]) },
      { kind: "media-error", reason: "gone" },
    ]);
  });

  it("compares texts, as a grader that its identity names", async () => {
    const system = await made<SimilaritySystem>({ BRIDGE_SPEAKS: "similarity" });
    expect(system).toMatchObject({
      speaks: "similarity",
      identity: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const asked = await system.ask(
      [
        {
          pairs: [
            ["a", "a"],
            ["a", "b"],
          ],
        },
        { pairs: [["short", "b"]] },
      ],
      AbortSignal.timeout(5_000),
    );
    expect(asked).toMatchObject([
      { kind: "answered", value: { cosines: [1, Math.fround(0.1)] } },
      { kind: "failed", reason: "the answer holds 0 cosines for 1 pairs" },
    ]);
  });

  it("has a worker for each device, which sees no other", async () => {
    const system = await made({ BRIDGE_BATCH: "1" }, { devices: [3, "5,6"] });
    expect(system.concurrency).toBe(2);
    const asked = await answers(system, [question("a"), question("b")]);
    const seen = asked.map((one) =>
      one.kind === "answered"
        ? (one.value as { explanation: string }).explanation.split(" ")[2]
        : "",
    );
    expect(seen.toSorted()).toEqual(["3", "5,6"]);
    const { identity } = await made({}, { devices: [7] });
    expect(identity).toEqual((await made()).identity);
    const twice = { command: ["x"], devices: [0], environment: { CUDA_VISIBLE_DEVICES: "1" } };
    expect(commandSettingsSchema.safeParse(twice).error?.message).toContain("in one place");
  });

  it("asks in batches, by several processes", async () => {
    const system = await made({ BRIDGE_BATCH: "4" }, { workers: 2 });
    expect(system.concurrency).toBe(8);
    const asked = await answers(
      system,
      Array.from({ length: 8 }, (_, i) => question(`q${i}`)),
    );
    const told = asked.map((one) =>
      one.kind === "answered" ? (one.value as { explanation: string }).explanation : one.kind,
    );
    expect(told.map((text) => text.split(" ")[0])).toEqual(Array.from({ length: 8 }, () => "4"));
    expect(new Set(told.map((text) => text.split(" ")[1])).size).toBe(2);
    expect((await made({ BRIDGE_BATCH: "4" }, { batchSize: 2 })).concurrency).toBe(2);
  });

  it("finds the one sample that a batch dies of, and answers all others", async () => {
    const system = await made({ BRIDGE_BATCH: "8" });
    const texts = ["a", "b", "c", "bad [die]", "e", "f", "g", "h"];
    const asked = await answers(
      system,
      texts.map((text) => question(text)),
    );
    expect(asked.map(({ kind }) => kind)).toEqual(
      texts.map((text) => (text.includes("[die]") ? "failed" : "answered")),
    );
    expect(asked[3]).toMatchObject({
      cause: "deterministic",
      reason: expect.stringMatching(/died of this sample.*SIGKILL[\s\S]*CUDA error.*bad \[die\]/),
      facts: {},
    });
  });

  it("goes on after a process was ended from outside", async () => {
    const system = await made({}, { workers: 2 });
    const pids = async (texts: readonly string[]) =>
      (
        await answers(
          system,
          texts.map((text) => question(text)),
        )
      ).map((one) =>
        one.kind === "answered"
          ? Number((one.value as { explanation: string }).explanation.split(" ")[1])
          : 0,
      );
    const before = await pids(["a", "b"]);
    for (const pid of new Set(before)) process.kill(pid, "SIGKILL");
    const after = await pids(["c", "d"]);
    expect(after.every((pid) => pid > 0 && !before.includes(pid))).toBe(true);
  });

  it("asks each by itself when the time of a batch passes, and fails only what hangs alone", async () => {
    const system = await made({ BRIDGE_BATCH: "3" }, { timeoutMs: 1_500, cancelGraceMs: 50 });
    const samples = [question("[stall]"), question("b"), question("c")];
    const [stalled, ...others] = await answers(system, samples);
    expect(stalled).toMatchObject({
      kind: "failed",
      cause: "transient",
      reason: expect.stringMatching(/^no answer within 1500 ms; it said/),
      facts: {},
    });
    expect(others).toMatchObject([
      { kind: "answered", value: { explanation: expect.stringMatching(/^1 /) } },
      { kind: "answered", value: { explanation: expect.stringMatching(/^1 /) } },
    ]);
    // Tried again, it travels alone and last.
    const [again, ...first] = await answers(system, samples);
    expect(again).toMatchObject({ kind: "failed", cause: "transient" });
    expect(first).toMatchObject([
      { kind: "answered", value: { explanation: expect.stringMatching(/^2 /) } },
      { kind: "answered", value: { explanation: expect.stringMatching(/^2 /) } },
    ]);
  });

  it("lets a process work on a batch one after the other, each in its time", async () => {
    const system = await made({ BRIDGE_BATCH: "4" }, { timeoutMs: 1_200, cancelGraceMs: 50 });
    const asked = await answers(
      system,
      Array.from({ length: 4 }, (_, i) => question(`[slow] ${i}`)),
    );
    const told = asked.map((one) =>
      one.kind === "answered" ? (one.value as { explanation: string }).explanation : one.kind,
    );
    expect(new Set(told)).toEqual(new Set([expect.stringMatching(/^4 /)]));
  });

  it("takes no time from an ask that waits behind one that hangs", async () => {
    const system = await made({ BRIDGE_BATCH: "2" }, { timeoutMs: 2_000, cancelGraceMs: 50 });
    const dispatcher = fakeDispatcher({
      retries: {
        attempts: 1,
        budget: 0,
        waitMs: 1,
        sampleTimeoutMs: 60_000,
        holdMs: 0,
        sameFailures: 0,
      },
    });
    const put = (text: string) =>
      dispatcher.put(
        system,
        { ask: question(text), text, digest: text },
        { repeat: 0, isAgain: false },
      );
    const hanging = put("[hang]");
    // Later than the other by so much that they do not travel together.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const innocent = put("b");
    expect((await hanging).outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("no answer within 2000 ms"),
    });
    expect((await innocent).outcome).toMatchObject({ kind: "answered", value: { choice: 1 } });
  });

  it.each([
    ["[wrong-id]", /died of this sample: it answered 4711, which it was not asked/],
    ["[mute]", /died of this sample: closed its standard output/],
    ["[orphan]", /died of this sample: ended with code 7/],
  ])("finds the one sample where it %s, and answers all others", async (text, reason) => {
    const system = await made({ BRIDGE_BATCH: "4" }, { timeoutMs: 60_000 });
    const asked = await answers(
      system,
      ["a", "b", text, "d"].map((one) => question(one)),
    );
    expect(asked.map(({ kind }) => kind)).toEqual(["answered", "answered", "failed", "answered"]);
    expect(asked[2]).toMatchObject({
      cause: "deterministic",
      reason: expect.stringMatching(reason),
    });
  });

  it.each(["[garbage]", "[long]", "[flood]"])(
    "is not disturbed by what else is written: %s",
    async (text) => {
      const system = await made({ BRIDGE_BATCH: "2" });
      const asked = await answers(system, [question(text), question("b")]);
      expect(asked).toMatchObject([
        { kind: "answered", value: { choice: 1 } },
        { kind: "answered", value: { choice: 1 } },
      ]);
    },
  );

  it("leaves work to the processes that start, where some do not", async () => {
    const system = await made({ BRIDGE_FAILS: "other" }, { workers: 3 });
    const asked = await answers(
      system,
      Array.from({ length: 9 }, (_, i) => question(`q${i}`)),
    );
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(["answered"]));
  });

  it("takes times that are longer than a timer can wait for what they mean", async () => {
    const [idleMs, timeoutMs, cancelGraceMs, startTimeoutMs] = [1e12, 1e12, 1e12, 1e12];
    const system = await made(
      { BRIDGE_START_MS: "50" },
      { idleMs, timeoutMs, cancelGraceMs, startTimeoutMs },
    );
    expect(await answers(system, [question("a")])).toMatchObject([{ kind: "answered" }]);
  });

  it("lets go of what hangs, and keeps answering", async () => {
    const system = await made({}, { cancelGraceMs: 100 });
    await expect(system.ask([question("[hang]")], AbortSignal.timeout(100))).rejects.toThrow(
      /timeout/,
    );
    // The process is held up until it is given up on; a cancelled ask holds nobody else's answer.
    const [asked] = await answers(system, [question("after")]);
    expect(asked).toMatchObject({ kind: "answered", value: { choice: 1 } });
  });

  it("ends when it is not used, and starts again", async () => {
    const system = await made({}, { idleMs: 50 });
    const [one] = await answers(system, [question("a")]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [two] = await answers(system, [question("b")]);
    const pid = (asked: typeof one) =>
      asked!.kind === "answered" ? (asked!.value as { explanation: string }).explanation : "";
    expect(pid(two)).not.toBe("");
    expect(pid(one)).not.toBe(pid(two));
  });

  it.each([
    [
      { BRIDGE_FAILS: "start" },
      {},
      /did not start: ended with code 3: ImportError: No module named 'torch'; it said last:\nloading/,
    ],
    [{ BRIDGE_PROTOCOL: "9" }, {}, /speaks version 9/],
    [{ BRIDGE_SPEAKS: "french" }, {}, /ready message cannot be read: speaks/],
    [{ BRIDGE_START_MS: "5000" }, { startTimeoutMs: 300 }, /not ready within 300 ms/],
    [{}, { command: ["/no/such/program"] }, /ENOENT/],
  ])("says at once why it cannot be used: %j %j", async (environment, settings, message) => {
    await expect(made(environment, settings)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(message),
    });
  });

  it("is another system when one of its files changes its content", async () => {
    const [one, two] = [
      await made({}, { files: ["command.ts"] }),
      await made({}, { files: ["command-pool.ts"] }),
    ];
    expect(one.identity).toMatchObject({
      files: { "command.ts": expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(one.identity).not.toEqual(two.identity);
    expect(
      command.files!(
        commandSettingsSchema.parse({ command: ["x"], directory: "tools", files: ["a.py"] }),
      ),
    ).toEqual(["tools/a.py"]);
  });
});
