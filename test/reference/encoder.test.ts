import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { fitPixels } from "../../src/media/image/fit-pixels.ts";
import { manifestSource } from "../../src/systems/encoder/encoder.ts";
import { fileFinder, folderFiles } from "../../src/systems/encoder/encoder-files.ts";
import type { Manifest, TokenizerManifest } from "../../src/systems/encoder/manifest.ts";
import { openEncoder } from "../../src/systems/encoder/open-encoder.ts";
import { openTokenizer } from "../../src/systems/encoder/open-tokenizer.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { writeScene } from "./encoder-video.ts";

const folder = fileURLToPath(new URL("encoder", import.meta.url));
const expected = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8"));
const texts: readonly string[] = expected.texts;
/** Of the pictures that encoder.py makes. */
const [width, height] = [40, 30];

function hash32(n: number): number {
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  return n ^ (n >>> 16);
}

/** The formula of encoder.py. */
function picture(time: number): Uint8Array {
  return Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const c = i % 3;
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / 3 / width);
    const grain = hash32((time * height + y) * width * 3 + x * 3 + c) & 31;
    return (x * (5 + 3 * c) + y * 7 + time * (11 + 20 * c) + grain) % 256;
  });
}

async function open(name: string, changed: Partial<Manifest> = {}) {
  const source = await manifestSource(`${folder}/${name}/manifest.yaml`, name);
  return openEncoder({ ...source, manifest: { ...source.manifest, ...changed } }, { batch: 3 });
}

/** Vectors of clips that begin at these times. */
async function embedded(
  encoder: Awaited<ReturnType<typeof open>>,
  starts: readonly number[],
  frameCount: number,
): Promise<readonly Float32Array[]> {
  const { frames } = encoder;
  const clips = starts.map((start) =>
    Array.from({ length: frameCount }, (_, t) =>
      fitPixels(picture(start + t), width, height, frames!.shape),
    ),
  );
  const vectors = await frames!.encode(clips.flatMap((clip) => frames!.units(clip)));
  const each = vectors.length / clips.length;
  return clips.map((_, i) => frames!.joined(vectors.slice(i * each, (i + 1) * each)));
}

function expectClose(vectors: readonly Float32Array[], wanted: readonly (readonly number[])[]) {
  expect(vectors.map((one) => one.length)).toEqual(wanted.map((one) => one.length));
  for (const [i, vector] of vectors.entries())
    for (const [j, value] of vector.entries())
      expect(Math.abs(value - wanted[i]![j]!), `vector ${i}, number ${j}`).toBeLessThan(1e-5);
}

describe("a tiny CLIP beside OpenCLIP", () => {
  it.each(["crop", "stretch"] as const)("embeds frames alike, by %s", async (resize) => {
    await using encoder = await open("clip", { resize });
    expectClose(await embedded(encoder, [0, 1, 2, 3], 1), expected.clip[resize].frames);
  });

  it("makes the mean of normalised frames, of length 1 unless the manifest says otherwise", async () => {
    await using plain = await open("clip", { renormalize: false });
    expectClose(await embedded(plain, [0], 4), [expected.clip.crop.mean]);
    await using unit = await open("clip");
    const [vector] = await embedded(unit, [0], 4);
    const norm = Math.hypot(...expected.clip.crop.mean);
    expect(norm).toBeLessThan(0.99);
    expectClose([vector!], [expected.clip.crop.mean.map((value: number) => value / norm)]);
  });

  it("embeds texts alike", async () => {
    await using encoder = await open("clip");
    expectClose(await encoder.texts!.encode(texts), expected.clip.texts);
  });
});

it("a tiny SigLIP embeds frames and texts as transformers does", async () => {
  await using encoder = await open("siglip");
  expectClose(await embedded(encoder, [0, 1, 2], 1), expected.siglip.frames);
  expectClose(await encoder.texts!.encode(texts), expected.siglip.texts);
});

it.each([
  ["viclip", 4],
  ["s3d", 8],
])("a tiny %s embeds clips of %i frames and texts as PyTorch does", async (name, frameCount) => {
  await using encoder = await open(name);
  const { starts, videos, texts: told } = expected[name];
  expectClose(await embedded(encoder, starts, frameCount), videos);
  expectClose(await encoder.texts!.encode(texts), told);
});

