import { describe, expect, it } from "vitest";
import type { MediaSource } from "../core/data/media.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";
import { wholeVideos } from "./whole-videos.ts";

const how = { signal: new AbortController().signal };
const picture = { atSeconds: 0, digest: "p", mediaType: "image/png", width: 2, height: 2 };
const source: MediaSource = {
  identity: { sampler: "x" },
  look: async (_, wants) =>
    wants.map((want) =>
      answered({
        ...("factsOnly" in want ? { frames: [], distinct: 0 } : { frames: [picture], distinct: 1 }),
        source: "s",
        decoder: "d",
        warnings: [],
        seconds: 9,
        framesPerSecond: 25,
      }),
    ),
  digest: async () => "s",
  file: async ({ path }) =>
    path === "gone.mp4"
      ? noAnswer("media-error", "gone.mp4: no such file")
      : answered({
          path: `/media/${path}`,
          sha256: `sha of ${path}`,
          sizeBytes: 9,
          mediaType: path.endsWith(".mp4") ? "video/mp4" : "text/plain",
        }),
  bytes: async () => new Uint8Array([1]),
  async [Symbol.asyncDispose]() {},
};

describe("wholeVideos", () => {
  it("hands out a video as itself, and knows where it lies", async () => {
    const media = wholeVideos(source);
    const [shown] = await media.look({ kind: "video", path: "a.mp4" }, [{}], how);
    const video = {
      atSeconds: 0,
      digest: "sha of a.mp4",
      mediaType: "video/mp4",
      width: 0,
      height: 0,
    };
    expect(shown).toEqual(
      answered({
        frames: [video],
        distinct: 1,
        source: "sha of a.mp4",
        decoder: "none",
        warnings: [],
        seconds: null,
        framesPerSecond: null,
      }),
    );
    expect(media.path(video)).toBe("/media/a.mp4");
    expect(() => media.path({ ...video, digest: "other" })).toThrow(RangeError);
    expect(media.identity).not.toEqual(source.identity);
  });

  it("leaves pictures as they are", async () => {
    const media = wholeVideos(source);
    expect(await media.look({ kind: "image", path: "a.png" }, [{}], how)).toMatchObject([
      { value: { frames: [picture] } },
    ]);
    expect(await media.bytes(picture)).toEqual(new Uint8Array([1]));
  });

  it("does not send what is no video", async () => {
    const media = wholeVideos(source);
    expect(await media.look({ kind: "video", path: "gone.mp4" }, [{}], how)).toMatchObject([
      { kind: "media-error" },
    ]);
    expect(await media.look({ kind: "video", path: "notes.txt" }, [{}], how)).toMatchObject([
      { kind: "media-error", reason: expect.stringContaining("text/plain") },
    ]);
  });

  it("has facts of a video and no part of it", async () => {
    const media = wholeVideos(source);
    const wants = [{ factsOnly: true }, { span: [1, 2] }, { atSeconds: [1] }, {}] as const;
    expect(await media.look({ kind: "video", path: "a.mp4" }, wants, how)).toMatchObject([
      { value: { frames: [], seconds: 9, framesPerSecond: 25 } },
      { kind: "media-error", reason: "a.mp4: a video that is sent whole cannot be shown in parts" },
      { kind: "media-error" },
      { value: { frames: [{ mediaType: "video/mp4" }] } },
    ]);
    const part = { kind: "video", path: "a.mp4", from: 2, to: 5 } as const;
    expect(await media.look(part, [{}, { factsOnly: true }], how)).toMatchObject([
      { kind: "media-error", reason: expect.stringContaining("a part of the file") },
      { value: { frames: [], seconds: 9 } },
    ]);
  });
});
