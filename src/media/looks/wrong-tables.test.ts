import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { framesOf } from "../frames-job.ts";
import { TableError } from "../video/mp4/table-error.ts";

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

it("tables that prove wrong are not mixed with packets, and not tried again", async () => {
  const path = join(root.path, "clip.mp4");
  encodeVideo(path, testVideos["h264 mp4, B-frames, GOP 12"]!);
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
