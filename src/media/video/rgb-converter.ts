import {
  AV_PIX_FMT_RGB24,
  AVCOL_RANGE_JPEG,
  SWS_ACCURATE_RND,
  SWS_FULL_CHR_H_INT,
  SWS_LANCZOS,
} from "node-av/constants";
import { Frame, SoftwareScaleContext } from "node-av/lib";
import type { Size } from "../image/fitted-size.ts";
import { checkCode } from "./check-code.ts";

/** Makes packed RGB, 8 bits and full range, of decoded frames. */
export interface RgbConverter extends Disposable {
  /** In the frame's own size, or scaled to another. */
  convert(frame: Frame, size: Size): Buffer;
}

/** How frames of videos are scaled, for the record of a run. */
export const videoScaling = "libswscale lanczos accurate_rnd full_chroma_int";

/**
 * The matrix and range are those that the frame states; a frame that states no matrix is taken for
 * BT.601 whatever its size, as by FFmpeg, OpenCV and PyAV, so that pixels agree with theirs.
 * Primaries and transfer are left alone: HDR is not tone-mapped. Alpha is dropped. Scaling happens
 * before colours are made, on the planes of the frame: a third of the cost of scaling RGB (`bench
 * media`), and the same picture within 40 to 50 dB.
 */
export function rgbConverter(path: string): RgbConverter {
  // Without a fixed size and format a scaler follows every frame's own, and honours its colour
  // properties.
  const plain = new SoftwareScaleContext();
  plain.allocContext();
  const scaling = new SoftwareScaleContext();
  scaling.allocContext();
  checkCode(
    scaling.setOption("sws_flags", SWS_LANCZOS | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT),
    path,
    "sws_flags",
  );
  return {
    convert(frame, { width, height }) {
      using rgb = new Frame();
      rgb.alloc();
      rgb.width = width;
      rgb.height = height;
      rgb.format = AV_PIX_FMT_RGB24;
      rgb.colorRange = AVCOL_RANGE_JPEG;
      rgb.colorPrimaries = frame.colorPrimaries;
      rgb.colorTrc = frame.colorTrc;
      checkCode(rgb.getBuffer(), path, "no memory for a frame");
      const scaler = width === frame.width && height === frame.height ? plain : scaling;
      checkCode(scaler.scaleFrameSync(rgb, frame), path, "a frame cannot be converted to RGB");
      return rgb.toBuffer();
    },
    [Symbol.dispose]() {
      plain.freeContext();
      scaling.freeContext();
    },
  };
}
