import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  `process.on("message", ({ name }) => {
    if (name === "crash") process.kill(process.pid, "SIGSEGV");
    else if (name === "exit") { process.stderr.write("assertion failed\\n"); setTimeout(() => process.exit(7), 20); }
    else if (name === "hang") for (;;);
    else if (name === "broken") process.send({ ok: false, reason: "no moov atom" });
    else setTimeout(() => process.send({ ok: true, value: { name, pid: process.pid } }), 10);
  });
  process.on("disconnect", () => process.exit(0));`,
);

const job = (name: string): ProbeJob => ({ work: "probe", kind: "video", path: `/${name}`, name });

describe("DecodePool", () => {
  it("gives every file an outcome, whatever its decoder does, and goes on", async () => {
    await using pool = new DecodePool({ processes: 2, timeLimitMs: 1500, worker });
    const names = ["a", "crash", "b", "hang", "exit", "broken", "c", "hang", "d"];
    const outcomes = await Promise.all(names.map((name) => pool.run(job(name), never)));
    const said = outcomes.map((outcome) =>
      outcome.kind === "answered" ? (outcome.value as unknown as { name: string }).name : `${outcome.kind}: ${outcome.reason}`,
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
    ]);
  });

  it("uses its processes again, and no more than it may", async () => {
    await using pool = new DecodePool({ processes: 2, timeLimitMs: 5_000, worker });
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, i) => pool.run(job(`f${i}`), never)));
    const processes = new Set(outcomes.map((outcome) => outcome.kind === "answered" && (outcome.value as unknown as { pid: number }).pid));
    expect(processes.size).toBeLessThanOrEqual(2);
  });

  it("leaves when the run is left", async () => {
    await using pool = new DecodePool({ processes: 1, timeLimitMs: 60_000, worker });
    const abort = new AbortController();
    const hanging = pool.run(job("hang"), abort.signal);
    const waiting = pool.run(job("a"), abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect([(await hanging).kind, (await waiting).kind]).toEqual(["failed", "failed"]);
  });
});
