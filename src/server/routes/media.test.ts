import { mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { MediaTimes } from "../../summary/browse/playable-media.ts";
import { type Served, serve } from "../serve.ts";
import type { Viewed } from "../viewed-folder.ts";
import { mediaRoutes } from "./media.ts";

const outside = temporaryFolder();
const folder = temporaryFolder();
const token = "known-to-this-test";
let server: Served;
let id: string;

beforeAll(async () => {
  folder.file("web/index.html", "<!doctype html>");
  folder.file("letters.mp4", Buffer.from("0000ftypisomabcdefghijklmnopqrstuvwxyz"));
  server = await serve({
    ...{ folder: folder.path, web: join(folder.path, "web"), token },
    ...{ port: 0, host: "127.0.0.1" },
  });
  id = await server.registry.register(join(folder.path, "letters.mp4"));
});
afterAll(async () => server[Symbol.asyncDispose]());

function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  return fetch(`http://127.0.0.1:${server.port}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

describe("a file", () => {
  it("comes whole, with what it is", async () => {
    const whole = await get(`media/${id}/file`);
    expect(whole.status).toBe(200);
    expect(await whole.text()).toHaveLength(38);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.get("content-length")).toBe("38");
  });

  it.each([
    ["bytes=12-14", "abc", "bytes 12-14/38"],
    ["bytes=36-", "yz", "bytes 36-37/38"],
    ["bytes=-3", "xyz", "bytes 35-37/38"],
    ["bytes=37-1000", "z", "bytes 37-37/38"],
  ])("comes in parts: %s", async (range, text, header) => {
    const part = await get(`media/${id}/file`, { range });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe(text);
    expect(part.headers.get("content-range")).toBe(header);
    expect(part.headers.get("content-length")).toBe(String(text.length));
  });

  it.each(["bytes=38-", "bytes=-0"])("has no %s", async (range) => {
    const none = await get(`media/${id}/file`, { range });
    expect(none.status).toBe(416);
    expect(none.headers.get("content-range")).toBe("bytes */38");
  });

  it.each(["bytes=0-1,3-4", "bytes=9-3", "items=0-1", "bytes=\u00e9", "bytes=1e1-"])(
    "comes whole where the range is none: %s",
    async (range) => {
      const whole = await get(`media/${id}/file`, { range });
      expect(whole.status).toBe(200);
      expect(await whole.text()).toHaveLength(38);
    },
  );

  it("is closed where its reader has left before it is sent", async () => {
    const opening = vi.spyOn(server.registry, "open");
    const leaving = new AbortController();
    const request = new Request(`http://localhost/media/${id}/file`, { signal: leaving.signal });
    await mediaRoutes({ registry: server.registry } as Viewed).request(request);
    const file = await opening.mock.results[0]!.value;
    expect(file.handle.fd).toBeGreaterThan(0);
    leaving.abort();
    await expect.poll(() => file.handle.fd).toBe(-1);
  });

  it("leaves what `fetch` answers to others in this process a `Response`", async () => {
    expect(await get(`media/${id}/file`)).toBeInstanceOf(Response);
  });

  it("is not sent again to those who have it, and in parts only of the same file", async () => {
    const { headers } = await get(`media/${id}/file`, {}, "HEAD");
    const [etag, modified] = [headers.get("etag")!, headers.get("last-modified")!];
    expect(headers.get("content-length")).toBe("38");
    expect((await get(`media/${id}/file`, { "if-none-match": `"x", ${etag}` })).status).toBe(304);
    const range = "bytes=0-3";
    for (const [validator, status] of [
      [etag, 206],
      [modified, 206],
      ['"another"', 200],
      [`W/${etag}`, 200],
      ["Thu, 01 Jan 1970 00:00:00 GMT", 200],
    ] as const) {
      const answer = await get(`media/${id}/file`, { range, "if-range": validator });
      expect([validator, answer.status]).toEqual([validator, status]);
      await answer.text();
    }
    utimesSync(join(folder.path, "letters.mp4"), 1, 1);
    const later = await get(`media/${id}/file`, { range, "if-range": etag });
    expect(later.status).toBe(200);
    expect(later.headers.get("etag")).not.toBe(etag);
    await later.text();
  });

  it("is unknown by any other id", async () => {
    for (const name of ["nothing", "..%2f..%2fetc%2fpasswd", "letters.mp4", "%00"])
      expect((await get(`media/${name}/file`)).status).toBe(404);
  });
});

