import { vp8Damage } from "../vp8/vp8-damage.ts";

/** Signs of damage in a WebP file that its decoder does not mind: VP8 has no checksum, and every code is legal. */
export function webpWarnings(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 8 + view.getUint32(4, true);
  const warnings: string[] = [];
  // One byte may fill the last chunk up to an even length.
  if (bytes.length > end + 1) warnings.push(`${bytes.length - end} bytes follow the end that the file states`);
  const frame = firstFrame(view, 12, Math.min(end, bytes.length));
  const damage = frame && vp8Damage(bytes.subarray(frame.from, frame.to));
  if (damage) warnings.push(`the picture is probably damaged: ${damage}`);
  return warnings;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The lossy data of the first picture; those of an animation lie within its frames, after 16 bytes that place them. */
function firstFrame(view: DataView, from: number, end: number): Range | undefined {
  for (let at = from; at + 8 <= end; ) {
    const name = String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
    const body = { from: at + 8, to: Math.min(at + 8 + view.getUint32(at + 4, true), end) };
    if (name === "VP8 ") return body;
    if (name === "VP8L") return undefined;
    if (name === "ANMF") return firstFrame(view, body.from + 16, body.to);
    at = body.to + (body.to % 2);
  }
  return undefined;
}
