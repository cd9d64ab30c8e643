import { writeVideo } from "../../src/media/video/write-video.ts";

const [width, height] = [160, 120];

/** A video without loss, so that any build of FFmpeg decodes the same pixels; see encoder.py. */
export function writeScene(path: string): void {
  const video = { encoder: "ffv1", container: "matroska", width, height, framesPerSecond: 10 };
  writeVideo(path, video, pictures());
}

function* pictures(): Iterable<Uint8Array> {
  for (let time = 0; time < 20; time++)
    yield Uint8Array.from({ length: 3 * width * height }, (_, i) => {
      const x = Math.floor(i / 3) % width;
      const y = Math.floor(i / 3 / width);
      return [x + y + 9 * time, 2 * y + 4 * time, (x >> 4) * 40 + (y >> 4) * 25 + 7 * time][i % 3]!;
    });
}

if (import.meta.main) writeScene(process.argv[2]!);
