import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeVideo } from "../../test/media/encode-video.ts";
import { testPictures } from "../../test/media/test-pictures.ts";
import { testVideos } from "../../test/media/test-videos.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { mediaTypeOf, readMediaType } from "./media-type.ts";

const root = temporaryFolder();

describe("the type of real files", () => {
  it.each([
    ["h264 mp4, 3 frames", "video/mp4"],
    ["h264 fragmented mp4", "video/mp4"],
    ["h264 mkv, variable rate", "video/x-matroska"],
    ["vp9 webm", "video/webm"],
    ["mpeg2 mpegts, B-frames", "video/mp2t"],
    ["mpeg4 avi", "video/x-msvideo"],
    ["mjpeg mov", "video/quicktime"],
    ["gif, 1 frame", "image/gif"],
  ])("%s", async (name, type) => {
    const path = join(root.path, `${name}.bin`);
    encodeVideo(path, testVideos[name]!);
    expect(await readMediaType(path)).toBe(type);
  });

  it.each(Object.entries(testPictures))("%s", async (name, make) => {
    const path = join(root.path, `${name}.bin`);
    writeFileSync(path, await make());
    expect(await readMediaType(path)).toBe(`image/${name}`);
  });
});

it.each(["", "G", "BN", "some words in a text file, long enough to look into"])(
  "says nothing of %j",
  (text) => {
    expect(mediaTypeOf(Buffer.from(text))).toBe("application/octet-stream");
  },
);
