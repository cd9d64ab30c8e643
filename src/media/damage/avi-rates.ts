import { open } from "node:fs/promises";

const headBytes = 8192;
const tolerance = 0.02;

/**
 * An AVI states its rate twice, for the whole and for each stream; all times follow from the
 * second.
 */
export async function aviWarnings(path: string): Promise<readonly string[]> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const head = buffer.subarray(0, bytesRead);
  const [main, stream] = [head.indexOf("avih"), head.indexOf("vids")];
  if (
    main < 0 ||
    stream < 0 ||
    stream + 28 > head.length ||
    head.toString("latin1", stream - 8, stream - 4) !== "strh"
  )
    return [];
  const stated = head.readUInt32LE(main + 8) / 1e6;
  const used = head.readUInt32LE(stream + 20) / head.readUInt32LE(stream + 24);
  if (stated === 0 || !Number.isFinite(used) || Math.abs(used - stated) <= tolerance * stated)
    return [];
  return [
    `the header states ${(1 / stated).toFixed(3)} and ${(1 / used).toFixed(3)} frames a second: the times of all frames follow from the latter`,
  ];
}
