import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { pack } from "tar-stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { digestOnly } from "../../src/datasets/blobs/blob-folder.ts";
import { openSource } from "../../src/datasets/open-source.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "../support/cli.ts";
import { type HubServer, hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const commit = "d".repeat(40);
const video = "not really a video, but as long as one must be to be cut in two";
let server: HubServer;
let cacheNumber = 0;

async function zip(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(content as string), name);
  archive.end();
  return buffer(archive.outputStream);
}

async function tar(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}

/** A true one, of eight frames. */
async function film(): Promise<Buffer> {
  const path = join(folder.path, "film.mp4");
  const ticks = Array.from({ length: 8 }, (_, i) => i);
  encodeVideo(path, {
    encoder: "libx264",
    container: "mp4",
    width: 64,
    height: 64,
    ticks,
    ticksPerSecond: 4,
  });
  return readFileSync(path);
}

const row = (id: string, image: string) =>
  `${JSON.stringify({ id, question: "Which?", choices: ["red", "blue"], answer: 0, image })}\n`;

beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const tape = await tar({ "videos/t.mp4": "tape", "videos/u.mp4": "second" });
  server = await hubServer({
    "lab/stored": {
      commit,
      files: {
        "test.jsonl": row("1", "pictures/a.png") + row("2", "pictures/b.png"),
        "pictures/a.png": await picture("red"),
        "pictures/b.png": await picture("blue"),
        "videos/long name.mp4": video,
        "notes/small.json": "{}",
      },
    },
    "lab/large": {
      commit,
      files: {
        "test.jsonl": '{"id":1}\n',
        "all.zip": await zip({ "n-0.bin": randomBytes(400_000).toString("latin1"), "n-1.bin": "" }),
      },
    },
    "lab/films": {
      commit,
      files: {
        "test.jsonl":
          row("1", "videos/one.mp4").replace('"image"', '"video"') +
          row("2", "two.mp4").replace('"image"', '"video"'),
        "videos/one.mp4": await film(),
        "chunk_1.zip": await zip({ "data/other.mp4": "" }),
        "chunk_2.zip": await zip({
          "data/two.mp4": await film(),
          "data/videos/one.mp4": await film(),
        }),
      },
    },
    "lab/chunks": {
      commit,
      files: {
        "test.jsonl": '{"id":1}\n',
        "videos_chunked_01.zip": await zip({ "data/a.mp4": "first", "data/deep/b.mp4": "second" }),
        "videos_chunked_02.zip": await zip({ "data/c.mp4": "third" }),
        "videos.tar.part.aa": tape.subarray(0, 700),
        "videos.tar.part.ab": tape.subarray(700),
      },
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.requests.length = 0;
  server.troubles.clear();
  cacheNumber++;
});

const cache = () => join(folder.path, `cache-${cacheNumber}`);

function media(huggingface: string, place?: string, isOffline = false) {
  const opened = openSource(
    { huggingface, split: "test", media: place },
    {
      directory: folder.path,
      cache: cache(),
      blobs: digestOnly,
      isOffline,
      environment: { HF_ENDPOINT: server.endpoint, HF_HOME: join(folder.path, "no-login") },
    },
  );
  return opened.media!;
}

async function content(path: Promise<{ readonly ok: boolean }>): Promise<string> {
  const found = (await path) as
    | { readonly ok: true; readonly value: string }
    | { readonly ok: false; readonly reason: string };
  return found.ok ? readFileSync(found.value, "utf8") : found.reason;
}

const fetched = () =>
  server.requests
    .filter((path) => path.startsWith("/cdn/"))
    .map((path) => decodeURIComponent(path).slice(5));

describe("media in the repository of a dataset", () => {
  it("are fetched when they are asked for, once, at the commit of the rows", async () => {
    const stored = media("lab/stored");
    expect(fetched()).toEqual([]);
    expect(await stored.knows("videos/long name.mp4")).toEqual({
      ok: true,
      value: { sha256: createHash("sha256").update(video).digest("hex") },
    });
    expect(fetched()).toEqual([]);
    expect(
      await Promise.all([1, 2, 3].map(() => content(stored.bring("videos/long name.mp4")))),
    ).toEqual([video, video, video]);
    expect(fetched()).toEqual(["lab/stored/videos/long name.mp4"]);
    expect(server.requests).toContain(
      `/datasets/lab/stored/resolve/${commit}/videos/long%20name.mp4`,
    );
    expect(await content(media("lab/stored", "hub:videos").bring("long name.mp4"))).toBe(video);
    expect(await stored.knows("notes/small.json")).toEqual({ ok: true, value: {} });
    expect(await content(stored.bring("notes/small.json"))).toBe("{}");
    expect(await stored.knows("notes/small.json")).toEqual({
      ok: true,
      value: { path: expect.stringContaining("blobs") },
    });
    server.requests.length = 0;
    await stored.bring("videos/long name.mp4");
    expect(fetched()).toEqual([]);
  });

  it.each([
    ["cut", 1],
    ["damaged", 1],
    ["rate-limited", 2],
  ] as const)("come whole over a line that is %s", async (kind, times) => {
    server.troubles.set("videos/long name.mp4", { kind, times });
    expect(await content(media("lab/stored").bring("videos/long name.mp4"))).toBe(video);
  });

  it("are an error where they would have to be fetched offline", async () => {
    await content(media("lab/stored").bring("pictures/a.png"));
    const offline = media("lab/stored", undefined, true);
    expect(await offline.bring("pictures/a.png")).toMatchObject({ ok: true });
    await expect(offline.bring("pictures/b.png")).rejects.toThrow(
      `offline, but this would be fetched: ${server.endpoint}/datasets/lab/stored/resolve/${commit}/pictures/b.png`,
    );
  });

  it.each([
    [
      "lab/stored",
      "none.mp4",
      "none.mp4: the dataset lab/stored has no file none.mp4; name a folder that has it as data.media",
    ],
    ["lab/stored", "../test.jsonl", "../test.jsonl: lies outside the dataset"],
    ["lab/stored", "/etc/passwd", "/etc/passwd: lies outside the dataset"],
    [
      "lab/chunks",
      "data/a.mp4",
      'data/a.mp4: the dataset lab/chunks has no file data/a.mp4; it has archives, which are unpacked where they are named: media: "hub:{videos_chunked_01.zip,videos_chunked_02.zip,…}"',
    ],
  ])("that %s does not have are told: %s", async (name, path, reason) => {
    expect(await media(name).bring(path)).toEqual({ ok: false, reason });
  });
});

describe("media in archives of a dataset", () => {
  it("are found by what zip files say of themselves, and only those are fetched and unpacked; the packed form is not kept", async () => {
    const chunks = media("lab/chunks", "hub:videos_chunked_*.zip");
    const whole = () => fetched().filter((path) => !path.includes("bytes="));
    expect(await chunks.knows("data/c.mp4")).toEqual({ ok: true, value: {} });
    expect(await chunks.knows("data/d.mp4")).toMatchObject({ ok: false });
    expect(whole()).toEqual([]);
    expect(await content(chunks.bring("data/c.mp4"))).toBe("third");
    expect(whole()).toEqual(["lab/chunks/videos_chunked_02.zip"]);
    expect(await content(chunks.bring("deep/b.mp4"))).toBe("second");
    expect(await content(chunks.bring("data/a.mp4"))).toBe("first");
    expect(whole()).toHaveLength(2);
    expect(await chunks.bring("../x.mp4")).toEqual({
      ok: false,
      reason:
        "../x.mp4: is in none of the dataset's archives (videos_chunked_02.zip, videos_chunked_01.zip)",
    });
    expect(await chunks.knows("data/a.mp4")).toMatchObject({
      ok: true,
      value: { path: expect.stringContaining("data/a.mp4") },
    });
    expect(readdirSync(join(cache(), "hub", "blobs"))).toEqual([]);
    const before = server.requests.length;
    const again = media("lab/chunks", "hub:videos_chunked_*.zip", true);
    expect(await content(again.bring("data/c.mp4"))).toBe("third");
    expect(server.requests).toHaveLength(before);
  });

  it("are looked for in every archive where the server gives no parts of files", async () => {
    for (const name of ["videos_chunked_01.zip", "videos_chunked_02.zip"])
      server.troubles.set(name, { kind: "no-ranges", times: 1 });
    const chunks = media("lab/chunks", "hub:videos_chunked_*.zip");
    expect(await chunks.knows("data/a.mp4")).toEqual({ ok: true, value: {} });
    expect(await content(chunks.bring("data/a.mp4"))).toBe("first");
  });

  it("of a large zip file are told by its end alone", async () => {
    const large = media("lab/large", "hub:all.zip");
    expect(await large.knows("n-0.bin")).toEqual({ ok: true, value: {} });
    expect(await large.knows("n-9.bin")).toMatchObject({ ok: false });
    expect(server.requests.filter((path) => path.startsWith("/cdn/"))).toEqual([
      expect.stringMatching(/ bytes=[1-9]\d+-$/),
    ]);
    server.troubles.set("all.zip", { kind: "no-ranges", times: 1 });
    cacheNumber++;
    expect(await media("lab/large", "hub:all.zip").knows("n-0.bin")).toBeUndefined();
  });

  it("may come in parts", async () => {
    expect(await content(media("lab/chunks", "hub:videos.tar").bring("videos/u.mp4"))).toBe(
      "second",
    );
    expect(await content(media("lab/chunks", "hub:videos.tar.part.*").bring("videos/t.mp4"))).toBe(
      "tape",
    );
    expect(fetched()).toHaveLength(2);
  });

  it("must be there", async () => {
    await expect(media("lab/chunks", "hub:clips_*.zip").bring("a.mp4")).rejects.toThrow(
      "lab/chunks: no archive matches clips_*.zip",
    );
    expect(existsSync(join(cache(), "archives"))).toBe(false);
  });
});

describe("a run on media of a dataset", () => {
  const env = () => ({
    HF_ENDPOINT: server.endpoint,
    HF_HOME: join(folder.path, "hf"),
    HF_TOKEN: "",
    HUGGING_FACE_HUB_TOKEN: "",
  });
  const config = (place: string) =>
    `name: pictures\ntasks:\n  - { id: qa, family: multiple-choice, data: { huggingface: lab/stored, split: test${place} } }\nsystems: [{ kind: pixels }]\n`;

  it("is checked without fetching them, shows them, and does without the hub the second time", async () => {
    folder.file("vidimus.yaml", config(""));
    const run = (...args: readonly string[]) =>
      cli([...args, "--json"], { cwd: folder.path, env: env() });
    const checked = await run("check", "vidimus.yaml");
    expect(JSON.parse(checked.stdout)).toMatchObject({ well: true, tasks: [{ samples: 2 }] });
    expect(fetched()).toEqual(["lab/stored/test.jsonl"]);
    const first = JSON.parse((await run("run")).stdout) as Summary;
    expect(first.tasks[0]?.systems[0]).toMatchObject({ n: 2, coverage: 1 });
    expect(fetched().toSorted()).toEqual([
      "lab/stored/pictures/a.png",
      "lab/stored/pictures/b.png",
      "lab/stored/test.jsonl",
    ]);
    const again = JSON.parse((await run("run", "--new", "--offline")).stdout) as Summary;
    expect(again.tasks[0]?.systems[0]).toMatchObject({ n: 2, coverage: 1 });
    expect(fetched()).toHaveLength(3);
  }, 60_000);

  it("shows frames of videos that lie in the repository or in one of its archives, and names what neither has", async () => {
    const films = (place: string) => config(place).replace("lab/stored", "lab/films");
    folder.file("films/vidimus.yaml", films(""));
    folder.file("packed/vidimus.yaml", films(', media: "hub:chunk_*.zip"'));
    const run = async (name: string) => {
      const { stdout } = await cli(["run", "--json"], { cwd: join(folder.path, name), env: env() });
      return (JSON.parse(stdout) as Summary).tasks[0]?.systems[0];
    };
    expect(await run("films")).toMatchObject({
      coverage: 0.5,
      outcomes: { "media-error": 1, answered: 1 },
    });
    expect(await run("packed")).toMatchObject({ coverage: 1, outcomes: { answered: 2 } });
    const whole = fetched().filter((path) => !path.includes("bytes=") && !path.endsWith(".jsonl"));
    expect(whole).toEqual(["lab/films/videos/one.mp4", "lab/films/chunk_2.zip"]);
  }, 60_000);

  it("tells of a place that belongs to another kind of source", async () => {
    folder.file("local/qa.jsonl", row("1", "a.png"));
    folder.file(
      "local/vidimus.yaml",
      config(', media: "hub:videos"').replace(
        "huggingface: lab/stored, split: test",
        "path: qa.jsonl",
      ),
    );
    const { status, stderr } = await cli(["run"], { cwd: join(folder.path, "local"), env: env() });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("data.media: hub:videos goes with huggingface"),
    ]);
  }, 60_000);
});
