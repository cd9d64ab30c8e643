/** Some writers have packets of a byte or two that stand for nothing. */
const leastPictureBytes = 8;

/**
 * Why a packet of MPEG-4 part 2 is damaged for certain, or `null`. It begins with a start code: where it does not, the
 * decoder looks for a picture further on, and may show the one before once more without a word.
 */
export function mpeg4Damage(data: Uint8Array): string | null {
  const [a, b, c, d] = data;
  // Two zeros and a 1, with another zero before it at times; in the manner of H.263 two zeros and a set bit.
  const isStarted = a === 0 && b === 0 && (c === 1 || c! >= 0x80 || (c === 0 && d === 1));
  if (data.length < leastPictureBytes) return null;
  if (!isStarted) return "its packet does not begin with a picture";
  const picture = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, mostHeaderBytes)).indexOf(pictureStart);
  return picture < 0 || hasMarker(data, picture + pictureStart.length) ? null : "the header of its picture breaks its own rules";
}

const pictureStart = Buffer.from([0, 0, 1, 0xb6]);
/** Headers of the video and of a group may stand before the picture. */
const mostHeaderBytes = 128;

/** After the two bits of the type and the seconds, so many ones and a 0, stands a 1 (ISO/IEC 14496-2, 6.2.5). */
function hasMarker(data: Uint8Array, from: number): boolean {
  const bit = (at: number) => ((data[from + (at >> 3)] ?? 0) >> (7 - (at & 7))) & 1;
  let at = 2;
  while (at < 8 * leastPictureBytes && bit(at) === 1) at++;
  return bit(at + 1) === 1;
}
