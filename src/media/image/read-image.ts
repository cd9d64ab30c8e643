import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { pictureWarnings } from "../damage/damage-detectors.ts";
import { type DecodedImage, type DecodeImageOptions, decodeImage } from "./decode-image.ts";
import { imageFormat } from "./image-format.ts";
import { ImageReadError } from "./image-read-error.ts";

/** Larger files are refused: they would have to be held in memory whole. */
const limitBytes = 2 ** 30;

/**
 * Reads a picture; see `decodeImage` for the rules. Throws an `ImageReadError` with path and reason
 * if there is none, or not a whole one.
 */
export async function readImage(
  path: string,
  options: DecodeImageOptions = {},
): Promise<DecodedImage> {
  try {
    return await decodeSource(await readWhole(path), options);
  } catch (error) {
    throw new ImageReadError(
      `${path}: ${error instanceof Error ? reasonOf(error) : String(error)}`,
      { cause: error },
    );
  }
}

/**
 * A picture as somebody else wrote it: decoded, and searched for damage. Frames from our own cache
 * go through `decodeImage` alone.
 */
export async function decodeSource(
  bytes: Uint8Array,
  options: DecodeImageOptions = {},
): Promise<DecodedImage> {
  const image = await decodeImage(bytes, options);
  return {
    ...image,
    warnings: [...pictureWarnings(imageFormat(bytes) ?? "", bytes), ...image.warnings],
  };
}

/** In one line, without what decoders say twice and what they say of buffers. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string")
    return code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`;
  const lines = error.message.replace(/^Input buffer /, "").split("\n");
  const told = lines
    .map((line) => line.trim().replace(/:$/, ""))
    .filter((line, at) => !lines.slice(0, at).some((before) => before.includes(line)));
  return told.join("; ");
}

async function readWhole(path: string): Promise<Uint8Array> {
  // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = await file.stat();
  if (!stat.isFile()) throw new Error("is not a file");
  if (stat.size === 0) throw new Error("is empty");
  if (stat.size > limitBytes)
    throw new Error(`${stat.size} bytes are more than the ${limitBytes} allowed`);
  return await file.readFile();
}
