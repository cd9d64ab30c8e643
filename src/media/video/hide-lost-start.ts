import { type DecodeSettings, judgeFrames } from "./decode-frames.ts";
import type { PacketIndex } from "./packet-index.ts";

/**
 * A stream that was cut out of a longer one may begin with packets that no decoder can show: those
 * before the first key frame, and leading pictures that refer to the group before it. They become
 * hidden, as if they were not there. Leading pictures that can be decoded stay, which only decoding
 * them tells; nearly no file has any at its start.
 */
export async function hideLostStart(
  settings: DecodeSettings,
  index: PacketIndex,
): Promise<PacketIndex> {
  const { firstKey, pts, shown } = index;
  if (firstKey < 0 || !index.timed) return index;
  const lost = new Set<number>();
  for (let at = 0; at < firstKey; at++) if (!index.isHidden[at]) lost.add(at);
  const leading: number[] = [];
  for (let place = 0; place < shown.length && pts[shown[place]!]! < pts[firstKey]!; place++)
    if (shown[place]! > firstKey) leading.push(place);
  if (leading.length > 0) {
    const to = leading.reduce((last, place) => Math.max(last, shown[place]!), 0);
    for await (const verdict of judgeFrames(
      settings,
      index,
      [{ from: firstKey, to, wanted: leading }],
      [],
    )) {
      if ("problem" in verdict) lost.add(shown[verdict.index]!);
    }
  }
  if (lost.size === 0) return index;
  settings.onWarning(
    `${lost.size} frames at the start refer to what was cut off before them and count as none`,
  );
  return {
    ...index,
    isHidden: index.isHidden.map((hidden, at) => (lost.has(at) ? 1 : hidden)),
    shown: shown.filter((at) => !lost.has(at)),
  };
}
