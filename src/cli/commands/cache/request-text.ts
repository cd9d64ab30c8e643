import { isRecord } from "../../../core/json.ts";

const longest = 80;

/** In which encoding frames are kept, in a few words: `jpeg 90, up to 768`. */
export function requestText(request: string): string {
  const key = readKey(request);
  if (!isRecord(key?.encoding)) return shortened(request);
  const { format, quality, longestSide } = key.encoding;
  const size = longestSide === null ? "full size" : `up to ${longestSide}`;
  return shortened(`${format}${format === "png" ? "" : ` ${quality}`}, ${size}`);
}

function readKey(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return isRecord(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
