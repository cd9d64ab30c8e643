import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { answered } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import type { ShownFrame } from "../../summary/failure.ts";
import type { Summary } from "../../summary/summary.ts";
import type { Task } from "../task/open-task.ts";
import { reportPictures } from "./report-pictures.ts";

let picture: Buffer;
beforeAll(async () => {
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: "#080" } })
    .jpeg()
    .toBuffer();
});

const frame = (digest: string, more: Partial<ShownFrame> = {}): ShownFrame => {
  return {
    path: "a.mp4",
    atSeconds: 1,
    digest,
    mediaType: "image/jpeg",
    width: 8,
    height: 4,
    ...more,
  };
};

/** A task whose cache holds some frames; others can be decoded again, under other digests. */
function taskWith(kept: readonly string[]) {
  const looked: unknown[] = [];
  const most = { now: 0, together: 0 };
  const source = {
    async bytes({ digest }: FrameRef) {
      most.together = Math.max(most.together, ++most.now);
      await setImmediate();
      most.now--;
      if (kept.includes(digest) || digest.startsWith("again")) return picture;
      throw new Error("not in the cache");
    },
    async look(media: MediaRef, [want]: readonly { readonly atSeconds: readonly number[] }[]) {
      looked.push([media, want]);
      return [
        answered({ frames: want!.atSeconds.map((at) => frame(`again ${at}`, { atSeconds: at })) }),
      ];
    },
  };
  const media = {
    open: async () => source,
    locate: async ({ path }: MediaRef) => {
      if (path === "gone.mp4") throw new UserError("no such file");
      return `/data/videos/${path}`;
    },
  };
  return { task: { id: "t", isShared: true, media } as unknown as Task, looked, most };
}

function summaryOf(systems: readonly { frames: readonly ShownFrame[]; probe?: object }[]): Summary {
  const scored = systems.map(({ frames, probe }) => ({ failures: [{ frames }], probe }));
  return { tasks: [{ id: "t", systems: scored }] } as unknown as Summary;
}

const pictured = async (task: Task, systems: Parameters<typeof summaryOf>[0]) =>
  reportPictures(summaryOf(systems), [task], "/data/run");

describe("pictures of a report", () => {
  it("come from the cache, or are decoded again at the same moments of the file", async () => {
    const { task, looked } = taskWith(["kept"]);
    const lost = [frame("lost 1", { atSeconds: 3 }), frame("lost 2", { atSeconds: 5 })];
    const { frames } = await pictured(task, [{ frames: [frame("kept"), ...lost] }]);
    expect(Object.keys(frames)).toEqual(["kept", "lost 1", "lost 2"]);
    expect(frames["lost 2"]).toMatch(/^data:image\/jpeg;base64,/);
    expect(looked).toEqual([[{ kind: "video", path: "a.mp4" }, { atSeconds: [3, 5] }]]);
  });

  it("of a part of a file are taken from that part, and images are opened as images", async () => {
    const { task, looked } = taskWith([]);
    await pictured(task, [
      { frames: [frame("x", { from: 60 }), frame("y"), frame("z", { path: "b.png" })] },
    ]);
    expect(looked.map((one) => (one as readonly MediaRef[])[0])).toEqual([
      { kind: "video", path: "a.mp4", from: 60 },
      { kind: "video", path: "a.mp4" },
      { kind: "image", path: "b.png" },
    ]);
  });

  it("are not decoded again if a probe moved the frames", async () => {
    const { task, looked } = taskWith(["kept"]);
    const { frames } = await pictured(task, [
      { frames: [frame("kept"), frame("lost")], probe: { of: "s" } },
    ]);
    expect(Object.keys(frames)).toEqual(["kept"]);
    expect(looked).toEqual([]);
  });

  it("are fetched side by side, for many mistakes at once", async () => {
    const digests = Array.from({ length: 12 }, (_, at) => `kept ${at}`);
    const { task, most } = taskWith(digests);
    const { frames } = await pictured(
      task,
      digests.map((digest) => ({ frames: [frame(digest)] })),
    );
    expect(Object.keys(frames)).toEqual(digests);
    expect(most.together).toBe(12);
  });

  it("come with the places of their files, as far as these exist", async () => {
    const { task } = taskWith(["kept"]);
    const { files } = await pictured(task, [
      { frames: [frame("kept"), frame("kept", { path: "gone.mp4" })] },
    ]);
    expect(files).toEqual({ t: { "a.mp4": "../videos/a.mp4" } });
  });

  it("stay within the room of a report", async () => {
    const digests = Array.from({ length: 4_000 }, (_, at) => `kept ${at}`);
    const { task } = taskWith(digests);
    const { frames } = await pictured(
      task,
      digests.map((digest) => ({ frames: [frame(digest)] })),
    );
    const characters = Object.values(frames).reduce((sum, { length }) => sum + length, 0);
    expect(characters).toBeGreaterThan(999_000);
    expect(characters).toBeLessThan(1_001_000);
  });
});
