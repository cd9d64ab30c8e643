import { describe, expect, it } from "vitest";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { dialogue } from "../../families/dialogue/index.ts";
import { MediaSurvey } from "./media-survey.ts";
import type { Task } from "./open-task.ts";
import type { MediaProblem } from "./task-media.ts";

const sample = (id: string, media: readonly MediaRef[]): Sample =>
  ({ id, group: id, media }) as unknown as Sample;

async function surveyed(
  samples: readonly (readonly string[])[],
  problem?: (path: string) => MediaProblem | undefined,
) {
  const usual = (path: string) =>
    path.startsWith("here") ? undefined : { reason: `${path} is not there`, isAmbiguous: false };
  const media = {
    problem: async ({ path }: MediaRef) => (problem ?? usual)(path),
    contents: async () => "videos: it holds other.mp4",
  };
  const survey = new MediaSurvey({
    id: "t",
    family: dialogue as unknown as Family,
    media: media as unknown as Task["media"],
  });
  const batch = samples.map((paths, at) => ({
    sample: sample(
      `s${at}`,
      paths.map((path) => ({ kind: "video", path })),
    ),
    digest: String(at),
  }));
  // In two batches, as they are read.
  await survey.add(batch.slice(0, 3));
  await survey.add(batch.slice(3));
  return survey;
}

describe("videos that are not there", () => {
  it("are named once each, with the samples that are about them, where a system is shown none", async () => {
    const survey = await surveyed([
      ["here.mp4"],
      ["a.mp4"],
      ["a.mp4"],
      ["b.mp4"],
      ["a.mp4"],
      ["a.mp4"],
      ["a.mp4"],
    ]);
    expect(survey.unseenRemarks()).toEqual([
      "asked without media: the system is shown no pictures or videos, of which some are missing: a.mp4 is not there (s1, s2, s4 and 2 more); b.mp4 is not there (s3)",
    ]);
    expect((await surveyed([["here.mp4"]])).unseenRemarks()).toEqual([
      "asked without media: the system is shown no pictures or videos",
    ]);
    expect((await surveyed([[]])).unseenRemarks()).toEqual([]);
  });

  it("are counted where they are many", async () => {
    const [remark] = (
      await surveyed(Array.from({ length: 25 }, (_, at) => [`v${at}.mp4`]))
    ).unseenRemarks();
    expect(remark).toContain("v19.mp4");
    expect(remark).not.toContain("v20.mp4");
    expect(remark).toMatch(/; and 5 more, which vidimus probe names$/);
  });
});

describe("a system that sees", () => {
  it.each<[string, readonly (readonly string[])[], RegExp | undefined]>([
    ["nothing is named", [[], []], /names no pictures or videos/],
    [
      "nothing is there",
      [["a.mp4"], ["b.mp4"]],
      /none of its 2 .* looked for a\.mp4, b\.mp4 in videos: it holds other\.mp4/,
    ],
    ["something is there", [["here.mp4"], ["b.mp4"], []], undefined],
    ["there are no samples", [], undefined],
  ])("is refused by what a survey finds where %s", async (_, samples, message) => {
    const refusal = await (await surveyed(samples)).refusal();
    if (message) expect(refusal?.message).toMatch(message);
    else expect(refusal).toBeUndefined();
    if (refusal) expect(refusal.hint).toContain("data.media: none");
  });

  it("is refused where two files answer to one name, though others are there", async () => {
    const two = (path: string) =>
      path === "x" ? { reason: "x: there are a/x.mp4 and b/x.mkv", isAmbiguous: true } : undefined;
    const refusal = await (await surveyed([["here.mp4"], ["x"]], two)).refusal();
    expect(refusal?.message).toContain("a/x.mp4 and b/x.mkv");
  });
});
