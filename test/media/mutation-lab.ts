import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { FrameRequest, MediaFrames, Sampler } from "../../src/core/data/media.ts";
import type { Outcome } from "../../src/core/run/outcome.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { openFrameCache } from "../../src/media/cache/frame-cache.ts";
import { DecodePool, type DecodePoolOptions } from "../../src/media/decode-pool.ts";
import { damageBytes, type Range } from "./damage-bytes.ts";
import { readFrameNumber } from "./frame-number.ts";
import { type MutationFormat, mutationFormats } from "./mutation-formats.ts";
import {
  compareSights,
  type Mutation,
  type MutationVerdict,
  type Picture,
  type Sight,
  type Sights,
} from "./mutation-verdict.ts";

/** A whole file and what is seen of it. */
interface Original extends Sights {
  readonly format: MutationFormat;
  readonly bytes: Buffer;
  readonly headers: readonly Range[];
  readonly warnings: ReadonlySet<string>;
}

export interface LabOptions {
  /** A folder of its own, for files and frames. */
  readonly folder: string;
  readonly seed: number;
  readonly processes: number;
  /** Only tests of the lab itself name others. */
  readonly pool?: Pick<DecodePoolOptions, "worker" | "timeLimitMs">;
}

const sampler: Sampler = { strategy: "uniform", count: 6 };
const timeLimitMs = 15_000;

/** What became of a file that was shown, or why it was not. */
interface Shown {
  readonly sight: Sight | null;
  readonly detail: string;
  readonly news: readonly string[];
  readonly fatal: MutationVerdict | undefined;
}

/**
 * Damages files and shows them to real decoding processes. What number n is, and what is done to
 * it, follows from the seed and n alone.
 */
export class MutationLab implements AsyncDisposable {
  readonly #options: LabOptions;
  readonly #pool: DecodePool;
  readonly #cache: { readonly directory: string; readonly maxBytes: number };
  readonly #originals = new Map<string, Promise<Original>>();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#pool = new DecodePool({ timeLimitMs, processes: options.processes, ...options.pool });
    this.#cache = { directory: join(options.folder, "cache"), maxBytes: 1e9 };
    mkdirSync(options.folder, { recursive: true });
  }

  async try(number: number): Promise<Mutation> {
    const { format, bytes, how, original } = await this.damaged(number);
    const startedAt = performance.now();
    const path = this.#write(`${number}`, format, bytes);
    const end = (
      verdict: MutationVerdict,
      { sight, detail }: Pick<Shown, "sight" | "detail">,
    ): Mutation => {
      rmSync(path);
      return {
        number,
        format: format.name,
        how,
        verdict,
        sight,
        detail,
        seconds: (performance.now() - startedAt) / 1000,
      };
    };
    const probe = await this.#pool.run(
      { work: "probe", kind: format.kind, path, name: String(number) },
      new AbortController().signal,
    );
    const fatal = fatalOf(probe);
    if (fatal)
      return end(fatal, {
        sight: null,
        detail: `probe: ${probe.kind === "answered" ? "" : probe.reason}`,
      });
    const shown = await this.#show(path, original);
    if (shown.sight === null) return end(shown.fatal ?? "refused", shown);
    if (shown.news.length > 0)
      return end("warned", {
        ...shown,
        detail: `pictures ${shown.sight}; ${shown.news.join("; ")}`,
      });
    if (shown.sight === "same") return end("right", shown);
    return end("unnoticed", shown);
  }

  #write(name: string, format: MutationFormat, bytes: Uint8Array): string {
    const path = join(this.#options.folder, `${name}.${format.name.split(" ").at(-1)}`);
    writeFileSync(path, bytes);
    return path;
  }

  async #show(path: string, original: Original): Promise<Shown> {
    const taken = await this.#take(original.format, path, sampler);
    if (taken.kind !== "answered")
      return { sight: null, detail: taken.reason, news: [], fatal: fatalOf(taken) };
    const news = taken.value.warnings.filter((warning) => !original.warnings.has(warning));
    const [sight, detail] = compareSights(await this.#pictures(taken.value), original);
    return { sight, detail, news, fatal: undefined };
  }

  /** The damaged file itself, for a closer look. */
  async damaged(number: number) {
    const format = mutationFormats[number % mutationFormats.length]!;
    const original = await this.#original(format);
    const random = seededRandom(this.#options.seed, "mutation", number);
    return { format, original, ...damageBytes(original.bytes, random, original.headers) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }

  #original(format: MutationFormat): Promise<Original> {
    let original = this.#originals.get(format.name);
    if (!original) {
      original = this.#make(format);
      this.#originals.set(format.name, original);
    }
    return original;
  }

  async #make(format: MutationFormat): Promise<Original> {
    const path = join(this.#options.folder, `whole.${format.name.replaceAll(" ", ".")}`);
    const headers = await format.write(path);
    const bytes = readFileSync(path);
    const [all, some] = [
      await this.#take(format, path, { strategy: "all" }),
      await this.#take(format, path, sampler),
    ];
    if (all.kind !== "answered" || some.kind !== "answered")
      throw new Error(`the whole ${format.name} cannot be shown: ${JSON.stringify(all)}`);
    const pictures = await this.#pictures(all.value);
    const byNumber = new Map(pictures.map((picture) => [picture.number!, picture]));
    if (byNumber.has(null as never) || byNumber.size !== pictures.length)
      throw new Error(`the whole ${format.name} is not read right`);
    const taken = (await this.#pictures(some.value)).map((picture) => picture.number);
    const warnings = new Set([...all.value.warnings, ...some.value.warnings]);
    return { format, bytes, headers, pictures: byNumber, taken, warnings };
  }

  async #take(
    { kind }: MutationFormat,
    path: string,
    asked: Sampler,
  ): Promise<Outcome<MediaFrames>> {
    const request: FrameRequest = {
      sampler: asked,
      encoding: { format: "png", quality: 100, longestSide: null },
    };
    const facts = { source: `${path} ${asked.strategy}`, decoder: "", cache: this.#cache };
    const outcome = await this.#pool.run(
      { work: "frames", kind, path, name: path, request, looks: [{ want: {} }], ...facts },
      new AbortController().signal,
    );
    return outcome.kind === "answered" ? outcome.value[0]! : outcome;
  }

  #pictures({ frames }: MediaFrames): Promise<readonly Picture[]> {
    const cache = openFrameCache(this.#cache);
    return Promise.all(
      frames.map(async ({ digest, atSeconds, width, height }) => {
        const rgb = await sharp(await cache.bytes(digest))
          .raw()
          .toBuffer();
        return { atSeconds, width, height, rgb, number: readFrameNumber(rgb, width, height) };
      }),
    );
  }
}

function fatalOf(outcome: Outcome<unknown>): MutationVerdict | undefined {
  if (outcome.kind === "answered") return undefined;
  if (outcome.reason.includes("decoding took longer than")) return "timed out";
  return /the decoder (crashed|was killed)/.test(outcome.reason) ? "crashed" : undefined;
}
