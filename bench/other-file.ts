import { readFileSync, writeFileSync } from "node:fs";

/**
 * Writes an MP4 with the same pictures that is another file: an empty box at its end, which players
 * pass over, holds a number. Vectors of files with equal content would be computed once.
 */
export function writeOtherFile(from: string, to: string, number: number): void {
  const box = Buffer.from(`\0\0\0\x10free${String(number).padStart(8, "0")}`, "latin1");
  writeFileSync(to, Buffer.concat([readFileSync(from), box]));
}
