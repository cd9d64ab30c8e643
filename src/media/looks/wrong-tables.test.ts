import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openFrameCache } from "../cache/frame-cache.ts";
import { framesOf } from "../frames-job.ts";
import { pixelLooks } from "../pixels/pixel-looks.ts";
import { PixelTaker } from "../pixels/pixel-taker.ts";
import { TableError } from "../video/mp4/table-error.ts";
import type { Look } from "./frames-wanted.ts";
import type { LookQueue } from "./look-queue.ts";
import type { LookedFile } from "./plan-looks.ts";

const root = temporaryFolder();
const opened: string[] = [];

/** Tables that leave out the first frame, which is found out at frame 20. */
vi.mock("../video/open-frames.ts", async (original) => {
  const { openFrames } = await original<typeof import("../video/open-frames.ts")>();
  return {
    openFrames: async (...[file, options]: Parameters<typeof openFrames>) => {
      opened.push(options.index!);
      const video = await openFrames(file, options);
      if (options.index === "packets") return video;
      return {
        ...video,
        times: async () => (await video.times()).subarray(1),
        async *frames(indices: readonly number[]) {
          for await (const frame of video.frames(indices.map((index) => index + 1))) {
            if (frame.index >= 20) throw new TableError("not as the table says");
            yield { ...frame, index: frame.index - 1 };
          }
        },
      };
    },
  };
});

const video = testVideos["h264 mp4, B-frames, GOP 12"]!;

it("tables that prove wrong are not mixed with packets, and not tried again", async () => {
  const path = join(root.path, "clip.mp4");
  encodeVideo(path, video);
  const cache = (name: string) => ({ directory: join(root.path, name), maxBytes: 1e9 });
  const look = async (directory: string, ...spans: readonly (readonly [number, number])[]) => {
    const outcomes = await framesOf({
      work: "frames",
      kind: "video",
      path,
      name: "clip",
      request: {
        sampler: { strategy: "all" },
        encoding: { format: "png", quality: 90, longestSide: null },
      },
      looks: spans.map((span) => ({ want: { span } })),
      source: path,
      decoder: "",
      cache: cache(directory),
    });
    return outcomes.map((outcome) => {
      if (outcome.kind !== "answered") throw new Error(outcome.reason);
      return outcome.value.frames;
    });
  };
  const [early] = await look("a", [0, 0.3]);
  expect(opened).toEqual(["table"]);
  const [again, late] = await look("a", [0, 0.3], [1, 1.5]);
  expect(opened).toEqual(["table", "table", "packets"]);
  // What the tables called the first frames were others.
  expect(again![0]!.digest).not.toBe(early![0]!.digest);
  expect(await look("a", [0, 0.3], [1, 1.5])).toEqual([again, late]);
  await look("a", [2, 2.2]);
  expect(opened).toEqual(["table", "table", "packets", "packets"]);
  const [fresh] = await look("b", [0, 2.2]);
  for (const frame of [...again!, ...late!]) expect(fresh).toContainEqual(frame);
});

it("pixels of frames that wrong tables have named are those on screen at the same time", async () => {
  const path = join(root.path, "pixels.mp4");
  encodeVideo(path, video);
  const { width, height } = video;
  const file: LookedFile = {
    kind: "video",
    path,
    name: "pixels",
    request: {
      sampler: { strategy: "all" },
      encoding: { format: "png", quality: 90, longestSide: null },
    },
    source: path,
    decoder: "",
  };
  const kept = { directory: join(root.path, "pixels"), maxBytes: 1e9 };
  const { signal } = new AbortController();
  const queue = {
    look: (one: LookedFile, looks: readonly Look[]) =>
      framesOf({ ...one, work: "frames", looks, cache: kept }),
  } satisfies Pick<LookQueue, "look">;
  const cache = openFrameCache(kept);
  const taker = new PixelTaker();
  const shape = { width, height, resize: "stretch", filter: "bicubic" } as const;
  const named = async (...atSeconds: readonly number[]) => {
    const tools = { cache, queue, pixels: { shape, taker } };
    const [seen] = await pixelLooks(file, [{ want: { atSeconds } }], { signal }, tools);
    if (seen?.kind !== "answered") throw new Error(seen?.reason);
    return seen.value.frames;
  };
  const numbersOf = async (frames: Awaited<ReturnType<typeof named>>) => {
    const taken = await taker.take(frames, signal);
    if (taken.kind !== "answered") throw new Error(taken.reason);
    return taken.value.map((rgb) => readFrameNumber(rgb, width, height));
  };
  opened.length = 0;
  // The first look, which decodes as well, finds nothing wrong yet.
  const early = await named(0, 0.2);
  expect(await numbersOf(early)).toEqual([1, 6]);
  const late = await named(1, 1.2);
  expect(opened).toEqual(["table"]);
  expect(await numbersOf(late)).toEqual([25, 30]);
  expect(opened).toEqual(["table", "table", "packets"]);
  // From now on the tables are not believed.
  const again = await named(0, 0.2, 1);
  expect(again.map(({ digest }) => digest)).not.toContain(early[0]!.digest);
  expect(await numbersOf(again)).toEqual([0, 5, 25]);
  expect(opened.slice(3)).toEqual(["packets"]);
  const beyond = { ...late[0]!, digest: "beyond" };
  taker.name("beyond", { file: { ...file, shape }, atSeconds: 1e6, queue });
  expect(await taker.take([beyond], signal)).toMatchObject({
    kind: "media-error",
    reason: "pixels: only 0 of 1 frames are there",
  });
});
