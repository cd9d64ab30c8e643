import { afterEach, describe, expect, it, vi } from "vitest";
import type { FrameRef } from "../../core/asking/chat.ts";
import { frameTexts } from "./frame-texts.ts";

const frame = (digest: string) => ({ digest }) as FrameRef;

function reader() {
  const read: string[] = [];
  return {
    read,
    async bytes({ digest }: FrameRef) {
      read.push(digest);
      // Not the beginning of its buffer: only its own part counts.
      return new Uint8Array(Buffer.from(`--${digest}`)).subarray(2);
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("frameTexts", () => {
  it("reads a frame once, also where it is wanted twice at the same moment", async () => {
    const { read, bytes } = reader();
    const text = frameTexts(bytes);
    const texts = await Promise.all([text(frame("aa")), text(frame("aa")), text(frame("bb"))]);
    expect(texts).toEqual(
      ["aa", "aa", "bb"].map((digest) => Buffer.from(digest).toString("base64")),
    );
    expect(await text(frame("aa"))).toBe(texts[0]);
    expect(read).toEqual(["aa", "bb"]);
  });

  it("forgets those that were not wanted for longest", async () => {
    const { read, bytes } = reader();
    const text = frameTexts(bytes, 8);
    for (const digest of ["aa", "bb", "aa", "cc", "aa", "bb"]) await text(frame(digest));
    expect(read).toEqual(["aa", "bb", "cc", "bb"]);
  });

  it("forgets all once nobody has wanted any for a while", async () => {
    vi.useFakeTimers();
    const { read, bytes } = reader();
    const text = frameTexts(bytes);
    for (const [digest, waitMs] of [
      ["aa", 4_000],
      ["aa", 4_000],
      ["aa", 4_000],
      ["aa", 12_000],
      ["aa", 0],
    ] as const) {
      await text(frame(digest));
      vi.advanceTimersByTime(waitMs);
    }
    expect(read).toEqual(["aa", "aa"]);
  });

  it("keeps nothing that could not be read, nor more than it may", async () => {
    let count = 0;
    const text = frameTexts(async ({ digest }) => {
      if (count++ === 0) throw new Error("gone");
      return new Uint8Array(Buffer.from(digest));
    }, 4);
    await expect(text(frame("aa"))).rejects.toThrow("gone");
    expect(await text(frame("aa"))).toBe("YWE=");
    await text(frame("a long one"));
    await text(frame("aa"));
    expect(count).toBe(4);
  });
});
