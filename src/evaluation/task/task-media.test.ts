import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { mediaPlace } from "../../datasets/local-media/media-place.ts";
import { taskMedia } from "./task-media.ts";

const folder = temporaryFolder();

it("locates files below the media folder and bytes that came with rows, and nothing else", async () => {
  folder.file("media/a/b.mp4", "x");
  folder.file("secret.mp4", "x");
  symlinkSync(join(folder.path, "secret.mp4"), join(folder.path, "media/link.mp4"));
  const root = join(folder.path, "media");
  const media = taskMedia(
    { strategy: "uniform", count: 1, longestSide: null, format: "png", quality: 90 },
    {
      place: mediaPlace("media"),
      root: async () => root,
      blobs: join(folder.path, "blobs"),
      cache: folder.path,
      remote: { bring: () => Promise.reject(new Error("fetched")), knows: async () => undefined },
    },
  );
  const locate = (path: string) => media.locate({ kind: "video", path });
  expect(await locate("a/b.mp4")).toBe(join(root, "a/b.mp4"));
  await expect(locate("a/missing.mp4")).rejects.toThrow("a/missing.mp4 is not there");
  const digest = "a".repeat(64);
  expect(await locate(`sha256:${digest}.png`)).toBe(join(folder.path, "blobs/aa", `${digest}.png`));
  for (const path of ["../secret.mp4", "/etc/passwd", "link.mp4", "a/../../secret.mp4"])
    await expect(locate(path)).rejects.toThrow("lies outside the media folder");
});
