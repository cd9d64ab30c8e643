import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import type { StreamStep } from "../../core/asking/stream.ts";
import type { StreamSystem, System } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { families } from "../../families/index.ts";
import { command } from "./command.ts";
import { commandSettingsSchema } from "./command-settings.ts";

const script = fileURLToPath(new URL("../../../test/providers/stream-worker.ts", import.meta.url));
const systems: System[] = [];
afterAll(async () => {
  for (const system of systems) await system[Symbol.asyncDispose]?.();
});

async function made(settings: Readonly<Record<string, unknown>> = {}): Promise<StreamSystem> {
  const parsed = commandSettingsSchema.parse({ command: [process.execPath, script], ...settings });
  const open = () => ({ path: import.meta.dirname }) as ReturnType<SystemContext["open"]>;
  const frame = async ({ digest }: { readonly digest: string }) => {
    if (digest === "gone") throw new Error("no such frame");
    return new TextEncoder().encode(digest);
  };
  const system = await command.create(parsed, fakeContext({ family: families[0], open, frame }));
  systems.push(system);
  return system as StreamSystem;
}

function moment(step: number, text?: string, frames: readonly string[] = []): StreamStep {
  return {
    step,
    ...(step === 0 ? { about: { id: "film" } } : {}),
    nowSeconds: step + 1,
    turns: text === undefined ? [] : [{ role: "user", text, atSeconds: step }],
    frames: frames.map((digest) => ({
      atSeconds: step,
      digest,
      mediaType: "image/png",
      width: 1,
      height: 1,
    })),
  };
}

/** As the engine asks: step after step, all with the same session. */
function watch(system: StreamSystem, session: string) {
  const turn = { repeat: 0, seed: 1, session };
  const put = async (ask: StreamStep | { close: true }, signal = AbortSignal.timeout(20_000)) =>
    (await system.ask([ask], signal, turn))[0]!;
  return {
    put,
    saidAt: async (step: StreamStep) =>
      ((await put(step)) as { value: { text: string } }).value.text,
  };
}
const pidIn = (text: string) => Number(/@(\d+)/.exec(text)![1]);

describe("a command that watches streams", () => {
  it("says so in its first message, and keeps what it knows from step to step", async () => {
    const system = await made();
    expect(system).toMatchObject({
      speaks: "stream",
      sees: true,
      concurrency: 1,
      identity: { speaks: "stream", says: { version: 1 } },
    });
    const { put, saidAt } = watch(system, "s1");
    await put(moment(0, "first"));
    await put(moment(1, "second", ["picture"]));
    expect((await saidAt(moment(2))).replace(/@\d+/, "")).toBe("film first second picture");
    expect(await put(moment(3))).toMatchObject({ kind: "answered", value: { confidence: 0.5 } });
    expect(await put({ close: true })).toMatchObject({ kind: "answered" });
    expect(await put(moment(4))).toMatchObject({ kind: "failed", cause: "session" });
  });

  it("keeps streams apart, each with one process", async () => {
    const system = await made({ workers: 2, environment: { STREAM_SESSIONS: "2" } });
    expect(system.concurrency).toBe(4);
    const watching = ["a", "b", "c", "d"].map((session) => watch(system, session));
    await Promise.all(watching.map(({ put }, i) => put(moment(0, `turn-${i}`))));
    const said = await Promise.all(watching.map(({ saidAt }) => saidAt(moment(1))));
    expect(said.map((text) => text.replace(/@\d+/, ""))).toEqual([
      "film turn-0",
      "film turn-1",
      "film turn-2",
      "film turn-3",
    ]);
    expect(new Set(said.map(pidIn)).size).toBe(2);
    expect(await watch(system, "e").put(moment(0))).toMatchObject({
      kind: "failed",
      cause: "transient",
    });
    await watching[0]!.put({ close: true });
    expect(await watch(system, "e").put(moment(0))).toMatchObject({ kind: "answered" });
  });

  it("loses the streams of a process that dies, tells its last words, and opens others in a new one", async () => {
    const system = await made({ environment: { STREAM_SESSIONS: "2" } });
    const [one, other] = [watch(system, "one"), watch(system, "other")];
    const before = pidIn(await one.saidAt(moment(0)));
    await other.put(moment(0));
    expect(await one.put(moment(1, "[die]"))).toMatchObject({
      kind: "failed",
      cause: "session",
      reason: expect.stringContaining("out of memory at step 1"),
    });
    expect(await other.put(moment(1))).toMatchObject({
      kind: "failed",
      cause: "session",
      reason: expect.stringContaining("SIGKILL"),
    });
    expect(pidIn(await watch(system, "again").saidAt(moment(0)))).not.toBe(before);
  });

  it("loses a stream whose step takes too long, and ends a process that it holds up", async () => {
    const system = await made({ cancelGraceMs: 50 });
    const { put } = watch(system, "slow");
    await put(moment(0));
    await expect(put(moment(1, "[hang]"), AbortSignal.timeout(100))).rejects.toThrow();
    expect(await put(moment(1))).toMatchObject({ kind: "failed", cause: "session" });
    expect(await watch(system, "next").put(moment(0))).toMatchObject({ kind: "answered" });
  });

  it("counts the time of a step from when it is handed over: a process that is started again takes nothing of it", async () => {
    const system = await made({
      timeoutMs: 700,
      cancelGraceMs: 50,
      environment: { STREAM_START_MS: "900" },
    });
    const { put } = watch(system, "slow");
    await put(moment(0));
    expect(await put(moment(1, "[hang]"))).toMatchObject({
      cause: "session",
      reason: expect.stringContaining("no answer within 700 ms"),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await watch(system, "next").put(moment(0))).toMatchObject({ kind: "answered" });
    expect(system.timeoutMs).toBeGreaterThan(700);
  });

  it("hands on what a step says went wrong; the stream goes on", async () => {
    const { put } = watch(await made(), "s");
    await put(moment(0));
    expect(await put(moment(1, "[error]"))).toMatchObject({
      kind: "failed",
      cause: "transient",
      reason: "not now",
    });
    expect(await put(moment(1))).toMatchObject({ kind: "answered" });
    expect(await put(moment(2, "[mute]"))).toMatchObject({
      kind: "failed",
      cause: "deterministic",
      reason: expect.stringContaining("say"),
    });
    expect(await put(moment(3, "x", ["gone"]))).toMatchObject({
      kind: "failed",
      cause: "media",
      reason: "no such frame",
    });
  });

  it("refuses settings that are about whole samples", async () => {
    await expect(made({ format: "plain" })).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("format"),
    });
  });
});
