/** A box of an ISO media file (ISO/IEC 14496-12) without its header. */
export interface Box {
  readonly type: string;
  readonly body: Buffer;
}

/** Where a box starts and ends in what it is read from, and where its content does. */
export interface BoxPlace {
  readonly type: string;
  readonly bodyAt: number;
  readonly end: number;
}

/** Bytes of the longest header: size, type and the size again in 64 bits. */
export const boxHeaderBytes = 16;

/**
 * The place of the box whose header is `header`, at `at` of something that ends at `limit`; `null`
 * where there is none.
 */
export function boxPlace(header: Buffer, at: number, limit: number): BoxPlace | null {
  if (header.length < 8) return null;
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && header.length < boxHeaderBytes) return null;
  const headerBytes = isLong ? boxHeaderBytes : 8;
  const type = header.toString("latin1", 4, 8);
  // Only the pictures may go on to the end of the file without a length: zeros are no box.
  if (short === 0 && type !== "mdat") return null;
  const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? limit - at : short;
  if (size < headerBytes || at + size > limit) return null;
  return { type, bodyAt: at + headerBytes, end: at + size };
}

/** The boxes within a box; `null` where one does not fit. */
export function boxesIn(body: Buffer): readonly Box[] | null {
  const boxes: Box[] = [];
  for (let at = 0; at < body.length; ) {
    const place = boxPlace(body.subarray(at, at + boxHeaderBytes), at, body.length);
    if (!place) return null;
    boxes.push({ type: place.type, body: body.subarray(place.bodyAt, place.end) });
    at = place.end;
  }
  return boxes;
}

/**
 * The content of the only box along this path, such as `mdia`, `minf`, `stbl`; `null` where there
 * is none or more than one.
 */
export function boxAt(body: Buffer, ...path: readonly string[]): Buffer | null {
  let inner: Buffer | null = body;
  for (const type of path) {
    const found: readonly Box[] =
      (inner && boxesIn(inner))?.filter((box) => box.type === type) ?? [];
    inner = found.length === 1 ? found[0]!.body : null;
  }
  return inner;
}

const containers = new Set(["trak", "edts", "mdia", "minf", "stbl", "traf"]);
/** What names of boxes are made of. */
const name = /^[ -~\u00a9]{4}$/;

/**
 * Whether the boxes within the header of a file, or of a fragment, fit and have names that can be,
 * those within its tracks too.
 */
export function areSound(body: Buffer): boolean {
  return (
    boxesIn(body)?.every(
      (box) => name.test(box.type) && (!containers.has(box.type) || areSound(box.body)),
    ) ?? false
  );
}
