import { basename, dirname } from "node:path";
import type { Sampler } from "../../../core/data/media.ts";
import type { MediaRef } from "../../../core/data/sample.ts";
import { cacheSettings } from "../../../media/cache/cache-settings.ts";
import { DecodePool } from "../../../media/decode-pool.ts";
import { knownDecoderVersion } from "../../../media/known-decoder-version.ts";
import { mediaSource } from "../../../media/media-source.ts";
import { PixelTaker } from "../../../media/pixels/pixel-taker.ts";
import { frameEmbedder } from "../../../systems/encoder/embed-frames.ts";
import type { FrameEncoder } from "../../../systems/encoder/open-encoder.ts";

/** A video or picture, or why there is no embedding of it. */
export interface EmbeddedFile {
  readonly path: string;
  /** When the frames are shown that it was embedded by. */
  readonly frameSeconds?: readonly number[];
  readonly embedding?: Float32Array;
  readonly problem?: string;
}

interface EmbedOptions {
  readonly frames: FrameEncoder;
  readonly sampler: Sampler;
  readonly signal: AbortSignal;
}

const timeLimitMs = 120_000;
/** Frames that are put through at once. */
const batch = 16;

/** Looks at files as a run would, and embeds what is seen. */
export async function embedFiles(
  files: readonly {
    readonly kind: MediaRef["kind"];
    readonly path: string;
    readonly shown: string;
  }[],
  { frames, sampler, signal }: EmbedOptions,
): Promise<readonly EmbeddedFile[]> {
  if (files.length === 0) return [];
  const cache = cacheSettings();
  const decoder = await knownDecoderVersion(cache.directory);
  await decoder.confirm();
  await using pool = new DecodePool({ timeLimitMs });
  const taker = new PixelTaker();
  const embed = frameEmbedder(frames, {
    batch,
    context: { pixels: (shown, stop) => taker.take(shown, stop) },
  });
  const encoding = { format: "png", quality: 100, longestSide: null } as const;
  const looks = await Promise.all(
    files.map(async ({ kind, path }) => {
      const source = mediaSource({
        root: dirname(path),
        request: { sampler, encoding },
        cache,
        timeLimitMs,
        decoder: decoder.version,
        pool,
        pixels: { shape: frames.shape, taker },
      });
      const [seen] = await source.look({ kind, path: basename(path) }, [{}], { signal });
      return seen!;
    }),
  );
  const shown = looks.map((seen) => (seen.kind === "answered" ? seen.value.frames : []));
  const embedded = await embed(shown, signal);
  return files.map(({ shown: path }, i): EmbeddedFile => {
    const [seen, outcome] = [looks[i]!, embedded[i]!];
    if (seen.kind !== "answered") return { path, problem: seen.reason };
    if (outcome.kind !== "answered") return { path, problem: outcome.reason };
    const frameSeconds = shown[i]!.map(({ atSeconds }) => atSeconds);
    return { path, frameSeconds, embedding: outcome.value };
  });
}
