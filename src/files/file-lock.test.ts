import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { FileLock } from "./file-lock.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-lock-"));
afterAll(() => rmSync(root, { recursive: true }));
const fresh = () => join(mkdtempSync(join(root, "l-")), "run.lock");
const module = fileURLToPath(new URL("./file-lock.ts", import.meta.url));

/** A process that takes the lock, says so, and keeps it. */
async function holder(path: string) {
  const code = `import { FileLock } from ${JSON.stringify(module)}; FileLock.take(${JSON.stringify(path)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

it("names a live owner, and takes over once it was killed", async () => {
  const path = fresh();
  const child = await holder(path);
  expect(() => FileLock.take(path)).toThrow(new RegExp(`process ${child.pid} on ${hostname()}`));
  child.kill("SIGKILL");
  await once(child, "exit");
  using lock = FileLock.take(path);
  expect(lock).toBeDefined();
  expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
});

it("is gone after it was given back", () => {
  const path = fresh();
  FileLock.take(path)[Symbol.dispose]();
  expect(existsSync(path)).toBe(false);
});

/** The record of a lock that this process holds, with other members. */
function recordWith(changed: object): string {
  const path = fresh();
  using _ = FileLock.take(path);
  return JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changed });
}

it("does not take a later process with the same number for the owner", () => {
  const path = fresh();
  writeFileSync(path, recordWith({ started: "1", token: "old" }));
  using lock = FileLock.take(path);
  expect(lock).toBeDefined();
});

it.each([{ host: "elsewhere" }, { namespace: "pid:[1]" }, { boot: "another" }])(
  "trusts an owner whose process it cannot look at while it shows signs of life: %j",
  (place) => {
    const path = fresh();
    writeFileSync(path, recordWith({ ...place, pid: 2 ** 22 + 1, token: "far" }));
    expect(() => FileLock.take(path)).toThrow(/process 4194305 on /);
    const long = new Date(Date.now() - 120_000);
    utimesSync(path, long, long);
    using lock = FileLock.take(path);
    expect(lock).toBeDefined();
  },
);

it("says why it is lost: taken over, removed, or its folder deleted", () => {
  const path = fresh();
  using lock = FileLock.take(path);
  expect(lock.check()).toBeUndefined();
  const own = readFileSync(path, "utf8");
  writeFileSync(path, recordWith({ token: "other", pid: 77 }));
  expect(lock.check()?.message).toMatch(/another process has taken over this run: process 77/);
  rmSync(path);
  expect(lock.check()?.message).toMatch(/the lock of this run was removed/);
  writeFileSync(path, own);
  expect(lock.check()).toBeUndefined();
  rmSync(dirname(path), { recursive: true });
  expect(lock.check()?.message).toMatch(/the folder of this run was deleted or moved/);
});

it("is taken by exactly one of many who find a dead owner", async () => {
  const path = fresh();
  writeFileSync(path, recordWith({ pid: 2 ** 22 + 1, started: "0", token: "dead" }));
  const code = `import { FileLock } from ${JSON.stringify(module)}; try { FileLock.take(${JSON.stringify(path)}); console.log("held"); } catch { console.log("refused"); } setInterval(() => {}, 1000);`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const said = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, "data"))[0]).trim()),
  );
  for (const child of children) child.kill("SIGKILL");
  expect(said.filter((word) => word === "held")).toHaveLength(1);
});

it("is never held by two, however often it changes hands", async () => {
  const path = fresh();
  const inside = `${path}.inside`;
  const code = `
    import { FileLock } from ${JSON.stringify(module)};
    import { closeSync, openSync, rmSync } from "node:fs";
    let both = 0;
    for (const end = Date.now() + 1500; Date.now() < end; ) {
      const lock = FileLock.tryTake(${JSON.stringify(path)}, "thing");
      if (lock) {
        try { closeSync(openSync(${JSON.stringify(inside)}, "wx")); } catch { both++; }
        if (Math.random() < 0.2) await new Promise((resolve) => setTimeout(resolve, 1));
        rmSync(${JSON.stringify(inside)}, { force: true });
        lock[Symbol.dispose]();
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
    }
    console.log(both);`;
  const said = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      return String((await once(child.stdout, "data"))[0]).trim();
    }),
  );
  expect(said).toEqual(["0", "0", "0"]);
});
