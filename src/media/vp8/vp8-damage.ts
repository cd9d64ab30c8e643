import { vp8CodeLeft } from "./vp8-code-left.ts";

/** What encoders leave of a partition to flush their last bits: libvpx 9 to 16, libwebp 16 to 31, of which 8 fill a chunk up. */
const mostBitsLeft = 48;

/**
 * Why a VP8 key frame is probably damaged, where its code does not end where its partitions do; `undefined` where it does. Only damage that
 * is small, or near the end of a partition, can end right by chance.
 */
export function vp8Damage(frame: Uint8Array): string | undefined {
  const left = vp8CodeLeft(frame);
  if (typeof left === "string") return left;
  const bits = left.map((one) => one.bits);
  const worst = bits.find((each) => each < 0) ?? Math.max(...bits);
  if (worst >= 0 && worst <= mostBitsLeft)
    return left.every(({ isZero }) => isZero) ? undefined : "its code does not end as encoders end it";
  return `its code ${worst < 0 ? `takes ${-worst} bits more than there are` : `leaves ${worst} bits over`}`;
}
