import { samplerSchema } from "../../../core/data/sampler-schema.ts";
import { isRecord } from "../../../core/json.ts";
import { samplerName } from "../../../media/samplers/sampler-name.ts";

const longest = 80;

/** What frames were asked for, in a few words: `middle(8), jpeg 90, up to 768`. */
export function requestText(request: string): string {
  const asked = readRequest(request);
  const sampler = samplerSchema.safeParse(asked?.sampler);
  const encoding = asked?.encoding;
  if (!sampler.success || !isRecord(encoding)) return shortened(request);
  const { format, quality, longestSide } = encoding;
  const size = longestSide === null ? "full size" : `up to ${longestSide}`;
  return shortened(
    `${samplerName(sampler.data)}, ${format}${format === "png" ? "" : ` ${quality}`}, ${size}`,
  );
}

function readRequest(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return isRecord(key) && isRecord(key.request) ? key.request : undefined;
  } catch {
    return undefined;
  }
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
