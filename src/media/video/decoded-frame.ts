import type { Frame } from "node-av/lib";
import type { Size } from "../image/fitted-size.ts";
import { isSideways, type Orientation, orientRgb } from "./orientation.ts";
import { type RgbConverter, rgbConverter } from "./rgb-converter.ts";

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

/** The size that a frame is wanted in, by the size that it is shown in. */
export type WantedSize = (shown: Size) => Size;

/** Makes upright pictures of decoded frames. */
export interface PictureMaker extends Disposable {
  picture(frame: Frame): Pick<DecodedFrame, "width" | "height" | "rgb">;
}

export function pictureMaker(
  path: string,
  orientation: Orientation,
  wantedSize?: WantedSize,
): PictureMaker {
  const converter: RgbConverter = rgbConverter(path);
  const turned = (size: Size): Size =>
    isSideways(orientation) ? { width: size.height, height: size.width } : size;
  return {
    picture(frame) {
      const coded = { width: frame.width, height: frame.height };
      const shown = wantedSize ? wantedSize(turned(coded)) : turned(coded);
      // Scaled first: what is turned is then the smaller picture.
      const size = turned(shown);
      return {
        width: shown.width,
        height: shown.height,
        rgb: orientRgb(converter.convert(frame, size), size, orientation),
      };
    },
    [Symbol.dispose]: () => converter[Symbol.dispose](),
  };
}
