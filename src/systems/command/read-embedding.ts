import type { Asked } from "../../core/asking/asked.ts";
import type { EmbedReply } from "../../core/asking/embed.ts";
import { answered, failed } from "../../core/run/outcome.ts";

/** Reads numbers, or base64 of single-precision floats in little-endian order. */
export function readEmbedding(
  embedding: readonly number[] | string | undefined,
): Asked<EmbedReply> {
  if (embedding === undefined) return failed("deterministic", "the answer holds no embedding");
  const values = typeof embedding === "string" ? unpack(embedding) : Float32Array.from(embedding);
  if (values === undefined)
    return failed("deterministic", "the embedding is no base64 of single-precision floats");
  const bad = values.findIndex((value) => !Number.isFinite(value));
  return bad < 0
    ? answered(values)
    : failed(
        "deterministic",
        `number ${bad + 1} of the ${values.length} of the embedding is ${values[bad]}`,
      );
}

function unpack(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // Node.js skips whatever is no base64, so that lengths would differ.
  const isWhole = text.length === 4 * Math.ceil(bytes.length / 3);
  if (!isWhole || bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  return new Float32Array(new Uint8Array(bytes).buffer);
}
