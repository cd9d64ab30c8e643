/** A part of a TIFF picture that is coded by itself: a strip of rows, or a tile. */
interface TiffStrip {
  readonly from: number;
  readonly to: number;
  /** Bytes of pixels that it stands for. */
  readonly pixelBytes: number;
}

interface TiffStrips {
  /** The number of the compression: 1 none, 5 LZW, 8 deflate. */
  readonly compression: number;
  readonly strips: readonly TiffStrip[];
}

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
} as const;

type Tags = ReadonlyMap<number, readonly number[]>;

/** Where the pixels of the first picture lie; `undefined` where that cannot be told: what is wrong then is for the decoder to say. BigTIFF is not read. */
export function tiffStrips(bytes: Uint8Array): TiffStrips | undefined {
  try {
    const tags = readTags(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return tags && { compression: first(tags, tag.compression, 1), strips: stripsOf(tags) };
  } catch (error) {
    // A place outside of the file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** TIFF 6.0, section 2: numbers of 8, 16 or 32 bits, in place where they fit into four bytes. */
function readTags(view: DataView): Tags | undefined {
  const isLittle = view.getUint8(0) === 0x49;
  if (view.getUint16(2, isLittle) !== 42) return undefined;
  const directory = view.getUint32(4, isLittle);
  const tags = new Map<number, readonly number[]>();
  for (let entry = 0; entry < view.getUint16(directory, isLittle); entry++) {
    const at = directory + 2 + 12 * entry;
    const size = numberBytes[view.getUint16(at + 2, isLittle)];
    const count = view.getUint32(at + 4, isLittle);
    if (size === undefined || count * size > view.byteLength) continue;
    const from = count * size <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    const read = (place: number) =>
      size === 1 ? view.getUint8(place) : size === 2 ? view.getUint16(place, isLittle) : view.getUint32(place, isLittle);
    tags.set(
      view.getUint16(at, isLittle),
      Array.from({ length: count }, (_, i) => read(from + i * size)),
    );
  }
  return tags;
}

/** By the type of a field; others hold no numbers that matter here. */
const numberBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4 };

function first(tags: Tags, name: number, otherwise: number): number {
  return tags.get(name)?.[0] ?? otherwise;
}

function stripsOf(tags: Tags): readonly TiffStrip[] {
  const height = first(tags, tag.height, 0);
  const isTiled = tags.has(tag.tileOffsets);
  const rowsPerStrip = Math.min(height, first(tags, tag.rowsPerStrip, height));
  const rowBytes = Math.ceil((first(tags, isTiled ? tag.tileWidth : tag.width, 0) * bitsPerPixel(tags)) / 8);
  const perPlane = Math.ceil(height / rowsPerStrip);
  const offsets = tags.get(isTiled ? tag.tileOffsets : tag.stripOffsets) ?? [];
  const sizes = tags.get(isTiled ? tag.tileBytes : tag.stripBytes) ?? [];
  return offsets.map((from, at) => {
    const above = (at % perPlane) * rowsPerStrip;
    const rows = isTiled ? first(tags, tag.tileHeight, 0) : Math.min(rowsPerStrip, height - above);
    return { from, to: from + (sizes[at] ?? 0), pixelBytes: rows * rowBytes };
  });
}

/** Of one plane where the samples of a pixel are kept apart. */
function bitsPerPixel(tags: Tags): number {
  const bits = tags.get(tag.bits) ?? [1];
  const isApart = first(tags, tag.planes, 1) === 2;
  if (isApart) return bits[0]!;
  const samples = first(tags, tag.samples, 1);
  return Array.from({ length: samples }, (_, i) => bits[i] ?? bits[0]!).reduce((sum, each) => sum + each, 0);
}
