import { setImmediate } from "node:timers/promises";
import { AV_LOG_ERROR, AV_LOG_QUIET, AV_LOG_WARNING } from "node-av/constants";
import { Log } from "node-av/lib";

/**
 * What FFmpeg complains about while it is listened to. There is one log in a process: only one file
 * should be worked on meanwhile.
 */
export interface DecoderLog extends Disposable {
  /** One warning for each kind of complaint so far. */
  warnings(): Promise<readonly string[]>;
}

/**
 * What decoders say when they start in the middle of a healthy stream: pictures from before the
 * start are missing. Whether a frame that is taken suffers from it is judged by its own marks
 * (`decode-stretch.ts`).
 */
const fromStartingMidway = [
  /^mmco: unref short failure/,
  /^Missing reference picture/,
  /^reference picture missing during reorder/,
  /^co located POCs unavailable/,
  /^number of reference frames .* exceeds max/,
  /^Could not find ref with POC/,
];

/**
 * What FFmpeg only warns of, although a part of a picture is thrown away. Its other warnings are of
 * oddities.
 */
const moreThanWarnings = [/^Skipping invalid undecodable NALU/, /^Found EOI before any SOF/];

const mostCharacters = 160;
/** More kinds than this are a file in shreds, which is said by then. */
const mostKinds = 8;

export function listenToDecoder(): DecoderLog {
  const kinds = new Map<string, { readonly first: string; times: number }>();
  let more = 0;
  Log.setLevel(AV_LOG_WARNING);
  Log.setCallback(
    (level, line) => {
      const text = line.trim().slice(0, mostCharacters);
      if (level > AV_LOG_ERROR && !moreThanWarnings.some((bad) => bad.test(text))) return;
      if (text === "" || fromStartingMidway.some((harmless) => harmless.test(text))) return;
      const kind = text.replaceAll(/0x[0-9a-f]+|-?\d+/gi, "#");
      const known = kinds.get(kind);
      if (known) known.times++;
      else if (kinds.size < mostKinds) kinds.set(kind, { first: text, times: 1 });
      else more++;
    },
    { maxLevel: AV_LOG_WARNING },
  );
  return {
    async warnings() {
      // Lines are handed over in a turn of the event loop of their own.
      await setImmediate();
      await setImmediate();
      const told = [...kinds.values()].map(
        ({ first, times }) => `FFmpeg complains: ${first}${times > 1 ? ` (${times} times)` : ""}`,
      );
      return more > 0 ? [...told, `FFmpeg complains of ${more} other things`] : told;
    },
    [Symbol.dispose]() {
      Log.setLevel(AV_LOG_QUIET);
      Log.resetCallback();
    },
  };
}
