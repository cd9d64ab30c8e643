import { expect, test } from "vitest";
import { openVideo } from "../../src/media/video/open-video.ts";
import { checkFile } from "./check-file.ts";

test.each([
  ["fluid-File_4.mp4", { count: 176, width: 528, height: 512, codec: "h264" }],
  ["structural-File_2.gif", { count: 20, width: 1138, height: 628, codec: "gif" }],
] as const)("OpenSeeSimE's %s is decoded, all of it", async (name, { count, ...expected }) => {
  await using video = await openVideo(checkFile(`multiple-choice/seesim/${name}`));
  expect(await video.probe()).toMatchObject({
    ...expected,
    frameCount: { count, exact: true },
    warnings: [],
  });
  let taken = 0;
  for await (const { width, height, rgb } of video.frames([...(await video.times()).keys()])) {
    expect(rgb).toHaveLength(width * height * 3);
    taken++;
  }
  expect(taken).toBe(count);
  expect(video.warnings).toEqual([]);
});
