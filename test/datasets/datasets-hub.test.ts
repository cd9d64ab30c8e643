import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SourceConfig } from "../../src/core/data/source-config.ts";
import { digestOnly } from "../../src/datasets/blobs/blob-folder.ts";
import { openSource } from "../../src/datasets/open-source.ts";
import { type HubServer, hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const commit = "a".repeat(40);
const lines = (split: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${JSON.stringify({ id: `${split}-${i}` })}\n`).join("");
const card = `---
license: mit
configs:
  - config_name: first
    default: true
    data_files:
      - { split: test, path: data/test-* }
      - { split: train, path: [data/train.jsonl] }
  - config_name: second
    data_files: other/*.jsonl
---
# A dataset
`;
const files = {
  "README.md": card,
  "data/test-00000-of-00003.jsonl": lines("a", 100),
  "data/test-00001-of-00003.jsonl": lines("b", 100),
  "data/test-00002-of-00003.jsonl": lines("c", 100),
  "data/train.jsonl": lines("t", 5),
  "other/x.jsonl": lines("x", 2),
  ".gitattributes": "",
};
let server: HubServer;
let cacheNumber = 0;

beforeAll(async () => {
  server = await hubServer({
    "lab/open": { commit, files },
    "lab/named": {
      commit,
      files: {
        "train.csv": "id\n1\n",
        "dev/part.csv": "id\n2\n",
        "test.csv": "id\n3\n",
        "notes.json": "{}",
      },
    },
    "lab/items": {
      commit,
      files: {
        "items/1.json": '{"id": 1}',
        "items/2.json": '[{"id": 2}, {"id": 3}]',
        "items/3.json": '{"id": 4}',
        "lines.json": '{"id":5}\n{"id":6}\n',
      },
    },
    "lab/gated": { commit, files, token: "let-me-in", isGated: true },
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.requests.length = 0;
  server.authorizations.length = 0;
  server.storeAuthorizations.length = 0;
  server.troubles.clear();
  cacheNumber++;
});

interface Asked extends SourceConfig {
  readonly isOffline?: boolean;
  readonly environment?: Record<string, string>;
  readonly notes?: string[];
}

function source({ isOffline = false, environment = {}, notes, ...config }: Asked) {
  return openSource(config, {
    directory: folder.path,
    cache: join(folder.path, `cache-${cacheNumber}`),
    blobs: digestOnly,
    isOffline,
    environment: {
      HF_ENDPOINT: server.endpoint,
      HF_HOME: join(folder.path, "no-login"),
      ...environment,
    },
    onNote: (message) => notes?.push(message),
  });
}

async function ids(asked: Asked, limit = Number.POSITIVE_INFINITY): Promise<string[]> {
  const found: string[] = [];
  for await (const rows of source(asked).file.rows()) {
    for (const { value } of rows) found.push(String((value as { id: unknown }).id));
    if (found.length >= limit) break;
  }
  return found;
}

const fetched = () =>
  server.requests
    .filter((path) => path.startsWith("/cdn/"))
    .map((path) => decodeURIComponent(path.split("/").at(-1)!));

describe("a dataset of the hub", () => {
  it("is read by the splits that its card declares, and records commit and digests", async () => {
    const opened = source({ huggingface: "lab/open", split: "test" });
    expect(await ids({ huggingface: "lab/open", split: "test" })).toHaveLength(300);
    expect(await opened.origin()).toEqual({
      huggingface: "lab/open",
      revision: "main",
      commit,
      config: null,
      split: "test",
      files: 3,
    });
    const facts = await opened.facts();
    expect(Object.keys(facts)).toHaveLength(3);
    expect(facts["hf://datasets/lab/open/data/test-00000-of-00003.jsonl"]).toMatchObject({
      sizeBytes: lines("a", 100).length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("fetches only the shards that are needed", async () => {
    expect(await ids({ huggingface: "lab/open", split: "test" }, 5)).toHaveLength(100);
    expect(fetched().map((path) => path.split("/").at(-1))).toEqual([
      "README.md",
      "test-00000-of-00003.jsonl",
    ]);
  });

  it("takes another configuration, and files by name", async () => {
    expect(await ids({ huggingface: "lab/open", config: "second" })).toEqual(["x-0", "x-1"]);
    expect(await ids({ huggingface: "lab/open", path: "data/train.*" })).toHaveLength(5);
    expect(
      await ids({ huggingface: "lab/open", path: ["other", "data/train.jsonl"] }),
    ).toHaveLength(7);
  });

  it("reads a folder of JSON files as one on this disk is read", async () => {
    expect(await ids({ huggingface: "lab/items", path: "items" })).toEqual(["1", "2", "3", "4"]);
    expect(await ids({ huggingface: "lab/items", path: "lines.json" })).toEqual(["5", "6"]);
  });

  it("tells splits by names where there is no card", async () => {
    expect(await ids({ huggingface: "lab/named", split: "test" })).toEqual(["3"]);
    expect(await ids({ huggingface: "lab/named", split: "validation" })).toEqual(["2"]);
    expect(await ids({ huggingface: "lab/named", split: "dev" })).toEqual(["2"]);
  });

  it("needs no network once it was fetched, and names what it would fetch", async () => {
    await ids({ huggingface: "lab/open", split: "test" }, 5);
    const before = server.requests.length;
    expect(await ids({ huggingface: "lab/open", split: "test", isOffline: true }, 5)).toHaveLength(
      100,
    );
    await expect(ids({ huggingface: "lab/open", split: "test", isOffline: true })).rejects.toThrow(
      `offline, but this would be fetched: ${server.endpoint}/datasets/lab/open/resolve/${commit}/data/test-00001-of-00003.jsonl`,
    );
    await expect(ids({ huggingface: "lab/named", isOffline: true })).rejects.toThrow(
      "offline, but this would be fetched",
    );
    expect(server.requests).toHaveLength(before);
  });

  it("is read at a pinned commit without asking what it stands for", async () => {
    expect(await ids({ huggingface: "lab/open", config: "second", revision: commit })).toHaveLength(
      2,
    );
    expect(server.requests.filter((path) => path.includes("/revision/"))).toEqual([]);
  });
});

describe("mistakes", () => {
  it.each<[string, Asked, string]>([
    [
      "an unknown dataset",
      { huggingface: "lab/none" },
      "there is no dataset lab/none, or it is private (401)",
    ],
    [
      "a gated dataset",
      { huggingface: "lab/gated", split: "test" },
      "the dataset lab/gated is gated (403)",
    ],
    [
      "an unknown revision",
      { huggingface: "lab/open", revision: "v9" },
      'the dataset lab/open has no revision "v9" (404)',
    ],
    ["an unknown split", { huggingface: "lab/open", split: "val" }, 'lab/open: has no split "val"'],
    ["a split that must be named", { huggingface: "lab/open" }, "lab/open: has several splits"],
    [
      "an unknown configuration",
      { huggingface: "lab/open", config: "third" },
      'lab/open: has no configuration "third"',
    ],
    [
      "a file that is not there",
      { huggingface: "lab/open", path: "nothing/*.csv" },
      "lab/open: no file matches nothing/*.csv",
    ],
  ])("%s", async (_, asked, message) => {
    await expect(ids(asked)).rejects.toThrow(message);
  });

  it("of a dataset that does not exist is told as that to whoever has a token", async () => {
    await expect(
      ids({ huggingface: "lab/none", environment: { HF_TOKEN: "any" } }),
    ).rejects.toThrow("there is no dataset lab/none (404)");
  });
});

describe("the token", () => {
  it.each([
    ["HF_TOKEN", { HF_TOKEN: "let-me-in" }],
    ["HUGGING_FACE_HUB_TOKEN", { HUGGING_FACE_HUB_TOKEN: "let-me-in" }],
    ["the file of the login", { HF_HOME: join(folder.path, "login") }],
  ])("is taken from %s, and does not follow a redirect elsewhere", async (_, environment) => {
    folder.file("login/token", "let-me-in\n");
    expect(await ids({ huggingface: "lab/gated", split: "train", environment })).toHaveLength(5);
    expect(new Set(server.authorizations)).toEqual(new Set(["Bearer let-me-in"]));
    expect(new Set(server.storeAuthorizations)).toEqual(new Set([undefined]));
  });

  it("appears in no error", async () => {
    const error = await ids({
      huggingface: "lab/gated",
      split: "test",
      environment: { HF_TOKEN: "wrong-secret" },
    }).catch((reason: Error) => reason);
    expect(JSON.stringify([String(error), (error as { hint?: string }).hint])).not.toContain(
      "wrong-secret",
    );
  });
});

describe("a bad connection", () => {
  const shard = "data/test-00000-of-00003.jsonl";

  it("goes on where it was cut", async () => {
    server.troubles.set(shard, { kind: "cut", times: 3 });
    expect(await ids({ huggingface: "lab/open", split: "test" }, 5)).toHaveLength(100);
    const ranges = server.requests
      .filter((path) => path.startsWith("/cdn/") && path.includes("bytes="))
      .map((path) => Number(/bytes=(\d+)/.exec(path)![1]));
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
    expect(ranges[0]).toBeGreaterThan(0);
  });

  it("starts again where the server knows no ranges", async () => {
    server.troubles.set(shard, { kind: "cut", times: 1 });
    const reading = ids({ huggingface: "lab/open", split: "test" }, 5);
    await expect.poll(() => server.requests.some((path) => path.includes("test-00000"))).toBe(true);
    server.troubles.set(shard, { kind: "no-ranges", times: 1 });
    expect(await reading).toHaveLength(100);
  });

  it("waits as long as it is asked to", async () => {
    server.troubles.set(`/api/datasets/lab/open/revision/main`, { kind: "rate-limited", times: 2 });
    server.troubles.set(shard, { kind: "rate-limited", times: 2 });
    expect(await ids({ huggingface: "lab/open", split: "test" }, 5)).toHaveLength(100);
  });

  it("that damages once is noticed and mended", async () => {
    server.troubles.set(shard, { kind: "damaged", times: 1 });
    expect((await ids({ huggingface: "lab/open", split: "test" }, 5))[0]).toBe("a-0");
  });

  it("that damages always is an error, and leaves nothing in the cache", async () => {
    server.troubles.set(shard, { kind: "damaged", times: 9 });
    await expect(ids({ huggingface: "lab/open", split: "test" }, 5)).rejects.toThrow(
      "the checksum is wrong",
    );
    const kept = readdirSync(join(folder.path, `cache-${cacheNumber}`, "hub", "blobs"));
    expect(kept.filter((name) => name.length === 64)).toEqual([]);
  });

  it("goes on with what a process left behind that is gone", async () => {
    const content = files[shard];
    const blobs = `cache-${cacheNumber}/hub/blobs`;
    const sha256 = createHash("sha256").update(content).digest("hex");
    folder.file(
      `${blobs}/${sha256}.2147483646-00000000-0000-4000-8000-000000000000.part`,
      content.slice(0, 700),
    );
    folder.file(
      `${blobs}/${sha256}.${process.ppid}-00000000-0000-4000-8000-000000000001.part`,
      "of a process that lives",
    );
    expect(await ids({ huggingface: "lab/open", split: "test" }, 5)).toHaveLength(100);
    expect(
      server.requests
        .filter((path) => /^\/cdn\/.*bytes=/.test(path))
        .map((path) => path.split(" ")[1]),
    ).toEqual(["bytes=700-"]);
    expect(
      readdirSync(join(folder.path, blobs)).filter((name) => name.endsWith(".part")),
    ).toHaveLength(1);
  });

  it("is shared by readers that want the same at once", async () => {
    const opened = source({ huggingface: "lab/open", split: "test" });
    const count = async () => {
      let rows = 0;
      for await (const batch of opened.file.rows()) rows += batch.length;
      return rows;
    };
    expect(await Promise.all([count(), count(), count()])).toEqual([300, 300, 300]);
    expect(fetched()).toHaveLength(4);
  });
});
