import { AV_LOG_QUIET } from "node-av/constants";
import { FormatContext, Log, Packet } from "node-av/lib";

/** Where the bytes of each packet of the first stream lie in the file, in the order of decoding. */
export function packetPlaces(path: string): { readonly at: number; readonly size: number }[] {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  using packet = new Packet();
  packet.alloc();
  const places: { at: number; size: number }[] = [];
  if (format.openInputSync(`file:${path}`) < 0) throw new Error(`cannot open ${path}`);
  try {
    while (format.readFrameSync(packet) >= 0) {
      places.push({ at: Number(packet.pos), size: packet.size });
      packet.unref();
    }
  } finally {
    format.closeInputSync();
  }
  return places;
}
