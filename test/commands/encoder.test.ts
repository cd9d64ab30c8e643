import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InferenceSession } from "onnxruntime-node";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FrameRef } from "../../src/core/asking/chat.ts";
import type { EncoderSystem } from "../../src/core/asking/system.ts";
import type { SystemContext } from "../../src/core/asking/system-kind.ts";
import { answered, noAnswer } from "../../src/core/run/outcome.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { modelOpener } from "../../src/evaluation/cell/model-opener.ts";
import { retrieval } from "../../src/families/retrieval/index.ts";
import { encoder } from "../../src/systems/encoder/encoder.ts";
import { besideWeights } from "../../src/systems/encoder/linked-weights.ts";
import { openGraph } from "../../src/systems/encoder/onnx-graph.ts";
import { fakeContext } from "../fakes/fake-context.ts";
import { hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const reference = fileURLToPath(new URL("../reference/encoder", import.meta.url));
const { path: folder } = temporaryFolder();
const never = new AbortController().signal;

/** The size of the models of the tests. */
const side = 32;

/** Pixels of one grey for each frame; what was read is noted, a list for each pass. */
function greys(read: string[][] = []): NonNullable<SystemContext["pixels"]> {
  return async (frames) => {
    read.push(frames.map(({ digest }) => digest));
    if (frames.some(({ digest }) => digest === "broken"))
      return noAnswer("media-error", "a.mp4: cannot be decoded");
    return answered(
      frames.map(({ digest }) => new Uint8Array(3 * side * side).fill(40 * Number(digest))),
    );
  };
}

const frame = (digest: string): FrameRef => ({
  atSeconds: 0,
  digest,
  mediaType: "image/png",
  width: 8,
  height: 8,
});

function context(given: Partial<SystemContext> = {}): SystemContext {
  return fakeContext({
    family: retrieval,
    open: (path) => openDataFile(join(reference, path)),
    pixels: greys(),
    ...given,
  });
}

const settings = (given: Readonly<Record<string, unknown>>) => encoder.configSchema.parse(given);

async function create(
  given: Readonly<Record<string, unknown>>,
  about: SystemContext = context(),
): Promise<EncoderSystem> {
  const system = await encoder.create(settings(given), about);
  if (system.speaks !== "encoder") throw new Error("speaks otherwise");
  return system;
}

/** A copy of a tiny encoder whose manifest is changed. */
function changed(name: string, change: (manifest: string) => string): string {
  const copy = join(folder, `${name}-${readdirSync(folder).length}`);
  cpSync(join(reference, name), copy, { recursive: true });
  const manifest = join(copy, "manifest.yaml");
  writeFileSync(manifest, change(readFileSync(manifest, "utf8")));
  return manifest;
}

const anywhere = { open: openDataFile };

describe("the kind encoder", () => {
  it("says what writes the files of a preset whose folder is not there", async () => {
    await expect(create({ preset: "openclip-vit-b-32", path: "nowhere" })).rejects.toMatchObject({
      message: expect.stringContaining("nowhere"),
      hint: expect.stringContaining("tools/export/open_clip_to_onnx.py"),
    });
  });

  it("answers texts and frames in the order of the asks, each frame decoded and put through once", async () => {
    const read: string[][] = [];
    const system = await create(
      { manifest: "clip/manifest.yaml" },
      context({ pixels: greys(read) }),
    );
    const asks = [
      { frames: [frame("1"), frame("2")] },
      { text: "a person opens the door" },
      { frames: [frame("2")] },
      { text: "the red ball" },
      { frames: [frame("1"), frame("2"), frame("1")] },
    ];
    const together = await system.ask(asks, never);
    expect(read).toEqual([["1", "2"]]);
    const other = await create({ manifest: "clip/manifest.yaml" });
    for (const [i, ask] of asks.entries()) {
      const [alone] = await other.ask([ask], never);
      if (alone?.kind !== "answered" || together[i]?.kind !== "answered") throw new Error("none");
      expect(together[i].value.length).toBe(16);
      for (const [j, value] of alone.value.entries())
        expect(together[i].value[j]).toBeCloseTo(value, 6);
    }
    expect(system).toMatchObject({ maxBatch: 64, sees: true });
    expect(system.pixels).toEqual({ width: 32, height: 32, resize: "crop", filter: "bicubic" });
  });

  it("says of which clip the pixels cannot be had, and answers the others", async () => {
    for (const manifest of ["clip/manifest.yaml", "viclip/manifest.yaml"]) {
      const system = await create({ manifest });
      const replies = await system.ask(
        [{ frames: [frame("1"), frame("broken")] }, { frames: [frame("3")] }, { frames: [] }],
        never,
      );
      expect(replies.map(({ kind }) => kind)).toEqual(["media-error", "answered", "media-error"]);
      expect(replies[0]).toMatchObject({ reason: "a.mp4: cannot be decoded" });
    }
  });

  it.each([
    [1, [1, 1, 1, 1]],
    [2, [1, 1, 2, 2]],
    [7, [1, 3, 5, 7]],
  ])("shows a video tower of 4 frames %i frames as %j", async (count, shown) => {
    const system = await create({ manifest: "viclip/manifest.yaml" });
    expect(system.frames).toBe(4);
    const all = Array.from({ length: count }, (_, i) => frame(`${i + 1}`));
    const [given, picked] = await system.ask(
      [{ frames: all }, { frames: shown.map((one) => frame(`${one}`)) }],
      never,
    );
    if (given?.kind !== "answered" || picked?.kind !== "answered") throw new Error("none");
    expect(given.value).toEqual(picked.value);
  });

  it("answers no frames without a tower for them", async () => {
    const manifest = changed("clip", (text) => text.replace(/^image:.*\n/, ""));
    const system = await create({ manifest }, context(anywhere));
    expect(system.sees).toBe(false);
    const [seen, told] = await system.ask([{ frames: [frame("1")] }, { text: "a" }], never);
    expect(seen).toMatchObject({ kind: "failed", reason: /no image or video tower/ });
    expect(told?.kind).toBe("answered");
  });

  it("has an identity of contents and settings, not of names and places", async () => {
    const plain = await create({ manifest: "clip/manifest.yaml" });
    const moved = await create({ manifest: changed("clip", (text) => text) }, context(anywhere));
    expect(moved.identity).toEqual(plain.identity);
    expect(JSON.stringify(plain.identity)).not.toContain(".onnx");
    const others = await Promise.all([
      create({ manifest: "clip/manifest.yaml", resize: "stretch" }),
      create({ manifest: "clip/manifest.yaml", renormalize: false }),
      create({ manifest: "clip/manifest.yaml", frames: 3 }),
      create({ manifest: "clip/manifest.yaml", mean: [0.5, 0.5, 0.5] }),
      create({ manifest: "clip/manifest.yaml", std: [0.5, 0.5, 0.5] }),
    ]);
    for (const { identity } of others) expect(identity).not.toEqual(plain.identity);
    expect(
      (await create({ manifest: "clip/manifest.yaml", batch: 2, threads: 1 })).identity,
    ).toEqual(plain.identity);
  });

  it.each([
    ["image.onnx", "other.onnx", "image.file: there is no other.onnx"],
    ["merges.txt.gz", "none.gz", "tokenizer.merges: there is no none.gz"],
  ])("names a file that is not there: %s", async (from, to, message) => {
    const manifest = changed("clip", (text) => text.replace(from, to));
    await expect(create({ manifest }, context(anywhere))).rejects.toThrow(message);
  });

  it.each([
    [
      "an input",
      "clip",
      /input: input/,
      "input: pixels",
      /image\.file \(image\.onnx\): has no input pixels/,
    ],
    ["an output", "clip", /output: embedding/, "output: x", /has no output x/],
    [
      "a size",
      "clip",
      /size: 32/,
      "size: 64",
      /takes batch×3×32×32, but .* make batch×3×64×64 \(chw\)/,
    ],
    ["a number of frames", "viclip", /frames: 4/, "frames: 5", /takes 4 frames, not 5/],
    ["a layout", "viclip", /btchw/, "bcthw", /make batch×3×4×32×32 \(cthw\)/],
    [
      "a length",
      "clip",
      /length: 24/,
      "length: 25",
      /takes texts of 24 tokens, but text\.length is 25/,
    ],
    [
      "no graph at all",
      "clip",
      /file: image\.onnx/,
      "file: merges.txt.gz",
      /no model that ONNX Runtime can open/,
    ],
  ])("names what does not fit, and is not asked again: %s", async (_, name, from, to, message) => {
    const manifest = changed(name, (text) => text.replace(from, to));
    const system = await create({ manifest }, context(anywhere));
    const asked = await system.ask([{ text: "a" }, { frames: [frame("1")] }], never);
    const stopped = { kind: "failed", cause: "auth", reason: expect.stringMatching(message) };
    expect(asked).toMatchObject([stopped, stopped]);
    const about = { id: "e", directory: folder, signal: never };
    expect(await encoder.check!(settings({ manifest }), about)).toMatchObject([
      { state: "problem", detail: expect.stringMatching(message) },
    ]);
  });

  it("opens no model before something is asked of it", async () => {
    const create = vi.spyOn(InferenceSession, "create");
    const system = await encoder.create(settings({ manifest: "clip/manifest.yaml" }), context());
    expect(create).not.toHaveBeenCalled();
    await (system as EncoderSystem).ask([{ text: "a" }, { text: "b" }], never);
    await (system as EncoderSystem).ask([{ text: "c" }], never);
    expect(create).toHaveBeenCalledTimes(1);
    create.mockRestore();
    await system[Symbol.asyncDispose]?.();
  });

  it("is another one with another ONNX Runtime", async () => {
    const { identity } = await create({ manifest: "clip/manifest.yaml" });
    const { version } = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve("onnxruntime-node/package.json"), "utf8"),
    );
    expect(identity).toMatchObject({ onnxruntime: version });
  });

  it("finds weights beside the graph, also where both were fetched under other names", async () => {
    const blobs = join(folder, "blobs");
    mkdirSync(blobs);
    for (const [name, file] of [
      ["abc", "text.onnx"],
      ["def", "text.onnx.data"],
    ] as const)
      cpSync(join(reference, "external", file), join(blobs, name));
    const graph = { path: join(blobs, "abc"), file: "text.onnx", shown: "text.onnx" };
    await expect(openGraph(graph)).rejects.toThrow(/text\.onnx: is no model/);
    const weights = [{ file: "text.onnx.data", path: join(blobs, "def") }];
    const open = await besideWeights(graph, weights, (path) => openGraph({ ...graph, path }));
    const plain = await openGraph({ path: join(reference, "s3d/text.onnx"), shown: "plain" });
    const feed = {
      input: { data: BigInt64Array.from({ length: 16 }, (_, i) => BigInt(i)), dims: [1, 16] },
    };
    expect((await open.run(feed)).embedding?.data).toEqual((await plain.run(feed)).embedding?.data);
    await open.close();
    expect(readdirSync(blobs)).toEqual(["abc", "def"]);
  });

  it("puts everything through alone where vectors depend on their neighbours", async () => {
    const bert = fileURLToPath(new URL("../reference/sentence-encoder/bert", import.meta.url));
    const manifest = join(folder, "quantised.yaml");
    const write = (graph: string) =>
      writeFileSync(
        manifest,
        `text: { file: ${bert}/onnx/${graph}, length: 24 }\ntokenizer: { kind: huggingface, file: ${bert}/tokenizer.json }\n`,
      );
    write("model_quantized.onnx");
    expect(await create({ manifest }, context(anywhere))).toMatchObject({
      maxBatch: 1,
      identity: { batch: 1 },
    });
    write("model.onnx");
    const plain = await create({ manifest }, context(anywhere));
    expect(plain.maxBatch).toBe(64);
    expect(plain.identity).not.toHaveProperty("batch");
  });

  it("computes where it is told, and says what the installed runtime has", async () => {
    await create({ manifest: "clip/manifest.yaml", executionProviders: ["cpu"] });
    await expect(
      create({ manifest: "clip/manifest.yaml", executionProviders: ["abacus"] }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("abacus is not part of the onnxruntime-node that is"),
      hint: expect.stringMatching(/^usable here: .*\bcpu\b/),
    });
  });

  it("falls back to the next provider of the list, says so, and is then the same encoder", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const manifest = "clip/manifest.yaml";
    const fallen = await create(
      { manifest, executionProviders: ["abacus", "cpu"] },
      context({ warn }),
    );
    expect(warnings).toEqual([
      "executionProviders: abacus is not part of the onnxruntime-node that is installed here; cpu is used instead",
    ]);
    // What the CPU made before is found again in the cache.
    expect(fallen.identity).toEqual((await create({ manifest })).identity);
  });

  it.each([
    ["cuda", "OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library"],
    [
      "webgpu",
      "/onnxruntime_src/onnxruntime/core/providers/webgpu/webgpu_context.cc:136 Failed to get a WebGPU adapter",
    ],
  ])("says so where there is no device for %s", async (provider, said) => {
    // What onnxruntime-node 1.30 says on a machine without one.
    const opening = vi.spyOn(InferenceSession, "create").mockRejectedValue(new Error(said));
    const graph = { path: join(reference, "clip/image.onnx"), shown: "image" };
    await expect(openGraph(graph, { executionProviders: [provider, "cpu"] })).rejects.toMatchObject(
      {
        message: `executionProviders: ${provider} cannot be used here (${said})`,
        hint: "install what it needs, or leave executionProviders out to use the CPU",
      },
    );
    opening.mockRejectedValue(new Error("Protobuf parsing failed."));
    await expect(openGraph(graph, { executionProviders: ["cpu"] })).rejects.toThrow(
      "image: is no model that ONNX Runtime can open (Protobuf parsing failed.)",
    );
    opening.mockRestore();
  });

  it("is looked at before a run: whether it opens, and what it embeds", async () => {
    const check = async (given: object) => {
      const about = { id: "e", directory: reference, signal: never };
      const [finding] = await encoder.check!(settings({ ...given }), about);
      return `${finding!.what}: ${finding!.state}: ${finding!.detail}`;
    };
    expect(await check({ manifest: "clip/manifest.yaml" })).toBe(
      "model of e: fine: opens, and embeds frames and texts",
    );
    expect(await check({ preset: "openclip-vit-b-32", path: "s3d" })).toBe(
      "model of e: problem: s3d: image.file: there is no image.onnx",
    );
    expect(await check({ preset: "siglip2-base" })).toMatch(/fine: siglip2-base is fetched/);
  });

  it("wants a manifest or a preset, and files of a preset from one place", () => {
    const isFine = (given: object) => encoder.configSchema.safeParse(given).success;
    expect(isFine({})).toBe(false);
    expect(isFine({ manifest: "a", preset: "viclip-l-14" })).toBe(false);
    expect(isFine({ manifest: "a", path: "b" })).toBe(false);
    expect(isFine({ preset: "viclip-l-14", path: "b", huggingface: "a/b" })).toBe(false);
    expect(isFine({ preset: "viclip-l-14", path: "b" })).toBe(true);
    expect(isFine({ preset: "viclip-xl" })).toBe(false);
  });
});

