/**
 * Gives the memory of a decoded picture back at once: waiting for the collector, several of them
 * would pile up (bench/media-memory.ts).
 */
export function releasePicture({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