describe("tokenizers give the ids of the originals", () => {
  const openWords = (manifest: TokenizerManifest) =>
    openTokenizer(manifest, fileFinder(folderFiles(folder), "manifest"));

  it("CLIP's of OpenCLIP, filled up and cut", async () => {
    const words = await openWords({ kind: "clip", merges: "clip/merges.txt.gz" });
    const filled = texts.map((text) => {
      const ids = words.ids(text, 24);
      return [...ids, ...Array(24 - ids.length).fill(words.padding)];
    });
    expect(filled).toEqual(expected.tokens.clip);
  });

  it("CLIP's of transformers, with its own vocabulary", async () => {
    const words = await openWords({
      kind: "clip",
      merges: "tokenizers/clip-merges.txt",
      vocab: "tokenizers/clip-vocab.json",
    });
    const { texts: plain, ids } = expected.tokens.clipTransformers;
    expect(plain.length).toBeGreaterThan(3);
    expect(plain.map((text: string) => words.ids(text, 24))).toEqual(ids);
  });

  it.each<[string, number, TokenizerManifest]>([
    [
      "unigram",
      16,
      { kind: "sentencepiece", file: "siglip/tokenizer.json", clean: "canonical", padding: 1 },
    ],
    [
      "byteFallback",
      16,
      { kind: "sentencepiece", file: "tokenizers/byte-fallback.json", clean: "lower" },
    ],
    ["wordpiece", 16, { kind: "wordpiece", vocab: "tokenizers/wordpiece.txt", lowercase: true }],
    ["words", 16, { kind: "words", vocab: "s3d/words.npy" }],
  ])("%s", async (name, length, manifest) => {
    const words = await openWords(manifest);
    expect(texts.map((text) => words.ids(text, length))).toEqual(expected.tokens[name]);
  });
});

describe("vidimus encode, from a video file to scores of texts", () => {
  const { path: scratch } = temporaryFolder();
  const video = join(scratch, "scene.mkv");
  beforeAll(() => writeScene(video));
  const vidimus = (...args: readonly string[]) => cli(args, { cwd: scratch });

  it.each(["clip", "siglip", "viclip", "s3d"])(
    "agrees with PyAV, Pillow and PyTorch: %s",
    async (name) => {
      const { status, stdout, stderr } = await vidimus(
        ...["encode", "--manifest", `${folder}/${name}/manifest.yaml`, "--video", video, "--json"],
        ...texts.flatMap((text) => ["--text", text]),
      );
      expect(stderr).toBe("");
      expect(status).toBe(0);
      const { schema, videos, texts: told, products } = JSON.parse(stdout);
      expect(schema).toBe("vidimus-encode/1");
      expect(videos[0]).toMatchObject({
        path: video,
        embedding: { length: told[0].embedding.length },
      });
      expectClose([Float32Array.from(products[0])], [expected[name].scene]);
    },
  );

  it("multiplies texts with each other where there is no video", async () => {
    const { stdout } = await vidimus(
      ...["encode", "--manifest", `${folder}/clip/manifest.yaml`, "--json"],
      ...["--text", texts[0]!, "--text", texts[1]!],
    );
    const { products } = JSON.parse(stdout);
    expect(products[0][0]).toBeCloseTo(1, 5);
    expect(products[0][1]).toBeCloseTo(products[1][0], 6);
    expect(products[0][1]).toBeLessThan(0.999);
  });

  it("shows a table, and what cannot be read", async () => {
    const { status, stdout } = await vidimus(
      ...["encode", "--manifest", `${folder}/viclip/manifest.yaml`, "--text", "a door"],
      ...["--video", video, "--video", join(scratch, "none.mp4")],
    );
    expect(status).toBe(3);
    expect(stdout).toMatch(/scene\.mkv +4 +12 +1\.0000/);
    // In a line of its own, not in a column of figures.
    expect(stdout).toMatch(/none\.mp4 +– +– +–\n/);
    expect(stdout).toMatch(/^\S*none\.mp4: no such file/m);
    expect(stdout).toMatch(/a door +-?0\.\d{4} +–/);
  });

  it("names words that a vocabulary lacks", async () => {
    const args = ["encode", "--manifest", `${folder}/s3d/manifest.yaml`, "--text", "zyxw open"];
    expect((await vidimus(...args)).stdout).toMatch(
      /left out of "zyxw open", since the vocabulary lacks it: zyxw/,
    );
    const { texts: embedded } = JSON.parse((await vidimus(...args, "--json")).stdout);
    expect(embedded[0].unknownWords[0]).toBe("zyxw");
  });

  it.each([
    [["--text", "a"], "--manifest: needs manifest or preset, one of the two"],
    [["--manifest", "none.yaml", "--text", "a"], "no such file: none.yaml"],
    [["--preset", "viclip-l-14"], "there is nothing to embed"],
    [
      ["--manifest", `${folder}/clip/manifest.yaml`, "--text", "a", "--sampler", "x"],
      "--sampler: there is no x",
    ],
  ])("says what is wrong with %j", async (given, message) => {
    const { status, stderr } = await vidimus("encode", ...given);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
