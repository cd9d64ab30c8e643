import { areaResizer } from "../../math/area-resize.ts";
import type { Size } from "../image/fitted-size.ts";

type Shrink = (rgb: Uint8Array, size: Size) => Uint8Array;

/**
 * Makes pictures (packed RGB, 8 bits) small by areas, as OpenCV's `INTER_AREA` does; they may be of
 * several sizes.
 */
export function shrinker(size: Size): Shrink {
  let known:
    | { readonly from: Size; readonly resize: (rgb: Uint8Array) => Float64Array }
    | undefined;
  return (rgb, { width, height }) => {
    if (known?.from.width !== width || known.from.height !== height)
      known = {
        from: { width, height },
        resize: areaResizer({ width, height, channels: 3 }, size),
      };
    return Uint8Array.from(known.resize(rgb), toEven);
  };
}

/** Rounded to the nearest, halves to even numbers, as OpenCV rounds. */
function toEven(value: number): number {
  const low = Math.floor(value);
  const share = value - low;
  return share > 0.5 || (share === 0.5 && low % 2 === 1) ? low + 1 : low;
}