describe("the registry", () => {
  it("takes no file from elsewhere, by a link or not, until its folder is allowed", async () => {
    const secret = outside.file("secret.mp4", "0000ftypsecret");
    symlinkSync(secret, join(folder.path, "link.mp4"));
    const { registry } = server;
    await expect(registry.register(secret)).rejects.toThrow("outside the folders");
    await expect(registry.register(join(folder.path, "link.mp4"))).rejects.toThrow("outside");
    await expect(registry.register(join(folder.path, "no.mp4"))).rejects.toThrow("no such file");
    await expect(registry.register(join(folder.path, "web"))).rejects.toThrow("no such file");
    await expect(registry.register(join(folder.path, "web/index.html"))).rejects.toThrow("by its");
    expect(await registry.playable({ kind: "video", path: "a/link.mp4" }, secret)).toEqual({
      ...{ kind: "video", path: "a/link.mp4", id: null },
      problem: "secret.mp4: lies outside the folders that are viewed",
    });
    await registry.allow(outside.path);
    expect(await registry.register(join(folder.path, "link.mp4"))).toMatch(/^[0-9a-f]{24}$/);
  });

  it("opens what it registered and not what came into its place", async () => {
    const inner = folder.file("inner/clip.mp4", "0000ftypgood");
    const clip = await server.registry.register(inner);
    expect((await get(`media/${clip}/file`)).status).toBe(200);
    renameSync(join(folder.path, "inner"), join(folder.path, "moved"));
    mkdirSync(join(outside.path, "evil"));
    outside.file("evil/clip.mp4", "0000ftypevil");
    symlinkSync(join(outside.path, "evil"), join(folder.path, "inner"));
    expect((await get(`media/${clip}/file`)).status).toBe(404);
  });
});

describe("frames and times", () => {
  it("are those of our decoder", async () => {
    const path = join(folder.path, "numbers.mp4");
    const ticks = [1000, 1040, 1200, 1240, 1600];
    encodeVideo(path, {
      ...{ encoder: "libx264", container: "mp4", width: 176, height: 96 },
      ...{ ticks, ticksPerSecond: 1000 },
    });
    const video = await server.registry.register(path);
    const answer = await get(`data/media/${video}/times.json`);
    const facts = (await answer.json()) as MediaTimes;
    expect(facts).toMatchObject({ width: 176, height: 96, codec: "h264", isUsuallyPlayable: true });
    expect(facts.times.map((time) => Number(time.toFixed(3)))).toEqual([0, 0.04, 0.2, 0.24, 0.6]);
    const { default: sharp } = await import("sharp");
    for (const frame of [3, 0, 4]) {
      const picture = await get(`media/${video}/frames/${frame}.jpg`);
      expect(picture.headers.get("content-type")).toBe("image/jpeg");
      const { data, info } = await sharp(await picture.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(readFrameNumber(data, info.width, info.height)).toBe(frame);
      const tag = picture.headers.get("etag")!;
      const again = await get(`media/${video}/frames/${frame}.jpg`, { "if-none-match": tag });
      expect(again.status).toBe(304);
    }
    expect((await get(`media/${video}/frames/5.jpg`)).status).toBe(404);
    expect((await get(`media/${video}/frames/-1.jpg`)).status).toBe(404);
    expect((await get(`media/${video}/frames/1.png`)).status).toBe(404);
  });

  it("are one of a picture, and none of a broken file", async () => {
    const { default: sharp } = await import("sharp");
    const create = { width: 40, height: 20, channels: 3, background: "red" } as const;
    const path = folder.file("red.png", await sharp({ create }).png().toBuffer());
    const picture = await server.registry.register(path);
    const facts = (await (await get(`data/media/${picture}/times.json`)).json()) as MediaTimes;
    expect(facts).toMatchObject({ width: 40, height: 20, times: [0], isUsuallyPlayable: false });
    expect((await get(`media/${picture}/frames/0.jpg`)).status).toBe(200);
    const broken = await get(`data/media/${id}/times.json`);
    expect(broken.status).toBe(400);
    const problem = await broken.text();
    expect(problem).toContain("letters.mp4");
    expect(problem).not.toContain(folder.path);
  });
});
