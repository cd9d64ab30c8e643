import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { appendLine, recordsIn } from "./append-line.ts";

const folder = temporaryFolder();

describe("appendLine", () => {
  it("keeps the order of calls that are made at once", async () => {
    const path = join(folder.path, "order.jsonl");
    await Promise.all(Array.from({ length: 50 }, (_, at) => appendLine(path, { at })));
    expect(recordsIn(readFileSync(path, "utf8"))).toEqual(
      Array.from({ length: 50 }, (_, at) => ({ at })),
    );
  });

  it("takes away a line that was cut off, however long, and nothing else", async () => {
    const path = join(folder.path, "torn.jsonl");
    writeFileSync(path, `{"at":1}\n{"at":2,"text":"${"x".repeat(100_000)}`);
    expect(recordsIn(readFileSync(path, "utf8"))).toEqual([{ at: 1 }]);
    await appendLine(path, { at: 3 });
    expect(recordsIn(readFileSync(path, "utf8"))).toEqual([{ at: 1 }, { at: 3 }]);
  });

  it("keeps a last line that is whole but for its line break", async () => {
    const path = join(folder.path, "bare.jsonl");
    writeFileSync(path, `{"at":1}\n{"at":2}`);
    expect(recordsIn(readFileSync(path, "utf8"))).toHaveLength(2);
    await appendLine(path, { at: 3 });
    expect(recordsIn(readFileSync(path, "utf8"))).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
  });
});
