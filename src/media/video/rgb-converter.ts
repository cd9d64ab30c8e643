import { AV_PIX_FMT_RGB24, AVCOL_RANGE_JPEG } from "node-av/constants";
import { Frame, SoftwareScaleContext } from "node-av/lib";
import { checkCode } from "./check-code.ts";

/** Makes packed RGB, 8 bits and full range, of decoded frames. */
export interface RgbConverter extends Disposable {
  convert(frame: Frame): Buffer;
}

/**
 * The matrix and range are those that the frame states; a frame that states no matrix is taken for BT.601 whatever its size, as by FFmpeg,
 * OpenCV and PyAV, so that pixels agree with theirs. Primaries and transfer are left alone: HDR is not tone-mapped. Alpha is dropped.
 */
export function rgbConverter(path: string): RgbConverter {
  const scaler = new SoftwareScaleContext();
  // Without a fixed size and format the scaler follows every frame's own, and honours its colour properties.
  scaler.allocContext();
  return {
    convert(frame) {
      using rgb = new Frame();
      rgb.alloc();
      rgb.width = frame.width;
      rgb.height = frame.height;
      rgb.format = AV_PIX_FMT_RGB24;
      rgb.colorRange = AVCOL_RANGE_JPEG;
      rgb.colorPrimaries = frame.colorPrimaries;
      rgb.colorTrc = frame.colorTrc;
      checkCode(rgb.getBuffer(), path, "no memory for a frame");
      checkCode(scaler.scaleFrameSync(rgb, frame), path, "a frame cannot be converted to RGB");
      return rgb.toBuffer();
    },
    [Symbol.dispose]: () => scaler.freeContext(),
  };
}
