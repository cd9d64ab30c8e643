import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { RunLock } from "./run-lock.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-lock-"));
afterAll(() => rmSync(root, { recursive: true }));
const fresh = () => join(mkdtempSync(join(root, "l-")), "run.lock");
const module = fileURLToPath(new URL("./run-lock.ts", import.meta.url));

/** A process that takes the lock, says so, and keeps it. */
async function holder(path: string) {
  const code = `import { RunLock } from ${JSON.stringify(module)}; RunLock.take(${JSON.stringify(path)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

it("names a live owner, and takes over once it was killed", async () => {
  const path = fresh();
  const child = await holder(path);
  expect(() => RunLock.take(path)).toThrow(new RegExp(`process ${child.pid} on ${hostname()}`));
  child.kill("SIGKILL");
  await once(child, "exit");
  using lock = RunLock.take(path);
  expect(lock).toBeDefined();
  expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
});

it("is gone after it was given back", () => {
  const path = fresh();
  RunLock.take(path)[Symbol.dispose]();
  expect(existsSync(path)).toBe(false);
});

it("does not take a later process with the same number for the owner", () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ host: hostname(), pid: process.pid, started: "1", token: "old" }));
  using lock = RunLock.take(path);
  expect(lock).toBeDefined();
});

it("trusts an owner on another machine while it shows signs of life", () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ host: "elsewhere", pid: 1, started: null, token: "far" }));
  expect(() => RunLock.take(path)).toThrow(/process 1 on elsewhere/);
  const long = new Date(Date.now() - 120_000);
  utimesSync(path, long, long);
  using lock = RunLock.take(path);
  expect(lock).toBeDefined();
});

it("is taken by exactly one of many who find a dead owner", async () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, started: "0", token: "dead" }));
  const code = `import { RunLock } from ${JSON.stringify(module)}; try { RunLock.take(${JSON.stringify(path)}); console.log("held"); } catch { console.log("refused"); } setInterval(() => {}, 1000);`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const said = await Promise.all(children.map(async (child) => String((await once(child.stdout, "data"))[0]).trim()));
  for (const child of children) child.kill("SIGKILL");
  expect(said.filter((word) => word === "held")).toHaveLength(1);
});
