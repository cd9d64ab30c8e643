import { blockAt, isWhite } from "./frame-number.ts";

/** Layouts that frames can be drawn in, planes one after another without padding. */
export type RawPixels = "gray8" | "yuv420p" | "yuvj420p" | "yuv420p10";

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pixels: RawPixels;
  readonly fill?: readonly [number, number, number];
  readonly detail?: boolean;
  /** The number stands upright after this clockwise turn. */
  readonly rotation?: 0 | 90 | 180 | 270;
}

/** The pixels of the frame with this number. */
export function drawFrame(number: number, drawing: Drawing): Buffer {
  const luma = drawLuma(number, drawing);
  if (drawing.pixels === "gray8") return luma;
  const chroma = Math.ceil(drawing.width / 2) * Math.ceil(drawing.height / 2);
  // Colours drift from frame to frame, so that a reader that mixes up the chroma planes of two
  // frames is still put to the test.
  const u = Buffer.alloc(chroma, drawing.fill?.[1] ?? 118 + (number % 20));
  const v = Buffer.alloc(chroma, drawing.fill?.[2] ?? 138 - (number % 20));
  const planes = Buffer.concat([luma, u, v]);
  return drawing.pixels === "yuv420p10" ? toTenBits(planes) : planes;
}

function drawLuma(number: number, drawing: Drawing): Buffer {
  const { width, height } = drawing;
  const luma = Buffer.alloc(width * height, drawing.fill?.[0] ?? 0);
  if (drawing.fill) return luma;
  const shades = Array.from({ length: 16 }, (_, block) => (isWhite(number, block) ? 220 : 32));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = drawing.detail ? (((x + number * 3) ^ (y + number)) & 31) - 16 : 0;
      luma[y * width + x] = shades[shownBlock(x, y, drawing)]! + wave;
    }
  }
  return luma;
}

function shownBlock(x: number, y: number, { width, height, rotation = 0 }: Drawing): number {
  const across = { width: height, height: width };
  switch (rotation) {
    case 90:
      return blockAt(height - 1 - y, x, across);
    case 180:
      return blockAt(width - 1 - x, height - 1 - y, { width, height });
    case 270:
      return blockAt(y, width - 1 - x, across);
    default:
      return blockAt(x, y, { width, height });
  }
}

function toTenBits(planes: Buffer): Buffer {
  const wide = Buffer.alloc(planes.length * 2);
  for (const [at, value] of planes.entries()) wide.writeUInt16LE(value << 2, at * 2);
  return wide;
}
