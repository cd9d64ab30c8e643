import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { taskMedia } from "./task-media.ts";

const folder = temporaryFolder();

it("locates files below the media folder and bytes that came with rows, and nothing else", async () => {
  folder.file("media/a/b.mp4", "x");
  folder.file("secret.mp4", "x");
  symlinkSync(join(folder.path, "secret.mp4"), join(folder.path, "media/link.mp4"));
  const root = join(folder.path, "media");
  const media = taskMedia(
    { strategy: "uniform", count: 1, longestSide: null, format: "png", quality: 90 },
    { root: async () => root, blobs: join(folder.path, "blobs") },
  );
  expect(await media.locate("a/b.mp4")).toBe(join(root, "a/b.mp4"));
  expect(await media.locate("a/missing.mp4")).toBe(join(root, "a/missing.mp4"));
  const digest = "a".repeat(64);
  expect(await media.locate(`sha256:${digest}.png`)).toBe(join(folder.path, "blobs/aa", `${digest}.png`));
  for (const path of ["../secret.mp4", "/etc/passwd", "link.mp4", "a/../../secret.mp4"])
    await expect(media.locate(path)).rejects.toThrow("lies outside the media folder");
});
