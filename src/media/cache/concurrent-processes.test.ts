import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { openFrameCache } from "./frame-cache.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-processes-"));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
const protectMs = 500;
const durationMs = 4_000;

/**
 * Puts, gets, prunes and damages at random, with a picture for every number that anybody can make
 * again, so that wrong bytes are known. Ends with a count of what it did; any surprise ends it with
 * a stack.
 */
const user = (directory: string, seed: number, damages: boolean) => `
  import { hash } from "node:crypto";
  import { writeFile, readFile } from "node:fs/promises";
  import { openFrameCache } from ${at("./frame-cache.ts")};
  import { fakeAlbum, findAlbum, keepAlbum } from ${at("../../../test/fakes/fake-album.ts")};
  import { blobPath } from ${at("./frame-files.ts")};
  let state = ${seed};
  const random = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % 65521 % n;
  const picture = (i) => Buffer.alloc(1 + (i * 7919) % 20000, hash("sha256", String(i), "buffer"));
  const answer = (i) => fakeAlbum(...[0, 1, 2, 3].map((j) => picture((i * 3 + j) % 360)));
  const cache = openFrameCache({ directory: ${JSON.stringify(directory)}, maxBytes: 2_500_000, protectMs: ${protectMs} });
  const done = { puts: 0, hits: 0, misses: 0, removed: 0, late: 0 };
  const check = async (i) => {
    const { frames, blobs } = answer(i);
    const start = performance.now();
    const found = await findAlbum(cache, "request " + i);
    if (found.size === 0) return void done.misses++;
    for (const [place, { digest }] of found) {
      if (frames.get(place).digest !== digest) throw new Error("wrong frames");
      const expected = blobs.get(digest);
      try {
        if (Buffer.compare(await cache.bytes(digest), expected) !== 0) throw new Error("wrong bytes");
      } catch (error) {
        // The promise holds for the protected time; a busy machine may stop us for longer.
        if (error.name !== "LostFrame" || (${!damages} && performance.now() - start < ${protectMs} / 2)) throw error;
        done.late++;
      }
    }
    done.hits++;
  };
  const end = Date.now() + ${durationMs};
  while (Date.now() < end) {
    const i = random(120);
    const dice = random(100);
    if (dice < 30) { await keepAlbum(cache, "request " + i, answer(i)); done.puts++; }
    else if (dice < 90) await check(i);
    else if (dice < 94) done.removed += (await cache.prune(random(2_000_000))).removedBlobs;
    else if (dice < 97) { await cache.list(); await cache.stats(); }
    else if (${damages}) await writeFile(blobPath(${JSON.stringify(directory)}, answer(i).frames.get(0).digest), "damage", { flag: "r+" }).catch(() => {});
  }
  console.log(JSON.stringify(done));
`;

function start(code: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (data: Buffer) => (output += data));
  child.stderr.on("data", (data: Buffer) => (errors += data));
  return {
    child,
    ended: once(child, "close").then(([code]) => ({ code: code as number | null, output, errors })),
  };
}

/** Starts a user again and again and kills it in the middle of its work. */
async function killAgainAndAgain(code: string, untilMs: number): Promise<readonly string[]> {
  const surprises: string[] = [];
  for (let i = 0; Date.now() < untilMs; i++) {
    const { child, ended } = start(code);
    await pause(250 + ((i * 37) % 150));
    child.kill("SIGKILL");
    const { code: exit, errors } = await ended;
    if (exit !== null) surprises.push(errors);
  }
  return surprises;
}

it.each([false, true])(
  "many processes share a cache while one is killed (somebody damages blobs: %s)",
  async (damages) => {
    const directory = mkdtempSync(join(root, "c-"));
    const users = [1, 2, 3].map((seed) => start(user(directory, seed * 7727, damages)));
    const surprises = await killAgainAndAgain(
      user(directory, 99, damages),
      Date.now() + durationMs,
    );
    const ends = await Promise.all(users.map(({ ended }) => ended));

    expect(surprises).toEqual([]);
    expect(ends.map(({ code, errors }) => ({ code, errors }))).toEqual(
      users.map(() => ({ code: 0, errors: "" })),
    );
    const done = ends.map(
      ({ output }) =>
        JSON.parse(output) as Record<"puts" | "hits" | "misses" | "removed" | "late", number>,
    );
    const sum = (name: "puts" | "hits" | "misses" | "removed") =>
      done.reduce((total, counts) => total + counts[name], 0);
    for (const name of ["puts", "hits", "misses", "removed"] as const)
      expect(sum(name)).toBeGreaterThan(0);

    const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(join(directory, name)).isFile(),
    );
    const blobs = files.filter((name) => name.startsWith("blobs") && !name.endsWith(".part"));
    const wrong = blobs.filter(
      (name) =>
        hash("sha256", readFileSync(join(directory, name)), "hex") !==
        name.split("/").slice(1).join(""),
    );
    if (!damages) expect(wrong).toEqual([]);
    const longAgo = new Date(Date.now() - 7_200_000);
    for (const name of files) utimesSync(join(directory, name), longAgo, longAgo);
    await openFrameCache({ directory, maxBytes: 1 }).prune(0);
    const left = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(join(directory, name)).isFile(),
    );
    expect(left.filter((name) => name !== "last-prune")).toEqual([]);
  },
);
