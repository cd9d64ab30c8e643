/** What stands before the pixels of a bitmap. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  /** Where the pixels begin. */
  readonly dataOffset: number;
  /** Packed RGB; empty above 8 bits. */
  readonly palette: Uint8Array;
  /** The bits of red, green and blue in pixels of 16 or 32 bits. */
  readonly masks: readonly number[];
}

const fileHeaderBytes = 14;
/** OS/2 wrote a shorter header, with 16-bit sides and palette entries of three bytes. */
const coreHeaderBytes = 12;
const infoHeaderBytes = 40;
const plain = 0;
const bitFields = 3;
const defaultMasks: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x3e0, 0x1f],
  32: [0xff0000, 0xff00, 0xff],
};

/** Throws an `Error` with the reason if this is no bitmap, or one of a kind that is not read. */
export function bmpHeader(view: DataView): BmpHeader {
  if (view.byteLength < fileHeaderBytes + coreHeaderBytes)
    throw new Error("truncated: the header is not complete");
  const headerBytes = view.getUint32(fileHeaderBytes, true);
  const isCore = headerBytes === coreHeaderBytes;
  if (!isCore && (headerBytes < infoHeaderBytes || headerBytes > 124))
    throw new Error(`a BMP header of ${headerBytes} bytes is not known`);
  if (view.byteLength < fileHeaderBytes + headerBytes)
    throw new Error("truncated: the header is not complete");
  const size = isCore ? coreSize(view) : infoSize(view);
  if (size.width < 1 || size.height === 0)
    throw new Error(`a BMP of ${size.width}x${size.height} has no pixels`);
  const { bits, compression } = size;
  const dataOffset = view.getUint32(10, true);
  if (dataOffset < fileHeaderBytes + headerBytes)
    throw new Error(`the pixels begin at ${dataOffset}, within the header`);
  if (![1, 4, 8, 16, 24, 32].includes(bits))
    throw new Error(`a BMP of ${bits} bits per pixel is not read`);
  const isMasked = compression === bitFields && (bits === 16 || bits === 32);
  if (compression !== plain && !isMasked)
    throw new Error(`BMP compression ${compression} is not read`);
  return {
    width: size.width,
    height: Math.abs(size.height),
    isTopDown: size.height < 0,
    bits,
    dataOffset,
    palette: bits <= 8 ? palette(view, size.colours || 1 << bits) : new Uint8Array(),
    masks: isMasked ? masks(view) : (defaultMasks[bits] ?? []),
  };
}

/** Rows are filled up to a multiple of four bytes. */
export function bmpRowBytes({ width, bits }: BmpHeader): number {
  return Math.ceil((width * bits) / 32) * 4;
}

export function bmpPixelBytes(header: BmpHeader): number {
  return bmpRowBytes(header) * header.height;
}

function coreSize(view: DataView) {
  return {
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    bits: view.getUint16(24, true),
    compression: plain,
    colours: 0,
  };
}

function infoSize(view: DataView) {
  return {
    width: view.getInt32(18, true),
    height: view.getInt32(22, true),
    bits: view.getUint16(28, true),
    compression: view.getUint32(30, true),
    colours: view.getUint32(46, true),
  };
}

function palette(view: DataView, colours: number): Uint8Array {
  const headerBytes = view.getUint32(fileHeaderBytes, true);
  const entryBytes = headerBytes === coreHeaderBytes ? 3 : 4;
  const start = fileHeaderBytes + headerBytes;
  const end = Math.min(view.getUint32(10, true), view.byteLength);
  const count = Math.min(colours, 256, Math.floor((end - start) / entryBytes));
  if (count < 1) throw new Error("the palette is missing");
  const rgb = new Uint8Array(3 * count);
  for (let i = 0; i < rgb.length; i++)
    rgb[i] = view.getUint8(start + Math.floor(i / 3) * entryBytes + 2 - (i % 3));
  return rgb;
}

/** They follow the short header, and are part of the longer ones, at the same place. */
function masks(view: DataView): readonly number[] {
  const start = fileHeaderBytes + infoHeaderBytes;
  if (view.byteLength < start + 12) throw new Error("truncated: the colour masks are not complete");
  return [0, 4, 8].map((at) => view.getUint32(start + at, true));
}
