import { selectFrames } from "../src/media/samplers/select-frames.ts";
import { openVideo } from "../src/media/video/open-video.ts";

/**
 * `node take-frames.ts <file> <frames, or "2fps"> <threads>`: what bench/peers/media.py does, by
 * us.
 */
const [path, count, threads] = process.argv.slice(2);
const startedAt = performance.now();
const before = process.cpuUsage();
await using video = await openVideo(path!, { threads: Number(threads), index: "table" });
const sampler =
  count === "2fps"
    ? ({ strategy: "fps", rate: 2, max: 10_000 } as const)
    : ({ strategy: "uniform", count: Number(count) } as const);
const { indices } = selectFrames(sampler, await video.times());
let frames = 0;
const wantedSize = () => ({ width: 224, height: 224 });
for await (const { rgb } of video.frames(indices, { wantedSize }))
  frames += rgb.length / (224 * 224 * 3);
const used = process.cpuUsage(before);
const whole = process.cpuUsage();
console.log(
  JSON.stringify({
    wall: (performance.now() - startedAt) / 1000,
    cpu: (used.user + used.system) / 1e6,
    processCpu: (whole.user + whole.system) / 1e6,
    frames,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
