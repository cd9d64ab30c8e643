import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { EmbeddingDatabase } from "./embedding-database.ts";

const root = temporaryFolder();
const folder = () => mkdtempSync(join(root.path, "cache-"));
let now = 1_000;
const open = (directory: string, maxBytes?: number) =>
  new EmbeddingDatabase({ directory, clock: () => now++, ...(maxBytes ? { maxBytes } : {}) });

const vector = Float32Array.of(0.1, -2.5, 3e-8);

describe("EmbeddingDatabase", () => {
  it("gives the very same numbers at another start", () => {
    const directory = folder();
    {
      using first = open(directory);
      first.put("a", vector);
      expect(first.get("a")).toEqual(vector);
    }
    using second = open(directory);
    expect(second.get("a")).toEqual(vector);
    expect(second.get("b")).toBeUndefined();
  });

  it("keeps a part of a larger array alone", () => {
    const directory = folder();
    {
      using first = open(directory);
      first.put("a", new Float32Array([9, 1, 2, 9]).subarray(1, 3));
    }
    using second = open(directory);
    expect(second.get("a")).toEqual(Float32Array.of(1, 2));
  });

  it("makes no file by looking", () => {
    const directory = folder();
    using kept = open(directory);
    expect(kept.get("a")).toBeUndefined();
    expect(existsSync(join(directory, "embeddings.sqlite"))).toBe(false);
  });

  it("does not believe a row that was changed, nor one of another key", () => {
    const directory = folder();
    {
      using first = open(directory);
      first.put("a", vector);
      first.put("b", vector);
    }
    const file = new DatabaseSync(join(directory, "embeddings.sqlite"));
    file.exec("update embeddings set vector = x'00000000' where key = 'a'");
    file.exec("update embeddings set key = 'c' where key = 'b'");
    file.close();
    using second = open(directory);
    expect(second.get("a")).toBeUndefined();
    expect(second.get("c")).toBeUndefined();
  });

  it("throws a damaged file away", () => {
    const directory = folder();
    writeFileSync(
      join(directory, "embeddings.sqlite"),
      "no database at all, but long enough".repeat(99),
    );
    {
      using first = open(directory);
      first.put("a", vector);
    }
    using second = open(directory);
    expect(second.get("a")).toEqual(vector);
  });

  it("forgets the oldest beyond its bound", () => {
    const directory = folder();
    const sizeBytes = 1 + 4 * 1_000;
    for (const key of "abcdef") {
      using kept = open(directory, 3 * sizeBytes);
      kept.put(key, new Float32Array(1_000).fill(1));
    }
    using kept = open(directory);
    expect([..."abcdef"].filter((key) => kept.get(key))).toEqual(["d", "e", "f"]);
    expect(kept.stats()).toEqual({ count: 3, bytes: 3 * sizeBytes });
  });
});
