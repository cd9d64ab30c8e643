import type { PixelShape } from "../../core/data/pixel-shape.ts";
import type { Json } from "../../core/json.ts";
import { fileFacts } from "../../files/content-digest.ts";
import { type EncoderFiles, type FindFile, fileFinder, weightFiles } from "./encoder-files.ts";
import { usableProviders } from "./execution-providers.ts";
import { type FrameTower, frameTower } from "./frame-tower.ts";
import { besideWeights } from "./linked-weights.ts";
import type { Manifest } from "./manifest.ts";
import {
  dependsOnNeighbours,
  type GraphSettings,
  loadRuntime,
  type OnnxGraph,
  openGraph,
} from "./onnx-graph.ts";
import { openTokenizer } from "./open-tokenizer.ts";
import { type TextTower, textTower } from "./text-tower.ts";
import { meanOf, normalised } from "./vectors.ts";

/**
 * An encoder, texts and frames as vectors of one space. Each tower is opened when it first encodes
 * something: where all vectors are known, large models need not be loaded.
 */
export interface OpenEncoder extends AsyncDisposable {
  readonly texts?: TextEncoder;
  readonly frames?: FrameEncoder;
  /** Opens all towers now; rejects where one cannot be. */
  open(): Promise<void>;
  /**
   * Everything that changes a vector: digests of all files, the rest of the manifest, and the
   * version of ONNX Runtime, whose last digits are others in another one.
   */
  identity(): Promise<Readonly<Record<string, Json>>>;
  /** Whether inputs are put through alone, because vectors depend on their neighbours. */
  readonly isOneByOne: boolean;
}

interface TextEncoder extends Pick<TextTower, "encode"> {
  /** Words of a text that the vocabulary lacks and that are left out. */
  unknownWords(text: string): Promise<readonly string[]>;
}

export interface FrameEncoder {
  readonly shape: PixelShape;
  /** How many frames of a video it wants, where that is stated. */
  readonly wanted?: number;
  /**
   * The units that frames are embedded in: single frames for a tower of pictures, whose vectors
   * `joined` makes one; the whole clip for a tower of videos.
   */
  units<T>(frames: readonly T[]): readonly (readonly T[])[];
  encode(units: readonly (readonly Uint8Array[])[]): Promise<readonly Float32Array[]>;
  joined(vectors: readonly Float32Array[]): Float32Array;
}

export interface EncoderSource {
  readonly manifest: Manifest;
  readonly files: EncoderFiles;
  /** What messages call the manifest. */
  readonly shown: string;
}

export interface EncoderRuntime extends GraphSettings {
  /** Frames that are put through at once, at most. */
  readonly batch: number;
  /** Says what the user should know, such as that another provider is used. */
  warn?(message: string): void;
}

/**
 * Finds all that a manifest names. A missing file is a user's error that names it; so is an unfit
 * one, once it is opened.
 */
export async function openEncoder(
  { manifest, files, shown }: EncoderSource,
  given: EncoderRuntime,
): Promise<OpenEncoder> {
  const find = fileFinder(files, shown);
  const named = await graphsOf(manifest, find);
  const isOneByOne = (
    await Promise.all(named.map(({ path }) => dependsOnNeighbours(path)))
  ).includes(true);
  const { env } = await loadRuntime();
  const executionProviders = await usableProviders(given.executionProviders, given.warn);
  const runtime = { ...given, executionProviders };
  const batch = isOneByOne ? 1 : runtime.batch;
  const opening = { find, files, runtime: { ...runtime, batch } };
  const { text, tokenizer, image, video } = manifest;
  const texts =
    text && tokenizer && openedLater(() => openTexts(manifest, { ...opening, isOneByOne }));
  const frames = (image ?? video) && openedLater(() => openFrames(manifest, opening));
  return {
    ...(texts
      ? {
          texts: {
            encode: texts.encode,
            unknownWords: async (text) => (await texts.open()).unknownWords(text),
          },
        }
      : {}),
    ...(frames ? { frames: frameEncoder(manifest, frames) } : {}),
    isOneByOne,
    identity: () =>
      identityOf(
        { manifest, files, shown },
        { isOneByOne, ...runtime, version: env.versions.node },
      ),
    async open() {
      await Promise.all([texts?.open(), frames?.open()]);
    },
    async [Symbol.asyncDispose]() {
      await texts?.close();
      await frames?.close();
    },
  };
}

