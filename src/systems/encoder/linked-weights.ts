import { link, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FoundFile, WeightFile } from "./encoder-files.ts";

/**
 * Opens a graph beside its weights, by which it knows them. Fetched files have other names and
 * places: they are linked into a folder that is there while `open` runs.
 */
export async function besideWeights<T>(
  { path, file }: FoundFile,
  weights: readonly WeightFile[],
  open: (path: string) => Promise<T>,
): Promise<T> {
  const isBeside = weights.every((one) => one.path === join(dirname(path), basename(one.file)));
  if (isBeside) return open(path);
  const folder = await mkdtemp(join(tmpdir(), "vidimus-onnx-"));
  try {
    for (const one of [{ path, file }, ...weights]) {
      const place = join(folder, basename(one.file));
      // Another disk takes no hard link.
      await link(one.path, place).catch(() => symlink(one.path, place));
    }
    return await open(join(folder, basename(file)));
  } finally {
    await rm(folder, { recursive: true });
  }
}
