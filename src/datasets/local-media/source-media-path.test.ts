import { expect, it } from "vitest";
import { failure, success } from "../../core/result.ts";
import type { SourceMedia } from "../data-source.ts";
import { sourceMediaPath } from "./source-media-path.ts";

const holding = (...paths: readonly string[]): SourceMedia => ({
  bring: () => Promise.reject(new Error("fetched")),
  knows: async (path) => (paths.includes(path) ? success({}) : failure("is not there")),
});

it.each([
  [["usual/a.mp4", "a.mkv"], "usual/a.mp4"],
  [["v_a.mp4", "a.mkv"], "a.mkv"],
  [["v_a.webm"], "v_a.webm"],
  [["b.mp4"], "usual/a.mp4"],
])("of %j, a video is called %s", async (paths, expected) => {
  expect(
    await sourceMediaPath(holding(...paths), {
      kind: "video",
      names: ["a", "v_a"],
      path: "usual/a.mp4",
    }),
  ).toBe(expected);
});

it("is what the data says where it says a path, and the usual place where only fetching would tell", async () => {
  expect(await sourceMediaPath(holding("a.mkv"), { kind: "video", path: "a.mp4" })).toBe("a.mp4");
  const unsure: SourceMedia = { ...holding(), knows: async () => undefined };
  expect(await sourceMediaPath(unsure, { kind: "video", names: ["a"], path: "usual/a.mp4" })).toBe(
    "usual/a.mp4",
  );
});
