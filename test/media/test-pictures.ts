import sharp from "sharp";
import { drawFrame } from "./draw-frame.ts";

/** The number on every test picture. */
const pictureNumber = 1234;

const size = { width: 96, height: 64 } as const;

/** One picture with a number on it and some detail, in every format that is read. */
export const testPictures: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  png: () => picture().png().toBuffer(),
  jpeg: () => picture().jpeg({ quality: 90 }).toBuffer(),
  webp: () => picture().webp({ quality: 90 }).toBuffer(),
  bmp: async () => bitmap(),
  tiff: () => picture().tiff({ compression: "lzw" }).toBuffer(),
};

function picture() {
  return sharp(packedRgb(), { raw: { ...size, channels: 3 } });
}

function packedRgb(): Uint8Array {
  const grey = drawFrame(pictureNumber, { ...size, pixels: "gray8", detail: true });
  return Uint8Array.from(
    { length: grey.length * 3 },
    (_, at) => grey[Math.floor(at / 3)]! + (at % 3) * 4,
  );
}

/**
 * By hand, as sharp writes none: 24 bits, rows from the bottom up, whose length is a multiple of
 * four here.
 */
function bitmap(): Buffer {
  const rgb = packedRgb();
  const { width, height } = size;
  const header = Buffer.alloc(54);
  header.write("BM", "latin1");
  header.writeUInt32LE(header.length + rgb.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.from(rgb.subarray(3 * width * row, 3 * width * (row + 1))).reverse(),
  );
  // Reversing a row turns RGB into BGR but also left into right, which reversing its pixels undoes.
  return Buffer.concat([header, ...rows.reverse().map(mirrored)]);
}

function mirrored(row: Buffer): Buffer {
  const out = Buffer.alloc(row.length);
  for (let at = 0; at < row.length; at += 3) row.copy(out, row.length - 3 - at, at, at + 3);
  return out;
}
