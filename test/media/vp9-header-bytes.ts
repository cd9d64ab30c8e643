/** Reads bits from the highest of each byte on. */
function bitReader(bytes: Uint8Array) {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left--, at++) value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  return { take, bytesTouched: () => (at + 7) >> 3 };
}

/**
 * How many bytes of a VP9 frame of profile 0 say what kind of picture it is, of which size and by which references (VP9 bitstream specification,
 * 6.2): what follows are the strengths of its filter and of its quantisation, any of which is legal, and what is entropy-coded.
 */
export function vp9HeaderBytes(frame: Uint8Array): number {
  const { take, bytesTouched } = bitReader(frame);
  const [mark, profile, showsKnown] = [take(2), take(2), take(1)];
  if (mark !== 2 || profile !== 0) throw new RangeError("not a VP9 frame of profile 0");
  if (showsKnown === 1) return frame.length;
  const [isInter, isShown, isResilient] = [take(1), take(1), take(1)];
  if (isInter === 0) {
    take(24);
    take(4);
    takeSize(take);
  } else {
    const isIntraOnly = isShown === 1 ? 0 : take(1);
    if (isResilient === 0) take(2);
    if (isIntraOnly === 1) take(24);
    take(8);
    if (isIntraOnly === 1) takeSize(take);
    else takeReferences(take);
  }
  if (isResilient === 0) take(2);
  take(2);
  return bytesTouched();
}

type Take = (count: number) => number;

function takeSize(take: Take): void {
  take(16);
  take(16);
  if (take(1) === 1) take(32);
}

function takeReferences(take: Take): void {
  take(12);
  let isSizeKnown = false;
  for (let reference = 0; reference < 3 && !isSizeKnown; reference++) isSizeKnown = take(1) === 1;
  if (!isSizeKnown) take(32);
  if (take(1) === 1) take(32);
  take(1);
  if (take(1) === 0) take(2);
}
