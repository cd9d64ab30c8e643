import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { mediaFinder } from "./media-finder.ts";

const folder = temporaryFolder();
const root = join(folder.path, "media");
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (...files: readonly string[]) =>
  files.forEach((file) => void folder.file(`media/${file}`, "x"));
const finder = (map?: string) =>
  mediaFinder({ root: async () => root, ...(map === undefined ? {} : { map: async () => map }) });
const named = (...names: readonly string[]): MediaRef => ({
  kind: "video",
  names,
  path: `usual/${names[0]}.mp4`,
});
const at = (path: string): MediaRef => ({ kind: "video", path });

describe("the file of a video", () => {
  it.each<[string, readonly string[], MediaRef, string]>([
    ["at the usual place of the layout", ["usual/a.mp4", "a.mp4"], named("a"), "usual/a.mp4"],
    ["in the folder, with any ending", ["a.MKV", "deep/a.mp4"], named("a"), "a.MKV"],
    ["at any depth", ["x/y/a.m4v"], named("a"), "x/y/a.m4v"],
    ["by the best of its names", ["v_a.mp4", "b.mp4"], named("a", "v_a"), "v_a.mp4"],
    ["by a name with folders", ["g1/1.mkv", "g2/1.mkv"], named("g2/1"), "g2/1.mkv"],
    ["by whole names of folders", ["set/xg2/1.mkv", "set/g2/1.mkv"], named("g2/1"), "set/g2/1.mkv"],
    ["with dots in its name", ["v1.0_2.5.mp4", "v1.0.mp4"], named("v1.0_2.5"), "v1.0_2.5.mp4"],
    ["as stored frames", ["frames/a.arrow"], named("a"), "frames/a.arrow"],
    ["where the data says", ["x/a.mp4", "a.mp4"], at("x/a.mp4"), "x/a.mp4"],
    ["by a path without an ending", ["x/a.webm", "y/a.mp4"], at("x/a"), "x/a.webm"],
    ["by a bare file name", ["x/a.mp4", "y/a.mkv"], at("a.mp4"), "x/a.mp4"],
    ["and not that of a picture", ["a.png", "x/a.mp4"], named("a"), "x/a.mp4"],
  ])("is found %s", async (_, files, media, path) => {
    put(...files);
    expect(await finder().find(media)).toEqual({ ok: true, path });
  });

  it.each<[string, readonly string[], MediaRef, string, boolean]>([
    [
      "it is not there",
      ["b.mp4"],
      named("a"),
      "usual/a.mp4 is not there, nor any other file of that name",
      false,
    ],
    ["another folder was named", ["y/a.mp4"], at("x/a.mp4"), "x/a.mp4 is not there", false],
    [
      "two lie equally near",
      ["x/a.mp4", "y/a.mkv"],
      named("a"),
      "a: there are x/a.mp4 and y/a.mkv",
      true,
    ],
    ["two have its name", ["a.mp4", "a.webm"], named("a"), "a: there are a.mp4 and a.webm", true],
    [
      "two have the bare name",
      ["x/a.mp4", "y/a.mp4"],
      at("a.mp4"),
      "a.mp4: there are x/a.mp4 and y/a.mp4",
      true,
    ],
    [
      "there is no such folder",
      [],
      named("a"),
      "usual/a.mp4 is not there, nor any other file of that name",
      false,
    ],
  ])("is not chosen where %s", async (_, files, media, reason, isAmbiguous) => {
    put(...files);
    expect(await finder().find(media)).toEqual({ ok: false, reason, isAmbiguous });
  });

  it("is found beside links in a circle, and where it really is", async () => {
    put("x/a.mp4");
    symlinkSync(root, join(root, "x/up"));
    symlinkSync("loop.mp4", join(root, "loop.mp4"));
    expect(await finder().find(named("a"))).toEqual({ ok: true, path: "x/a.mp4" });
    expect(await finder().find(named("b"))).toMatchObject({ ok: false });
  });

  it("is found among many by its whole name, whatever else is there", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,3}(?:\.[0-9])?$/), {
          minLength: 1,
          maxLength: 12,
        }),
        async (names) => {
          rmSync(root, { recursive: true, force: true });
          put(...names.map((name, index) => `f${index % 3}/${name}.mp4`));
          const one = finder();
          for (const [index, name] of names.entries())
            expect(await one.find(named(name))).toEqual({
              ok: true,
              path: `f${index % 3}/${name}.mp4`,
            });
          expect(await one.find(named("ABSENT"))).toMatchObject({ ok: false });
        },
      ),
      { numRuns: 20 },
    ));

  it("is told by a map, relative to it", async () => {
    put("films/one.mp4", "deep/two.mkv");
    const map = folder.file(
      "media/map.tsv",
      "vid\tfile\na\tfilms/one.mp4\nb\ttwo\n7\t../outside.mp4\n",
    );
    const one = finder(map);
    expect(await one.find(named("a"))).toEqual({ ok: true, path: "films/one.mp4" });
    expect(await one.find(named("x", "b"))).toEqual({ ok: true, path: "deep/two.mkv" });
    expect(await one.find(named("c"))).toMatchObject({ ok: false, reason: `c is not in ${map}` });
    // Whoever opens it refuses it.
    expect(await one.find(named("7"))).toEqual({ ok: true, path: "../outside.mp4" });
  });

  it.each([
    ["map.json", "[]", "names no video"],
    ["map.json", '{"a": 3}', "has no path for a"],
    ["map.csv", "id,path\na,1.mp4\na,2.mp4\n", "a second path for a"],
    ["map.csv", "id\na\n", "has no path for a"],
  ])("is refused where the map makes no sense: %s %s", async (name, content, message) => {
    await expect(finder(folder.file(`media/${name}`, content)).find(named("a"))).rejects.toThrow(
      message,
    );
  });

  it("says what lies in the folder", async () => {
    expect(await finder().contents()).toBe("it holds no pictures or videos");
    put("b.mp4", "a.png", "c.mkv", "d.mov", "notes.txt");
    expect(await finder().contents()).toBe("it holds a.png, b.mp4, c.mkv, …");
  });
});

it.each([
  ["a/b.MP4", "a/b"],
  ["a.b/c", "a.b/c"],
  ["v1.0", "v1.0"],
  [".mp4", ".mp4"],
  ["x.arrow", "x"],
])("%s is %s without its ending", (path, expected) => {
  expect(withoutMediaEnding(path)).toBe(expected);
});
