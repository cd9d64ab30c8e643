import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { FileLock } from "../../src/files/file-lock.ts";
import { objectServer } from "../support/object-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const program = fileURLToPath(new URL("./fetching-process.ts", import.meta.url));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

interface Worker {
  readonly child: ChildProcess;
  /** What it got, by address, once it ended well. */
  readonly ended: Promise<Readonly<Record<string, string>>>;
}

function start(folder: string, maxBytes: number, addresses: readonly string[]): Worker {
  const child = spawn(process.execPath, [program, folder, `${maxBytes}`, ...addresses], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Error(`ended with ${code}: ${errors}`);
    return Object.fromEntries(
      out
        .trim()
        .split("\n")
        .map((line) => line.split(" ")),
    );
  });
  return { child, ended };
}

/**
 * Bytes of whole files and of those on their way, as their names say, while nobody makes room: each
 * once, also where it becomes whole between two looks. `undefined` where somebody does.
 */
function bytesIn(folder: string): number | undefined {
  if (!existsSync(join(folder, "uses"))) return 0;
  using lock = FileLock.tryTake(join(folder, "locks/room.lock"), "cache");
  if (!lock) return undefined;
  const names = ["drafts", "objects"].flatMap((name) => readdirSync(join(folder, name)));
  return [...new Set(names)].reduce((sum, name) => sum + Number(/-(\d+)\./.exec(name)?.[1]), 0);
}

it("keeps its bound under three processes, and takes no file from one that reads it", async () => {
  await using server = await objectServer();
  const bodies = Array.from({ length: 12 }, () => randomBytes(100_000));
  for (const [at, body] of bodies.entries()) server.put(`v${at}.mp4`, body);
  const addresses = bodies.map((_, at) => `${server.url}/v${at}.mp4`);
  const folder = join(root.path, "bound");
  const maxBytes = 450_000;
  const workers = [0, 4, 8].map((from) =>
    start(folder, maxBytes, [...addresses.slice(from), ...addresses.slice(0, from)]),
  );
  let most = 0;
  let isOver = false;
  const all = Promise.all(workers.map(({ ended }) => ended)).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, bytesIn(folder) ?? 0);
    await pause(2);
  }
  const expected = Object.fromEntries(
    addresses.map((address, at) => [address, sha256(bodies[at]!)]),
  );
  for (const got of await all) expect(got).toEqual(expected);
  expect(most).toBeLessThanOrEqual(maxBytes);
  expect(most).toBeGreaterThan(200_000);
  expect(readdirSync(join(folder, "uses"))).toEqual([]);
  expect(readdirSync(join(folder, "locks"))).toEqual([]);
}, 60_000);

it("takes nothing for whole that a killed process left half, and goes on from there", async () => {
  await using server = await objectServer();
  const body = randomBytes(400_000);
  server.put("v.mp4", body);
  server.troubles.set("v.mp4", { kind: "stall", times: 1 });
  const address = `${server.url}/v.mp4`;
  const folder = join(root.path, "killed");
  const first = start(folder, 1e6, [address]);
  const failed = expect(first.ended).rejects.toThrow("ended with null");
  const drafts = join(folder, "drafts");
  const draftSize = () => {
    const [name] = existsSync(drafts) ? readdirSync(drafts) : [];
    return name === undefined ? 0 : statSync(join(drafts, name)).size;
  };
  await expect.poll(draftSize, { timeout: 10_000 }).toBe(200_000);
  first.child.kill("SIGKILL");
  await failed;
  expect(readdirSync(join(folder, "objects"))).toEqual([]);
  expect(await start(folder, 1e6, [address]).ended).toEqual({ [address]: sha256(body) });
  expect(server.asked.at(-1)).toMatchObject({ range: "bytes=200000-" });
  expect(readdirSync(drafts)).toEqual([]);
  expect(readdirSync(join(folder, "uses"))).toHaveLength(1);
}, 30_000);

it("fetches a file once for processes that want it at the same time", async () => {
  await using server = await objectServer({ delayMs: 800 });
  server.put("v.mp4", randomBytes(100_000));
  const address = `${server.url}/v.mp4`;
  const folder = join(root.path, "once");
  await Promise.all([0, 1, 2].map(() => start(folder, 1e6, [address]).ended));
  expect(server.asked.filter(({ method }) => method === "GET")).toHaveLength(1);
}, 30_000);
