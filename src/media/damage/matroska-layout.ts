import { open } from "node:fs/promises";

const header = 0x1a45dfa3;
const segment = 0x18538067;
/**
 * Elements that a segment is made of (RFC 9559, section 5.1): heads, information, tracks, clusters,
 * cues, attachments, chapters, tags, nothing, a checksum.
 */
const parts = new Set([
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367,
  0xec, 0xbf,
]);
/** An id of 4 bytes and a size of 8. */
const mostHeaderBytes = 12;
/** A day of clusters of a second. */
const mostElements = 100_000;

/**
 * Whether the elements of a Matroska or WebM file follow each other without a gap: a demuxer that
 * meets a damaged one looks for the next cluster without a word. Files written live, of clusters
 * without sizes, are not looked through.
 */
export async function matroskaWarnings(path: string): Promise<readonly string[]> {
  await using file = await open(path);
  const { size: fileBytes } = await file.stat();
  const buffer = Buffer.alloc(mostHeaderBytes);
  let end = fileBytes;
  for (let at = 0, count = 0; at < end && count < mostElements; count++) {
    const { bytesRead } = await file.read(buffer, 0, mostHeaderBytes, at);
    const element = elementOf(buffer.subarray(0, bytesRead));
    const isKnown =
      element && (element.id === header || element.id === segment || parts.has(element.id));
    if (!isKnown)
      return [
        `what stands at byte ${at} is no part of a Matroska file: parts of it may be missing`,
      ];
    if (element.size === null && element.id !== segment) return [];
    if (element.id === segment) {
      end = Math.min(fileBytes, at + element.headerBytes + (element.size ?? fileBytes));
      at += element.headerBytes;
    } else at += element.headerBytes + element.size!;
  }
  return [];
}

interface Element {
  readonly id: number;
  /** `null` where the file does not say. */
  readonly size: number | null;
  readonly headerBytes: number;
}

/** Both numbers tell their own length by the zeros that they begin with (RFC 8794, section 4). */
function elementOf(bytes: Buffer): Element | undefined {
  const idBytes = Math.clz32(bytes[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(bytes[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > bytes.length) return undefined;
  let size = bytes[idBytes]! & (0xff >> sizeBytes);
  let isUnknown = size === 0xff >> sizeBytes;
  for (const byte of bytes.subarray(idBytes + 1, idBytes + sizeBytes)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return {
    id: bytes.readUIntBE(0, idBytes),
    size: isUnknown ? null : size,
    headerBytes: idBytes + sizeBytes,
  };
}
