import { crc32 } from "node:zlib";

/** `,"crc":"` + eight hexadecimal digits + `"}`: what every line of a journal ends with. */
const tailLength = 18;

/**
 * Lines of the journal: JSON whose last member is the CRC-32 of everything before it, so that a
 * flipped bit never passes for data. As bytes, since text that waits for the disk costs garbage
 * collections (bench/figures.ts).
 */
export function encodeLines(records: readonly object[]): Buffer {
  return Buffer.from(records.map(encodeLine).join(""));
}

function encodeLine(record: object): string {
  const body = JSON.stringify(record).slice(0, -1);
  return `${body}${tailOf(body)}\n`;
}

export type Decoded =
  | { readonly ok: true; readonly record: Record<string, unknown> }
  | { readonly ok: false; readonly reason: string };

/** Reads one line (without its line end); anything but an intact line gives the reason. */
export function decodeLine(line: Buffer): Decoded {
  const reason = damageOf(line);
  if (reason) return { ok: false, reason };
  try {
    const body = line.toString("utf8", 0, line.length - tailLength);
    return { ok: true, record: JSON.parse(`${body}}`) as Record<string, unknown> };
  } catch {
    return { ok: false, reason: "not JSON" };
  }
}

/** Why the line cannot be trusted, or `undefined`. */
export function damageOf(line: Buffer): string | undefined {
  const end = line.length - tailLength;
  const tail = end < 2 ? "" : line.toString("latin1", end);
  if (!tail.startsWith(',"crc":"') || !tail.endsWith('"}')) return "no checksum at its end";
  return tail === tailOf(line.subarray(0, end)) ? undefined : "checksum does not match";
}

function tailOf(body: string | Buffer): string {
  return `,"crc":"${crc32(body).toString(16).padStart(8, "0")}"}`;
}
