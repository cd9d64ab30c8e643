import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Writes 200 JPEG files of noise, of about a byte per pixel, and returns their names. */
export async function makeImages(
  folder: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: 200 }, (_, i) => `${i}.jpg`);
  for (const [i, name] of names.entries()) {
    if (existsSync(join(folder, name))) continue;
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < pixels.length; at += 32)
      createHash("sha256").update(`${i}/${at}`).digest().copy(pixels, at);
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toFile(join(folder, name));
  }
  return names;
}
