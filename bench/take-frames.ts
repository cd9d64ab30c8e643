import sharp from "sharp";
import { selectFrames } from "../src/media/samplers/select-frames.ts";
import { openVideo } from "../src/media/video/open-video.ts";

/** `node take-frames.ts <file> <frames, or "2fps"> <threads>`: what bench/peers/media.py does, by us. */
const [path, count, threads] = process.argv.slice(2);
const startedAt = performance.now();
const before = process.cpuUsage();
await using video = await openVideo(path!, { threads: Number(threads) });
const sampler =
  count === "2fps" ? ({ strategy: "fps", rate: 2, max: 10_000 } as const) : ({ strategy: "uniform", count: Number(count) } as const);
const { indices } = selectFrames(sampler, await video.times());
let frames = 0;
for await (const { rgb, width, height } of video.frames(indices)) {
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(224, 224, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  frames++;
}
const used = process.cpuUsage(before);
console.log(
  JSON.stringify({
    wall: (performance.now() - startedAt) / 1000,
    cpu: (used.user + used.system) / 1e6,
    frames,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
