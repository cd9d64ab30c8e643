import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { FrameRequest, MediaFrames, Sampler } from "../../src/core/media.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { openFrameCache } from "../../src/media/cache/frame-cache.ts";
import { DecodePool, type DecodePoolOptions } from "../../src/media/decode-pool.ts";
import { damageBytes, type Range } from "./damage-bytes.ts";
import { readFrameNumber } from "./frame-number.ts";
import { type MutationFormat, mutationFormats } from "./mutation-formats.ts";

/**
 * How a damaged file ended. `right`: the frames that the whole file gives. `warned`, `refused`: shown with a new warning, right or not, or not at all.
 * Without a word: `fewer`: frames true to their times, but not those of the whole file, as its end is missing; `blemished`: a picture that
 * visibly differs, with the right number and time; `wrong`: a picture whose number, size or time is wrong.
 */
export const verdicts = ["right", "warned", "refused", "fewer", "blemished", "wrong", "crashed", "timed out"] as const;
export type MutationVerdict = (typeof verdicts)[number];

export interface Mutation {
  readonly number: number;
  readonly format: string;
  readonly how: string;
  readonly verdict: MutationVerdict;
  /** Why, in the words of the decoder or of the comparison. */
  readonly detail: string;
  readonly seconds: number;
}

interface Picture {
  readonly number: number | null;
  readonly atSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A whole file and what is seen of it. */
interface Original {
  readonly format: MutationFormat;
  readonly bytes: Buffer;
  readonly headers: readonly Range[];
  /** All frames by the number on them. */
  readonly pictures: ReadonlyMap<number, Picture>;
  /** The numbers on the frames that are taken. */
  readonly taken: readonly (number | null)[];
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
/** Clocks of containers round to a hundredth at worst, but the same way each time. */
const toleranceSeconds = 0.002;

/** Damages files and shows them to real decoding processes. What number n is, and what is done to it, follows from the seed and n alone. */
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
    const path = join(this.#options.folder, `${number}.${format.name.split(" ").at(-1)}`);
    writeFileSync(path, bytes);
    const startedAt = performance.now();
    const end = (verdict: MutationVerdict, detail: string): Mutation => {
      rmSync(path);
      return { number, format: format.name, how, verdict, detail, seconds: (performance.now() - startedAt) / 1000 };
    };
    const probe = await this.#pool.run({ work: "probe", kind: format.kind, path, name: String(number) }, new AbortController().signal);
    const fatal = fatalOf(probe);
    if (fatal) return end(fatal.verdict, `probe: ${fatal.detail}`);
    const taken = await this.#take(format, path, sampler);
    if (taken.kind !== "answered") return end(fatalOf(taken)?.verdict ?? "refused", taken.reason);
    const news = taken.value.warnings.filter((warning) => !original.warnings.has(warning));
    const [verdict, detail] = judge(await this.#pictures(taken.value), original);
    return news.length > 0 ? end("warned", `pictures ${verdict}; ${news.join("; ")}`) : end(verdict, detail);
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
    const [all, some] = [await this.#take(format, path, { strategy: "all" }), await this.#take(format, path, sampler)];
    if (all.kind !== "answered" || some.kind !== "answered")
      throw new Error(`the whole ${format.name} cannot be shown: ${JSON.stringify(all)}`);
    const pictures = await this.#pictures(all.value);
    const byNumber = new Map(pictures.map((picture) => [picture.number!, picture]));
    if (byNumber.has(null as never) || byNumber.size !== pictures.length) throw new Error(`the whole ${format.name} is not read right`);
    const taken = (await this.#pictures(some.value)).map((picture) => picture.number);
    return { format, bytes, headers, pictures: byNumber, taken, warnings: new Set([...all.value.warnings, ...some.value.warnings]) };
  }

  #take({ kind }: MutationFormat, path: string, asked: Sampler): Promise<Outcome<MediaFrames>> {
    const request: FrameRequest = { sampler: asked, encoding: { format: "png", quality: 100, longestSide: null } };
    const facts = { source: path, decoder: "", cacheKey: `${path} ${asked.strategy}`, cache: this.#cache };
    return this.#pool.run({ work: "frames", kind, path, name: path, request, ...facts }, new AbortController().signal);
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

function fatalOf(outcome: Outcome<unknown>): { readonly verdict: MutationVerdict; readonly detail: string } | undefined {
  if (outcome.kind === "answered") return undefined;
  if (outcome.reason.includes("decoding took longer than")) return { verdict: "timed out", detail: outcome.reason };
  if (/the decoder (crashed|was killed)/.test(outcome.reason)) return { verdict: "crashed", detail: outcome.reason };
  return undefined;
}

function judge(seen: readonly Picture[], { pictures, taken }: Original): [MutationVerdict, string] {
  for (const { number, atSeconds, width, height } of seen) {
    const right = number === null ? undefined : pictures.get(number);
    const shown = `${width}x${height} at ${atSeconds.toFixed(3)} s with number ${number}`;
    if (!right) return ["wrong", shown];
    const isInTime = Math.abs(right.atSeconds - atSeconds) <= toleranceSeconds;
    if (!isInTime || right.width !== width || right.height !== height) return ["wrong", `${shown}, not ${right.atSeconds.toFixed(3)} s`];
  }
  const blemished = seen.find((picture) => blemish(picture.rgb, pictures.get(picture.number!)!.rgb) > blemishShare);
  if (blemished) return ["blemished", `at ${blemished.atSeconds.toFixed(3)} s`];
  const numbers = seen.map(({ number }) => number);
  return numbers.join() === taken.join() ? ["right", ""] : ["fewer", `frames ${numbers.join()} instead of ${taken.join()}`];
}

const blemishShare = 0.01;
const visible = 32;

/** The share of values that are visibly off. */
function blemish(rgb: Uint8Array, right: Uint8Array): number {
  let off = 0;
  for (let at = 0; at < rgb.length; at++) if (Math.abs(rgb[at]! - right[at]!) > visible) off++;
  return off / rgb.length;
}
