import { describe, expect, it } from "vitest";
import {
  addressBelow,
  encodedKey,
  endingOf,
  isRemote,
  remoteRoot,
  withoutSecrets,
} from "./remote-address.ts";

describe("remote addresses", () => {
  it.each([
    ["s3://bucket/a.mp4", true],
    ["gs://bucket/a.mp4", true],
    ["https://host/a.mp4", true],
    ["http://host/a.mp4", true],
    ["videos/a.mp4", false],
    ["hub:videos", false],
    ["C://videos/a.mp4", false],
  ])("are told from paths: %s", (path, expected) => expect(isRemote(path)).toBe(expected));

  it.each([
    ["s3://b/v", "a b/ü#1.mp4", "s3://b/v/a b/ü#1.mp4"],
    ["https://h/v", "a b/ü#1.mp4", "https://h/v/a%20b/%C3%BC%231.mp4"],
    ["gs://b", "./x/../a.mp4", "gs://b/a.mp4"],
  ])("lie below a root: %s %s", (root, path, value) =>
    expect(addressBelow(root, path)).toEqual({ ok: true, value }),
  );

  it.each(["../a.mp4", "/etc/passwd", "x/../../a.mp4"])("never above it: %s", (path) =>
    expect(addressBelow("s3://b/v", path)).toMatchObject({ ok: false }),
  );

  it.each([
    ["https://h/v?x=1", "data.media: https://h/v comes with a query"],
    ["s3:///v", "is no address"],
    ["https://", "is no address"],
  ])("may be no root: %s", (media, message) => expect(() => remoteRoot(media)).toThrow(message));

  it("are shown without what opens them", () => {
    expect(withoutSecrets("https://me:pw@h:80/a?sig=x#y")).toBe("https://h:80/a");
    expect(withoutSecrets("s3://b/a?b")).toBe("s3://b/a?b");
    expect(remoteRoot("s3://b/v//")).toBe("s3://b/v");
  });

  it("keep the ending of a file, and encode keys", () => {
    expect([endingOf("https://h/a.MP4?x=.png"), endingOf("s3://b/a.d/x")]).toEqual(["mp4", ""]);
    expect(encodedKey("a b/+(1)!.mp4")).toBe("a%20b/%2B%281%29%21.mp4");
    expect(() => encodedKey("a/../b")).toThrow('names with "." or ".."');
  });
});
