import { describe, expect, it } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import { dialogue } from "../../families/dialogue/index.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import { type LengthPlaces, lengthAttacher } from "./length-attacher.ts";

const root = temporaryFolder();
const stream = (id: string): PlannedSample => ({
  sample: {
    id,
    group: id,
    endsWithVideo: true,
    fps: 2,
    frameCount: 6,
    inputs: [],
    media: [{ kind: "video", path: `${id}.mp4` }],
    metadata: {},
    references: [],
  } as Sample,
  digest: id,
});
const batches = (...ids: readonly string[]): SampleBatches => ({
  async *[Symbol.asyncIterator]() {
    for (const id of ids) yield [stream(id)];
  },
});
const absent: LengthPlaces["media"] = {
  using: async ({ path }: MediaRef, use) => use(path),
  problem: async ({ path }: MediaRef) => ({ reason: `${path} is not there`, isAmbiguous: false }),
  state: async () => "",
};

async function attach(samples: SampleBatches, media = absent) {
  const warnings: string[] = [];
  const lengthen = lengthAttacher({
    family: dialogue as unknown as Family,
    media,
    onWarning: (message) => warnings.push(message),
  });
  const read: PlannedSample[] = [];
  for await (const batch of lengthen(samples)) read.push(...batch);
  return { read, warnings };
}

describe("samples as long as their videos", () => {
  it("stay as they are where videos are not there; the first of many are named, and the others counted", async () => {
    const ids = Array.from({ length: 23 }, (_, at) => `v${at}`);
    const { read, warnings } = await attach(batches(...ids));
    expect(read).toEqual(ids.map(stream));
    expect(warnings).toHaveLength(21);
    expect(warnings[0]).toBe("v0: v0.mp4 is not there; it counts as ending after its last turn");
    expect(warnings[20]).toMatch(/^3 further samples count as ending after their last turn/);
  });

  it("stay as they are where a video may not be opened", async () => {
    const refused = () => Promise.reject(new UserError("v.mp4: lies outside the media folder"));
    const { warnings } = await attach(batches("v"), {
      ...absent,
      problem: async () => undefined,
      using: refused,
    });
    expect(warnings).toEqual([
      "v: v.mp4: lies outside the media folder; it counts as ending after its last turn",
    ]);
  });

  it("are as long as the part of the file that is meant", async () => {
    const path = root.file("part.mp4", "");
    encodeVideo(path, testVideos["h264 mp4, GOP 30, 600 frames"]!);
    const parts = [{}, { from: 2, to: 5 }, { from: 20 }, { to: 3 }, { from: 900, to: 910 }];
    const samples = async function* () {
      for (const [at, part] of parts.entries()) {
        const { sample, digest } = stream(`v${at}`);
        const media = [{ kind: "video", path: "part.mp4", ...part }];
        yield [{ sample: { ...sample, media } as Sample, digest }];
      }
    };
    const { read, warnings } = await attach(
      { [Symbol.asyncIterator]: samples },
      { using: async (_, use) => use(path), problem: async () => undefined, state: async () => "" },
    );
    const counts = read.map(({ sample }) => (sample as Sample & { frameCount: number }).frameCount);
    expect(counts).toEqual([48, 6, 8, 6, 6]);
    expect(warnings).toEqual([
      "v4: part.mp4: ends at 24.000 s, before its part from 900 s on; it counts as ending after its last turn",
    ]);
  });

  it("are the very same where the family does not go by videos", () => {
    const samples = batches("v");
    const media = { ...absent, problem: () => Promise.reject(new Error("not to be asked")) };
    expect(
      lengthAttacher({
        family: multipleChoice as unknown as Family,
        media,
        onWarning: () => undefined,
      })(samples),
    ).toBe(samples);
  });
});
