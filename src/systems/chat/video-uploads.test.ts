import { describe, expect, it } from "vitest";
import { googleFilesServer } from "../../../test/providers/google-files-server.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { explainFailure } from "./explain-failure.ts";
import { type UploadServer, type VideoFile, VideoUploads } from "./video-uploads.ts";

const path = temporaryFolder().file("clip.mp4", Buffer.from("not really a video"));
const { signal } = new AbortController();

function video(digest: string): VideoFile {
  return { digest, mediaType: "video/mp4", sizeBytes: 18, path };
}

function pool(url: string, maxBytes = 1_000, more: Partial<UploadServer> = {}): VideoUploads {
  let made = 0;
  const newName = () => `files/${++made}`;
  return new VideoUploads({
    baseUrl: `${url}/v1beta`,
    apiKey: "k",
    fetch,
    maxBytes,
    pollMs: 5,
    newName,
    ...more,
  });
}

describe("VideoUploads", () => {
  it("uploads a file once for all who ask for it, waits until it is processed, and deletes it at the end", async () => {
    await using server = await googleFilesServer();
    const uploads = pool(server.url);
    const [one, two] = await Promise.all([
      uploads.take(video("a"), signal),
      uploads.take(video("a"), signal),
    ]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ uri: `${server.url}/v1beta/files/1`, mediaType: "video/mp4" });
    expect(server.done).toEqual(["start", "bytes 18", "state files/1"]);
    uploads.release("a");
    uploads.release("a");
    await uploads.take(video("a"), signal);
    expect(server.done).toHaveLength(3);
    await uploads[Symbol.asyncDispose]();
    expect(server.files.size).toBe(0);
  });

  it("makes room by deleting what nobody uses, the longest unused first", async () => {
    await using server = await googleFilesServer();
    const uploads = pool(server.url, 50);
    for (const digest of ["a", "b"]) await uploads.take(video(digest), signal);
    uploads.release("b");
    uploads.release("a");
    await uploads.take(video("c"), signal);
    expect([...server.files]).toEqual(["files/1", "files/3"]);
    await uploads.take(video("d"), signal);
    // Both that are left are in use: more than the limit is better than no answer.
    expect([...server.files]).toEqual(["files/3", "files/4"]);
    await uploads.take(video("e"), signal);
    expect(uploads.size).toBe(3);
    await uploads[Symbol.asyncDispose]();
    expect(server.files.size).toBe(0);
  });

  it("can be tried again after a failure, which is told for what it is", async () => {
    await using server = await googleFilesServer({ failures: 1 });
    await using uploads = pool(server.url);
    const error = await uploads.take(video("a"), signal).catch((thrown: unknown) => thrown);
    expect(explainFailure(error, 0)).toMatchObject({
      kind: "failed",
      cause: "transient",
      reason: "503: The service is unavailable",
    });
    expect(await uploads.take(video("a"), signal)).toMatchObject({
      uri: expect.stringContaining("files/2"),
    });
  });

  it("says when the provider cannot take the video", async () => {
    await using server = await googleFilesServer({ state: "FAILED" });
    await using uploads = pool(server.url);
    const error = await uploads.take(video("a"), signal).catch((thrown: unknown) => thrown);
    expect(explainFailure(error, 0)).toMatchObject({ kind: "failed", cause: "media" });
    expect(server.files.size).toBe(0);
  });

  it("goes on for others where whoever came first gives up, and ends where nobody waits", async () => {
    await using server = await googleFilesServer();
    await using uploads = pool(server.url, 1_000, { pollMs: 100 });
    const first = new AbortController();
    const left = uploads.take(video("a"), first.signal).catch((error: unknown) => error);
    const other = uploads.take(video("a"), signal);
    first.abort(new Error("too late"));
    expect(await left).toMatchObject({ message: "too late" });
    expect(await other).toMatchObject({ uri: expect.stringContaining("files/1") });
    const alone = new AbortController();
    const given = uploads.take(video("b"), alone.signal).catch((error: unknown) => error);
    while (server.files.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    alone.abort(new Error("too late"));
    await given;
    while (server.files.size > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.done.at(-1)).toBe("delete files/2");
    expect(uploads.size).toBe(1);
  });

  it("deletes a file that arrived where nobody waits for word of it", async () => {
    await using server = await googleFilesServer({ isTaciturn: true });
    await using uploads = pool(server.url);
    const alone = new AbortController();
    const given = uploads.take(video("a"), alone.signal).catch((error: unknown) => error);
    while (server.files.size < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    alone.abort(new Error("too late"));
    expect(await given).toMatchObject({ message: "too late" });
    await uploads[Symbol.asyncDispose]();
    expect(server.done).toEqual(["start", "bytes 18", "delete files/1"]);
    expect(server.files.size).toBe(0);
  });

  it("does not hand an upload that is being ended to whoever comes next", async () => {
    await using server = await googleFilesServer();
    await using uploads = pool(server.url, 1_000, { pollMs: 100 });
    const alone = new AbortController();
    const given = uploads.take(video("a"), alone.signal).catch((error: unknown) => error);
    while (server.files.size < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    alone.abort(new Error("too late"));
    const next = given.then(() => uploads.take(video("a"), signal));
    expect(await next).toMatchObject({ uri: expect.stringContaining("files/2") });
    await uploads[Symbol.asyncDispose]();
    expect(server.files.size).toBe(0);
  });

  it("uploads a file anew before the provider deletes it", async () => {
    await using server = await googleFilesServer();
    let hours = 0;
    await using uploads = pool(server.url, 1_000, { clock: () => hours * 3_600_000 });
    await uploads.take(video("a"), signal);
    hours = 41;
    // In use: an answer about it may still come.
    expect(await uploads.take(video("a"), signal)).toMatchObject({
      uri: expect.stringContaining("files/1"),
    });
    uploads.release("a");
    uploads.release("a");
    expect(await uploads.take(video("a"), signal)).toMatchObject({
      uri: expect.stringContaining("files/2"),
    });
    expect([...server.files]).toEqual(["files/2"]);
  });

  it("leaves what a batch still needs, and finds it again under the same name", async () => {
    await using server = await googleFilesServer();
    const digest = "0123456789abcdef".repeat(4);
    const first = pool(server.url, 1_000, { isLasting: true });
    const { uri } = await first.take(video(digest), signal);
    await first.take(video("b".repeat(64)), signal);
    first.release("b".repeat(64));
    await first[Symbol.asyncDispose]();
    expect([...server.files]).toEqual([`files/vidimus-${digest.slice(0, 32)}`]);
    const second = pool(server.url, 1_000, { isLasting: true });
    expect(await second.take(video(digest), signal)).toMatchObject({ uri });
    expect(server.done.filter((what) => what.startsWith("bytes"))).toHaveLength(2);
    second.release(digest);
    await second[Symbol.asyncDispose]();
    expect(server.files.size).toBe(0);
  });
});
