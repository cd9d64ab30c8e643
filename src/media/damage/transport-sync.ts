import { open } from "node:fs/promises";

const syncByte = 0x47;
const chunkPackets = 8192;
/**
 * Sizes of packets: plain, with a time stamp before each, with a checksum after each; and where the
 * first one begins.
 */
const layouts = [
  { size: 188, first: 0 },
  { size: 192, first: 4 },
  { size: 204, first: 0 },
] as const;
/** So many packets at the start tell the layout. */
const tellingPackets = 3;

/**
 * Whether every packet of a transport stream begins as packets do, and the last one is whole: a
 * demuxer that has lost step finds it again without a word.
 */
export async function transportWarnings(path: string): Promise<readonly string[]> {
  await using file = await open(path);
  const start = Buffer.alloc(tellingPackets * 204);
  await file.read(start, 0, start.length, 0);
  const layout = layouts.find(({ size, first }) =>
    [0, 1, 2].every((packet) => start[first + packet * size] === syncByte),
  );
  if (!layout) return [];
  const { size, first } = layout;
  const chunk = Buffer.alloc(chunkPackets * size);
  let lost = 0;
  for (let position = 0; ; position += chunk.length) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    for (let at = first; at < bytesRead; at += size) if (chunk[at] !== syncByte) lost++;
    if (bytesRead < chunk.length) break;
  }
  const isCut = (await file.stat()).size % size !== 0;
  const cut = isCut ? ["the file ends in the middle of a packet: its end is missing"] : [];
  return lost === 0
    ? cut
    : [
        ...cut,
        `${lost} packets of the stream do not begin as packets do: parts of it may be missing`,
      ];
}