describe("a preset", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("names the script that makes its files where nobody keeps them, and a missing file", async () => {
    await expect(create({ preset: "viclip-l-14" })).rejects.toThrow(/viclip-l-14 needs path/);
    await expect(create({ preset: "openclip-vit-b-32", path: "s3d" })).rejects.toThrow(
      "s3d: image.file: there is no image.onnx",
    );
  });

  it("of a sentence encoder is fetched once from the hub, then read offline", async () => {
    const root = fileURLToPath(new URL("../reference/sentence-encoder/mpnet", import.meta.url));
    const files = Object.fromEntries(
      ["onnx/model.onnx", "tokenizer.json"].map((name) => [name, readFileSync(join(root, name))]),
    );
    await using server = await hubServer({
      "sentence-transformers/all-mpnet-base-v2": { commit: "c".repeat(40), files },
    });
    vi.stubEnv("HF_ENDPOINT", server.endpoint);
    vi.stubEnv("VIDIMUS_CACHE", join(folder, "cache"));
    mkdirSync(join(folder, "cache"), { recursive: true });
    const open = (isOffline: boolean) =>
      create({ preset: "all-mpnet-base-v2" }, context({ model: modelOpener(isOffline) }));
    await expect(open(true)).rejects.toThrow(
      /offline.*all-mpnet-base-v2.*\(files of the model: onnx\/model\.onnx, tokenizer\.json\)/,
    );
    const online = await open(false);
    const asked = server.requests.length;
    const offline = await open(true);
    expect(server.requests.length).toBe(asked);
    expect(offline.identity).toEqual(online.identity);
    const expected = JSON.parse(readFileSync(join(root, "../expected.json"), "utf8"));
    const [reply] = await offline.ask([{ text: expected.texts[0] }], never);
    if (reply?.kind !== "answered") throw new Error("no vector");
    for (const [i, value] of reply.value.entries())
      expect(Math.abs(value - expected.mpnet.vectors[0][i])).toBeLessThan(1e-5);
    rmSync(join(folder, "cache"), { recursive: true });
  });
});
