import { createHash } from "node:crypto";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { unpackArchive } from "../../src/datasets/archive/unpack-archive.ts";
import { digestOnly } from "../../src/datasets/blobs/blob-folder.ts";
import { openSource } from "../../src/datasets/open-source.ts";
import { type HubServer, hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

interface TarEntry {
  readonly name: string;
  readonly type?: "file" | "symlink" | "link" | "directory" | "fifo";
  readonly linkname?: string;
  readonly content?: string;
}

async function tar(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = "", ...header } of entries) archive.entry(header, content);
  archive.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of archive) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function zip(entries: Readonly<Record<string, string>>, mode?: number): Promise<string> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(content), name, mode === undefined ? {} : { mode });
  archive.end();
  const path = join(folder.path, `${Math.random()}.zip`);
  await pipeline(archive.outputStream, createWriteStream(path));
  return path;
}

let number = 0;
const target = () => join(folder.path, `unpacked-${number++}`);

describe("unpackArchive", () => {
  it.each([
    ["plain.tar", (bytes: Buffer) => bytes],
    ["packed.tar.gz", (bytes: Buffer) => gzipSync(bytes)],
    ["packed.tgz", (bytes: Buffer) => gzipSync(bytes)],
  ])("unpacks %s", async (name, packed) => {
    const bytes = await tar([
      { name: "./a/", type: "directory" },
      { name: "./a/b.txt", content: "hello" },
    ]);
    const into = target();
    await unpackArchive({ paths: [folder.file(name, packed(bytes))], name }, into);
    expect(readFileSync(join(into, "a/b.txt"), "utf8")).toBe("hello");
  });

  it("unpacks zip files", async () => {
    const into = target();
    await unpackArchive(
      { paths: [await zip({ "a/b.txt": "hello", "c.txt": "" })], name: "x.zip" },
      into,
    );
    expect(readFileSync(join(into, "a/b.txt"), "utf8")).toBe("hello");
  });

  it.each<[string, TarEntry, string]>([
    ["a path that climbs out", { name: "../evil.txt", content: "x" }, "leads outside the archive"],
    [
      "a path that climbs out later",
      { name: "a/../../evil.txt", content: "x" },
      "leads outside the archive",
    ],
    ["an absolute path", { name: "/tmp/evil.txt", content: "x" }, "leads outside the archive"],
    ["backslashes", { name: "a\\..\\evil.txt", content: "x" }, "leads outside the archive"],
    [
      "a symbolic link",
      { name: "link", type: "symlink", linkname: "/etc/passwd" },
      "is a link or a device",
    ],
    ["a hard link", { name: "link", type: "link", linkname: "a.txt" }, "is a link or a device"],
    ["a pipe", { name: "pipe", type: "fifo" }, "is a link or a device"],
  ])("refuses %s", async (_, entry, message) => {
    const into = target();
    const path = folder.file("evil.tar", await tar([{ name: "a.txt", content: "fine" }, entry]));
    await expect(unpackArchive({ paths: [path], name: "evil.tar" }, into)).rejects.toThrow(message);
    expect(existsSync(join(folder.path, "evil.txt"))).toBe(false);
  });

  it("refuses links in zip files, entries that occur twice, and what grows without end", async () => {
    await expect(
      unpackArchive(
        { paths: [await zip({ link: "/etc/passwd" }, 0o120_777)], name: "x.zip" },
        target(),
      ),
    ).rejects.toThrow("is a link or a device");
    const twice = folder.file(
      "twice.tar",
      await tar([
        { name: "a", content: "1" },
        { name: "./a", content: "2" },
      ]),
    );
    await expect(unpackArchive({ paths: [twice], name: "twice.tar" }, target())).rejects.toThrow(
      "an entry occurs twice",
    );
    const path = await zip({ a: "x".repeat(10_000) });
    await expect(
      unpackArchive(
        { paths: [path], name: "x.zip", bounds: { maxBytes: 5_000, maxEntries: 9 } },
        target(),
      ),
    ).rejects.toThrow("unpacks to more than");
    const many = folder.file("many.tar", await tar([{ name: "a" }, { name: "b" }, { name: "c" }]));
    await expect(
      unpackArchive(
        { paths: [many], name: "many.tar", bounds: { maxBytes: 99, maxEntries: 2 } },
        target(),
      ),
    ).rejects.toThrow("more than 2 files");
  });

  it.each(["x.zip", "x.tar.gz"])("names a damaged %s", async (name) => {
    await expect(
      unpackArchive({ paths: [folder.file(name, "no archive at all")], name }, target()),
    ).rejects.toThrow(`${name}: cannot be unpacked`);
  });
});

describe("a source on the web", () => {
  let server: HubServer;
  let archive: Buffer;
  const rows = '{"id":1,"video":"clips/a.mp4"}\n{"id":2}\n';

  beforeAll(async () => {
    archive = gzipSync(
      await tar([
        { name: "set/qa.jsonl", content: rows },
        { name: "set/clips/a.mp4", content: "video" },
      ]),
    );
    server = await hubServer({
      "web/files": { commit: "b".repeat(40), files: { "set.tar.gz": archive, "qa.jsonl": rows } },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const source = (
    file: string,
    settings: { readonly sha256?: string; readonly path?: string; readonly isOffline?: boolean },
  ) =>
    openSource(
      {
        url: `${server.endpoint}/datasets/web/files/resolve/main/${file}`,
        sha256:
          settings.sha256 ??
          createHash("sha256")
            .update(file === "qa.jsonl" ? rows : archive)
            .digest("hex"),
        path: settings.path,
      },
      {
        directory: folder.path,
        cache: join(folder.path, "cache"),
        blobs: digestOnly,
        isOffline: settings.isOffline ?? false,
        environment: {},
      },
    );
  const count = async (opened: ReturnType<typeof source>) => {
    let all = 0;
    for await (const batch of opened.file.rows()) all += batch.length;
    return all;
  };

  it("is fetched once, unpacked, and read from the cache after that", async () => {
    const opened = source("set.tar.gz", { path: "set/*.jsonl" });
    expect(await count(opened)).toBe(2);
    expect(await opened.file.folder?.list().catch(() => "no folder")).toBe("no folder");
    expect(await source("set.tar.gz", {}).file.folder?.list()).toEqual([
      "set/clips/a.mp4",
      "set/qa.jsonl",
    ]);
    expect(readFileSync(join(await opened.mediaRoot(), "set/clips/a.mp4"), "utf8")).toBe("video");
    const before = server.requests.length;
    expect(await count(source("set.tar.gz", { path: "set/qa.jsonl", isOffline: true }))).toBe(2);
    expect(server.requests).toHaveLength(before);
  });

  it("may be a plain file", async () => {
    expect(await count(source("qa.jsonl", {}))).toBe(2);
  });

  it("must have the checksum that is asked for, and cannot be left by its paths", async () => {
    await expect(count(source("qa.jsonl", { sha256: "0".repeat(64) }))).rejects.toThrow(
      "the checksum is wrong",
    );
    await expect(count(source("set.tar.gz", { path: "../../x.jsonl" }))).rejects.toThrow(
      "lies outside the archive",
    );
    await expect(count(source("none.jsonl", { sha256: "1".repeat(64) }))).rejects.toThrow(
      "answered 404",
    );
    await expect(
      count(source("qa.jsonl", { sha256: "2".repeat(64), isOffline: true })),
    ).rejects.toThrow("offline, but this would be fetched");
  });
});
