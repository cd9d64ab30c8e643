import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { answered } from "../core/run/outcome.ts";
import { contentDigest } from "../files/content-digest.ts";
import { ReplyDatabase } from "./reply-database.ts";

const folder = temporaryFolder();
let made = 0;
const newDirectory = () => join(folder.path, `cache-${made++}`);
const key = (text: string) => ({ text, digest: contentDigest(text) });
const reply = answered({ text: "A", finish: "stop" });
const open = (directory: string, troubles: string[] = []) =>
  new ReplyDatabase({ directory, clock: () => 5, onTrouble: (message) => troubles.push(message) });

describe("ReplyDatabase", () => {
  it("keeps replies over restarts, by the whole text of their key", async () => {
    const directory = newDirectory();
    {
      using replies = open(directory);
      expect(await replies.get(key("q"))).toBeUndefined();
      replies.put(key("q"), reply);
      expect(await replies.get(key("q"))).toEqual(reply);
    }
    using again = open(directory);
    expect(await again.get(key("q"))).toEqual(reply);
    expect(await again.get({ ...key("q"), text: "other text of the same digest" })).toBeUndefined();
    expect([...again.all()]).toEqual([
      { digest: key("q").digest, key: "q", outcome: reply, at: 5 },
    ]);
  });

  it("leaves no file where nothing is asked", () => {
    const directory = newDirectory();
    open(directory)[Symbol.dispose]();
    expect(existsSync(directory)).toBe(false);
  });

  it("does not believe a row that was changed", async () => {
    const directory = newDirectory();
    {
      using replies = open(directory);
      replies.put(key("q"), reply);
    }
    const raw = new DatabaseSync(join(directory, "replies.sqlite"));
    raw.exec(`update replies set outcome = replace(outcome, '"A"', '"B"')`);
    raw.close();
    using again = open(directory);
    expect(await again.get(key("q"))).toBeUndefined();
  });

  it("starts afresh from a file that is no database, and does without one that it may not use", async () => {
    const directory = newDirectory();
    {
      using replies = open(directory);
      replies.put(key("q"), reply);
    }
    writeFileSync(join(directory, "replies.sqlite"), "garbage ".repeat(1_000));
    const troubles: string[] = [];
    using again = open(directory, troubles);
    expect(await again.get(key("q"))).toBeUndefined();
    again.put(key("q"), reply);
    expect(await again.get(key("q"))).toEqual(reply);
    expect(troubles).toEqual([]);
    const file = folder.file("no-folder", "");
    using never = open(join(file, "below"), troubles);
    never.put(key("q"), reply);
    expect(never.stats().count).toBe(0);
    expect(await never.get(key("q"))).toBeUndefined();
    expect(troubles).toHaveLength(1);
  });

  it("prunes the oldest first, and clears", async () => {
    let now = 0;
    using replies = new ReplyDatabase({ directory: newDirectory(), clock: () => now++ });
    for (const text of ["a", "b", "c", "d"]) replies.put(key(text), reply);
    const { bytes } = replies.stats();
    expect(replies.prune(bytes / 2)).toEqual({ removed: 2, freedBytes: bytes / 2, left: 2 });
    expect([...replies.all()].map((kept) => kept.key)).toEqual(["d", "c"]);
    expect(replies.prune(bytes)).toMatchObject({ removed: 0 });
    expect(replies.clear()).toMatchObject({ removed: 2, left: 0 });
  });

  it("is used by several processes at once without losing anything", {
    timeout: 60_000,
  }, async () => {
    const directory = newDirectory();
    const script = folder.file(
      "writer.ts",
      `import { contentDigest } from ${JSON.stringify(join(import.meta.dirname, "../files/content-digest.ts"))};
import { ReplyDatabase } from ${JSON.stringify(join(import.meta.dirname, "reply-database.ts"))};
const [directory, name] = process.argv.slice(2);
using replies = new ReplyDatabase({ directory, clock: Date.now, onTrouble: (message) => { throw new Error(message); } });
for (let i = 0; i < 300; i++) {
  for (const text of [\`\${name}-\${i}\`, \`shared-\${i}\`]) replies.put({ text, digest: contentDigest(text) }, { kind: "answered", value: { text } });
  if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
`,
    );
    const names = ["a", "b", "c"];
    await Promise.all(
      names.map((name) => promisify(execFile)(process.execPath, [script, directory, name])),
    );
    using replies = open(directory);
    expect(replies.stats().count).toBe(300 * 4);
    for (const name of [...names, "shared"])
      for (let i = 0; i < 300; i++)
        expect(await replies.get(key(`${name}-${i}`))).toEqual({
          kind: "answered",
          value: { text: `${name}-${i}` },
        });
    expect(readFileSync(join(directory, "replies.sqlite")).subarray(0, 6).toString()).toBe(
      "SQLite",
    );
  });
});
