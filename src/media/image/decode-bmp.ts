import { type BmpHeader, bmpHeader, bmpPixelBytes, bmpRowBytes } from "./bmp-header.ts";
import type { RgbImage } from "./rgb-image.ts";

/**
 * Reads a Windows or OS/2 bitmap, which libvips does not: 1, 4 and 8 bits with a palette, 16 and 32
 * bits with or without masks, 24 bits, bottom-up and top-down. Alpha is dropped. Run-length coding
 * and embedded JPEG or PNG are refused. Throws an `Error` with the reason.
 */
export function decodeBmp(bytes: Uint8Array, limitPixels: number): RgbImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = bmpHeader(view);
  const { width, height, dataOffset } = header;
  if (width * height > limitPixels)
    throw new Error(`${width}x${height} are more than the ${limitPixels} pixels allowed`);
  const rowBytes = bmpRowBytes(header);
  const wholeBytes = dataOffset + bmpPixelBytes(header);
  if (wholeBytes > bytes.length)
    throw new Error(`truncated: ${bytes.length} bytes of ${wholeBytes}`);
  const rgb = new Uint8Array(3 * width * height);
  const putRow = rowReader(view, header);
  for (let y = 0; y < height; y++) {
    const stored = header.isTopDown ? y : height - 1 - y;
    putRow(dataOffset + stored * rowBytes, rgb.subarray(3 * width * y, 3 * width * (y + 1)));
  }
  return { width, height, rgb };
}

type PutRow = (from: number, row: Uint8Array) => void;

function rowReader(view: DataView, header: BmpHeader): PutRow {
  if (header.bits <= 8) return paletteRow(view, header);
  if (header.bits === 24) return plainRow(view);
  return maskedRow(view, header);
}

function plainRow(view: DataView): PutRow {
  return (from, row) => {
    for (let at = 0; at < row.length; at += 3) {
      row[at] = view.getUint8(from + at + 2);
      row[at + 1] = view.getUint8(from + at + 1);
      row[at + 2] = view.getUint8(from + at);
    }
  };
}

function paletteRow(view: DataView, { bits, palette }: BmpHeader): PutRow {
  const perByte = 8 / bits;
  const colours = palette.length / 3;
  return (from, row) => {
    for (let x = 0; 3 * x < row.length; x++) {
      const byte = view.getUint8(from + Math.floor(x / perByte));
      const index = (byte >> (8 - bits * ((x % perByte) + 1))) & ((1 << bits) - 1);
      if (index >= colours)
        throw new Error(`a pixel has colour ${index} of a palette of ${colours}`);
      row.set(palette.subarray(3 * index, 3 * index + 3), 3 * x);
    }
  };
}

/** Channels of any width are stretched to 8 bits and rounded down, as Pillow does. */
function maskedRow(view: DataView, { bits, masks }: BmpHeader): PutRow {
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, most: Math.max(1, mask >>> shift) };
  });
  const pixelBytes = bits / 8;
  return (from, row) => {
    for (let x = 0; 3 * x < row.length; x++) {
      const pixel =
        bits === 16
          ? view.getUint16(from + pixelBytes * x, true)
          : view.getUint32(from + pixelBytes * x, true);
      channels.forEach(({ mask, shift, most }, c) => {
        row[3 * x + c] = Math.floor((((pixel & mask) >>> shift) * 255) / most);
      });
    }
  };
}
