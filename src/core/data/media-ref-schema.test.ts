import { expect, it } from "vitest";
import { mediaRefSchema } from "./media-ref-schema.ts";

const video = { kind: "video", path: "a.mp4" } as const;

it("a part of a video has an end after its start, and a picture has no parts", () => {
  for (const part of [{ from: 3, to: 5 }, { from: 3 }, { to: 5 }, { from: 0, to: 5 }])
    expect(mediaRefSchema.parse({ ...video, ...part })).toEqual({ ...video, ...part });
  expect(() => mediaRefSchema.parse({ ...video, from: 5, to: 5 })).toThrow(
    'expected a time later than \\"from\\" (5 s), got 5',
  );
  expect(() => mediaRefSchema.parse({ ...video, from: -1 })).toThrow("from");
  expect(() => mediaRefSchema.parse({ kind: "image", path: "a.png", from: 1 })).toThrow(
    "a picture has none",
  );
});

it("keeps members in the order of the alphabet, in which samples are digested", () => {
  const parsed = mediaRefSchema.parse({
    to: 5,
    path: "a.mp4",
    kind: "video",
    from: 3,
    names: ["a"],
  });
  expect(Object.keys(parsed)).toEqual(["from", "kind", "names", "path", "to"]);
  expect(Object.keys(mediaRefSchema.parse(video))).toEqual(["kind", "path"]);
});
