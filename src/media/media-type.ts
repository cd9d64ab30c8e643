import { open } from "node:fs/promises";

/** Where a format shows itself: these characters at this place. The first that matches counts. */
const signs: readonly (readonly [type: string, at: number, characters: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["image/tiff", 0, "II*\0"],
  ["image/tiff", 0, "MM\0*"],
  ["video/quicktime", 4, "ftypqt"],
  ["video/3gpp", 4, "ftyp3g"],
  ["video/mp4", 4, "ftyp"],
  ["video/quicktime", 4, "moov"],
  ["video/quicktime", 4, "mdat"],
  ["video/x-msvideo", 8, "AVI "],
  ["video/x-flv", 0, "FLV\x01"],
  ["video/x-ms-wmv", 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11"],
  ["video/ogg", 0, "OggS"],
  ["video/mpeg", 0, "\0\0\x01\xba"],
  ["video/mpeg", 0, "\0\0\x01\xb3"],
  ["image/bmp", 0, "BM"],
];

const transportPacketBytes = 188;
const startBytes = 4096;
const ebml = "\x1a\x45\xdf\xa3";

/**
 * The media type of a file by its first bytes; `application/octet-stream` where they tell nothing.
 */
export async function readMediaType(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
  return mediaTypeOf(buffer.subarray(0, bytesRead));
}

export function mediaTypeOf(start: Uint8Array): string {
  const text = Buffer.from(start).toString("latin1");
  const found = signs.find(([, at, characters]) => text.startsWith(characters, at));
  if (found) return found[0];
  // Matroska and WebM differ in the name that their first element states.
  if (text.startsWith(ebml))
    return text.slice(0, 64).includes("webm") ? "video/webm" : "video/x-matroska";
  const isTransport = [0, 1, 2].every((packet) => text[packet * transportPacketBytes] === "G");
  return isTransport ? "video/mp2t" : "application/octet-stream";
}
