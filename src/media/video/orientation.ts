import { AV_PKT_DATA_DISPLAYMATRIX } from "node-av/constants";
import type { CodecParameters } from "node-av/lib";

/**
 * How players turn the decoded picture: first mirrored left to right if asked, then turned
 * clockwise.
 */
export interface Orientation {
  readonly rotation: 0 | 90 | 180 | 270;
  readonly mirrored: boolean;
}

const UPRIGHT: Orientation = { rotation: 0, mirrored: false };

/**
 * From the display matrix of the stream; turns that are not quarters go to the nearest quarter, as
 * there is no other exact picture.
 */
export function readOrientation(parameters: CodecParameters): Orientation {
  const matrix = parameters.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return UPRIGHT;
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const mirrored = a * d - b * c < 0;
  // A mirrored matrix is a mirror (x to -x) followed by the turn, so its first row points the other
  // way.
  const angle = mirrored ? Math.atan2(-b, -a) : Math.atan2(b, a);
  const quarter = ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4;
  return { rotation: ([0, 90, 180, 270] as const)[quarter]!, mirrored };
}

const one = 0x10000;

/**
 * Whether the display matrix is a turn by quarters and nothing else, as all are that cameras write.
 */
export function isQuarterTurn(parameters: CodecParameters): boolean {
  const matrix = parameters.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return true;
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => Math.abs(matrix.readInt32LE(at)));
  return (
    (a === one && d === one && b === 0 && c === 0) || (b === one && c === one && a === 0 && d === 0)
  );
}

/** Whether width and height change places. */
export function isSideways({ rotation }: Orientation): boolean {
  return rotation === 90 || rotation === 270;
}

/** Turns packed RGB. A hot loop (several million pixels): one pass, no allocation per pixel. */
export function orientRgb(
  rgb: Buffer,
  size: { readonly width: number; readonly height: number },
  orientation: Orientation,
): Buffer {
  if (orientation.rotation === 0 && !orientation.mirrored) return rgb;
  const { width, height } = size;
  const { origin, stepX, stepY } = sourceSteps(size, orientation);
  const turned = isSideways(orientation);
  const [outWidth, outHeight] = turned ? [height, width] : [width, height];
  const out = Buffer.allocUnsafe(rgb.length);
  let to = 0;
  for (let y = 0; y < outHeight; y++) {
    let from = (origin + y * stepY) * 3;
    for (let x = 0; x < outWidth; x++, from += stepX * 3) {
      out[to++] = rgb[from]!;
      out[to++] = rgb[from + 1]!;
      out[to++] = rgb[from + 2]!;
    }
  }
  return out;
}

/**
 * Which source pixel lies at the top left of the shown picture, and how the source index moves with
 * x and y of the shown picture.
 */
function sourceSteps(
  { width, height }: { width: number; height: number },
  { rotation, mirrored }: Orientation,
) {
  const turn = {
    0: { x: 0, y: 0, right: 1, down: width },
    90: { x: 0, y: height - 1, right: -width, down: 1 },
    180: { x: width - 1, y: height - 1, right: -1, down: -width },
    270: { x: width - 1, y: 0, right: width, down: -1 },
  }[rotation];
  const sideways = rotation === 90 || rotation === 270;
  const x = mirrored ? width - 1 - turn.x : turn.x;
  return {
    origin: turn.y * width + x,
    stepX: mirrored && !sideways ? -turn.right : turn.right,
    stepY: mirrored && sideways ? -turn.down : turn.down,
  };
}
