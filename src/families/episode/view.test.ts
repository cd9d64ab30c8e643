import { expect, it } from "vitest";
import type { EpisodeSample } from "./schema.ts";
import { episodeView } from "./view.ts";

it("places windows on an axis of frames, since samples know no rate", () => {
  const sample: EpisodeSample = {
    episode: "kitchen",
    group: "kitchen/0",
    id: "223",
    task: "timeline_action",
    truth: { kind: "class", label: "pour" },
    windows: [{ centerFrame: 1124, endFrame: 1134, index: 223, startFrame: 1115 }],
  };
  expect(episodeView(sample, null).blocks[0]).toMatchObject({
    kind: "timeline",
    unit: "frames",
    startSeconds: 1095,
    endSeconds: 1155,
  });
});
