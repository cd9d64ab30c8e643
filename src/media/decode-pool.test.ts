import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { DecodePool } from "./decode-pool.ts";
import type { ProbeJob } from "./probe-job.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-pool-"));
afterAll(() => rmSync(root, { recursive: true }));
const never = new AbortController().signal;

/** A worker that does what the name of the file says. */
const worker = join(root, "worker.mjs");
writeFileSync(
  worker,
  `let poisoned = false;
  process.on("message", ({ name }) => {
    if (name === "kill") process.kill(process.pid, "SIGKILL");
    else if (name === "last") { process.send({ ok: true, value: { name, pid: process.pid } }); setTimeout(() => process.exit(3), 20); }
    else if (name === "poison") { process.send({ ok: true, value: { name, pid: process.pid } }); poisoned = true; }
    else if (poisoned) process.kill(process.pid, "SIGSEGV");
    else if (name === "full") process.send({ ok: false, reason: "no room", isOurs: true });
    else if (name === "crash") process.kill(process.pid, "SIGSEGV");
    else if (name === "exit") { process.stderr.write("assertion failed\\n"); setTimeout(() => process.exit(7), 20); }
    else if (name === "hang") for (;;);
    else if (name === "slow") {
      let frames = 0;
      const timer = setInterval(() => {
        if (++frames < 25) return process.send("frame");
        clearInterval(timer);
        process.send({ ok: true, value: { name, pid: process.pid } });
      }, 100);
    }
    else if (name === "stuck") { process.send("frame"); setTimeout(() => { for (;;); }, 20); }
    else if (name === "broken") process.send({ ok: false, reason: "no moov atom" });
    else setTimeout(() => process.send({ ok: true, value: { name, pid: process.pid } }), 10);
  });
  process.on("disconnect", () => process.exit(0));`,
);

const job = (name: string): ProbeJob => ({ work: "probe", kind: "video", path: `/${name}`, name });

describe("DecodePool", () => {
  it("gives every file an outcome, whatever its decoder does, and goes on", async () => {
    await using pool = new DecodePool({ processes: 2, timeLimitMs: 1500, worker });
    const names = ["a", "crash", "b", "hang", "exit", "broken", "c", "hang", "d", "kill", "full"];
    const outcomes = await Promise.all(names.map((name) => pool.run(job(name), never)));
    const said = outcomes.map((outcome) =>
      outcome.kind === "answered"
        ? (outcome.value as unknown as { name: string }).name
        : `${outcome.kind}: ${outcome.reason}`,
    );
    expect(said).toEqual([
      "a",
      "media-error: crash: the decoder crashed (SIGSEGV)",
      "b",
      "media-error: hang: decoding took longer than 1.5 s",
      "media-error: exit: the decoder crashed (exit code 7): assertion failed",
      "media-error: broken: no moov atom",
      "c",
      "media-error: hang: decoding took longer than 1.5 s",
      "d",
      "media-error: kill: the decoder was killed, perhaps for want of memory",
      "failed: full: no room",
    ]);
  });

  it("gives up on a file that gives no frame for too long, not on one that takes long", async () => {
    await using pool = new DecodePool({ processes: 2, timeLimitMs: 1_500, worker });
    const [slow, stuck] = await Promise.all(
      ["slow", "stuck"].map((name) => pool.run(job(name), never)),
    );
    expect(slow?.kind).toBe("answered");
    expect(stuck).toEqual({
      kind: "media-error",
      reason: "stuck: decoding one frame took longer than 1.5 s",
    });
  });

  it("takes what is urgent first, in its order, and passes over offers without a job", async () => {
    await using pool = new DecodePool({ processes: 1, timeLimitMs: 5_000, worker });
    const done: string[] = [];
    const offer = (name: string, isUrgent: boolean) =>
      new Promise<void>((resolve) => {
        const pooled = {
          job: job(name),
          signal: never,
          resolve: () => {
            done.push(name);
            resolve();
          },
        };
        pool.offer(() => pooled, { isUrgent });
        pool.offer(() => undefined, { isUrgent });
      });
    const asked = ["a", "b", "c", "U1", "d", "U2"].map((name) => offer(name, name.startsWith("U")));
    await Promise.all(asked);
    expect(done).toEqual(["U1", "U2", "a", "b", "c", "d"]);
  });

  it("uses its processes again, and no more than it may", async () => {
    await using pool = new DecodePool({ processes: 2, timeLimitMs: 5_000, worker });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) => pool.run(job(`f${i}`), never)),
    );
    const processes = new Set(
      outcomes.map(
        (outcome) =>
          outcome.kind === "answered" && (outcome.value as unknown as { pid: number }).pid,
      ),
    );
    expect(processes.size).toBeLessThanOrEqual(2);
  });

  it("goes on with another process where one ends between two files, or crashes for what it met before", async () => {
    await using pool = new DecodePool({ processes: 1, timeLimitMs: 5_000, worker });
    const named = async (name: string) => {
      const outcome = await pool.run(job(name), never);
      return outcome.kind === "answered"
        ? (outcome.value as unknown as { pid: number }).pid
        : outcome.reason;
    };
    const first = await named("last");
    await setTimeout(200);
    const second = await named("poison");
    const third = await named("a");
    expect([first, second, third].every(Number.isInteger)).toBe(true);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await named("crash")).toBe("crash: the decoder crashed (SIGSEGV)");
  });

  it("keeps the program alive until the last file has its outcome", () => {
    const pool = new URL("./decode-pool.ts", import.meta.url).href;
    const script = `import { DecodePool } from ${JSON.stringify(pool)};
      const pool = new DecodePool({ processes: 1, timeLimitMs: 300, worker: ${JSON.stringify(worker)} });
      console.log((await pool.run(${JSON.stringify(job("hang"))}, new AbortController().signal)).reason);`;
    const ended = spawnSync(
      process.execPath,
      ["--input-type=module-typescript", "--eval", script],
      { encoding: "utf8" },
    );
    expect(ended).toMatchObject({ stdout: "hang: decoding took longer than 0.3 s\n", status: 0 });
  });

  it("starts nothing once it is closed", async () => {
    const pool = new DecodePool({ processes: 1, timeLimitMs: 60_000, worker });
    await pool.run(job("a"), never);
    const outcomes = [pool.run(job("hang"), never), pool.run(job("b"), never)];
    await pool[Symbol.asyncDispose]();
    expect(await Promise.all(outcomes)).toEqual([
      { kind: "failed", reason: "the run was left" },
      { kind: "failed", reason: "the run was left" },
    ]);
  });

  it("leaves when the run is left", async () => {
    await using pool = new DecodePool({ processes: 1, timeLimitMs: 60_000, worker });
    const abort = new AbortController();
    const hanging = pool.run(job("hang"), abort.signal);
    const waiting = pool.run(job("a"), abort.signal);
    void setTimeout(100).then(() => abort.abort());
    expect([(await hanging).kind, (await waiting).kind]).toEqual(["failed", "failed"]);
  });
});
