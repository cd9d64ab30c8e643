import { TableError } from "./mp4/table-error.ts";
import type { PacketIndex } from "./packet-index.ts";

/**
 * Does something with a video by the tables of its file and, should they prove wrong on the way,
 * all of it once more by its packets.
 */
export async function tablesThenPackets<T>(
  take: (index: PacketIndex["source"]) => Promise<T>,
): Promise<T> {
  try {
    return await take("table");
  } catch (error) {
    if (error instanceof TableError) return take("packets");
    throw error;
  }
}
