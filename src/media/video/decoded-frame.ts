import type { Frame } from "node-av/lib";
import { isSideways, type Orientation, orientRgb } from "./orientation.ts";
import type { RgbConverter } from "./rgb-converter.ts";

/** One picture as a viewer sees it. */
export interface DecodedFrame {
  /** Place in the order of presentation, from 0. */
  readonly index: number;
  /** Presentation time on the stream's own clock. */
  readonly atSeconds: number;
  readonly width: number;
  readonly height: number;
  /** Packed RGB, 8 bits, full range, three bytes a pixel, without padding. */
  readonly rgb: Buffer;
}

/** The pixels of a frame, upright. */
export function toPixels(frame: Frame, converter: RgbConverter, orientation: Orientation): Pick<DecodedFrame, "width" | "height" | "rgb"> {
  const size = { width: frame.width, height: frame.height };
  const rgb = orientRgb(converter.convert(frame), size, orientation);
  return isSideways(orientation) ? { width: size.height, height: size.width, rgb } : { ...size, rgb };
}