interface Tower<Input> {
  encode(inputs: readonly Input[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

function openedLater<Input, T extends Tower<Input>>(
  open: () => Promise<T & Tower<Input>>,
): Tower<Input> & { open(): Promise<T> } {
  let opened: Promise<T & Tower<Input>> | undefined;
  const tower = () => (opened ??= open());
  return {
    open: tower,
    encode: async (inputs) => (inputs.length === 0 ? [] : (await tower()).encode(inputs)),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

async function graphsOf({ image, video, text }: Manifest, find: FindFile) {
  const towers = Object.entries({ image, video, text });
  return Promise.all(
    towers.flatMap(([name, tower]) => (tower ? [find(tower.file, `${name}.file`)] : [])),
  );
}

interface Opening {
  readonly find: FindFile;
  readonly files: EncoderFiles;
  readonly runtime: EncoderRuntime;
}

async function openTexts(
  { text, tokenizer, pooling, normalize }: Manifest,
  { find, files, runtime, isOneByOne }: Opening & { readonly isOneByOne: boolean },
): Promise<TextTower> {
  const words = await openTokenizer(tokenizer!, find);
  return textTower({
    ...text!,
    graph: await openTower(text!.file, { field: "text.file", find, files, runtime }),
    tokenizer: words,
    pooling,
    isNormalised: normalize,
    isOneByOne,
  });
}

async function openFrames(
  manifest: Manifest,
  { find, files, runtime }: Opening,
): Promise<FrameTower> {
  const { image, video, frames, mean, std, normalize } = manifest;
  const described = (image ?? video)!;
  const field = image ? "image.file" : "video.file";
  return frameTower({
    ...described,
    graph: await openTower(described.file, { field, find, files, runtime }),
    frames: image ? 1 : frames!,
    shape: shapeOf(manifest),
    mean,
    std,
    isNormalised: normalize,
    batch: runtime.batch,
  });
}

function frameEncoder(manifest: Manifest, { encode }: Pick<FrameTower, "encode">): FrameEncoder {
  const { image, frames } = manifest;
  return {
    shape: shapeOf(manifest),
    ...(frames === undefined ? {} : { wanted: frames }),
    units: (all) => {
      if (image) return all.map((one) => [one]);
      return all.length === 0 ? [] : [spread(all, frames!)];
    },
    encode,
    joined: (vectors) => joinedFrames(vectors, manifest),
  };
}

async function openTower(
  file: string,
  { field, find, files, runtime }: Opening & { readonly field: string },
): Promise<OnnxGraph> {
  const found = await find(file, field);
  return besideWeights(found, await weightFiles(files, file), (path) =>
    openGraph({ path, shown: found.shown }, runtime),
  );
}

function shapeOf({ size, resize, filter }: Manifest): PixelShape {
  const [width, height] = Array.isArray(size) ? size : [size!, size!];
  return { width, height, resize, filter };
}

/** So many of the frames, at evenly spaced places; some more than once where there are too few. */
function spread<T>(frames: readonly T[], count: number): readonly T[] {
  if (frames.length === count) return frames;
  const step = (frames.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => frames[Math.round(i * step)]!);
}

function joinedFrames(
  vectors: readonly Float32Array[],
  { image, normalize, renormalize }: Manifest,
): Float32Array {
  if (!image) return vectors[0]!;
  const mean = meanOf(vectors);
  return normalize && renormalize ? normalised(mean) : Float32Array.from(mean);
}

interface IdentityFacts extends GraphSettings {
  readonly isOneByOne: boolean;
  /** Of ONNX Runtime; some builds state none. */
  readonly version: string | undefined;
}

/** Files by their content, so that a folder may move or be renamed. */
async function identityOf(
  { manifest, files, shown }: EncoderSource,
  { isOneByOne, version, executionProviders }: IdentityFacts,
): Promise<Readonly<Record<string, Json>>> {
  const find = fileFinder(files, shown);
  const { name: _, ...rest } = manifest;
  const fields: Record<string, Json> = {};
  for (const [field, value] of Object.entries(rest))
    fields[field] = fileFields.has(field)
      ? await digested(value as Readonly<Record<string, Json>>, { field, find, files })
      : (value as Json);
  const isPlain = !executionProviders || executionProviders.every((one) => one === "cpu");
  return {
    version: 1,
    ...fields,
    ...(version === undefined ? {} : { onnxruntime: version }),
    ...(isOneByOne ? { batch: 1 } : {}),
    ...(isPlain ? {} : { executionProviders: [...executionProviders] }),
  };
}

const fileFields = new Set(["image", "video", "text", "tokenizer"]);
const fileNames = new Set(["file", "vocab", "merges"]);

/** All files that a manifest names; those beside a graph aside. */
export function namedFiles(manifest: Manifest): readonly string[] {
  const parts = Object.entries(manifest).filter(([field]) => fileFields.has(field));
  const files = parts.flatMap(([, part]) =>
    Object.entries((part ?? {}) as Readonly<Record<string, unknown>>).flatMap(([key, file]) =>
      fileNames.has(key) && typeof file === "string" ? [file] : [],
    ),
  );
  return [...new Set(files)];
}

async function digested(
  value: Readonly<Record<string, Json>>,
  {
    field,
    find,
    files,
  }: { readonly field: string; readonly find: FindFile; readonly files: EncoderFiles },
): Promise<Json> {
  const made: Record<string, Json> = {};
  for (const [key, own] of Object.entries(value)) {
    if (!fileNames.has(key)) made[key] = own;
    else {
      const { path } = await find(own as string, `${field}.${key}`);
      const weights = await weightFiles(files, own as string);
      const all = await Promise.all([path, ...weights.map((one) => one.path)].map(fileFacts));
      made[key] = all.map(({ sha256 }) => sha256).join("+");
    }
  }
  return made;
}
