import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SystemContext } from "../../src/core/asking/system-kind.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { modelOpener } from "../../src/evaluation/cell/model-opener.ts";
import { dialogue } from "../../src/families/dialogue/index.ts";
import { optionalModule } from "../../src/systems/encoder/optional-module.ts";
import { modelFolder } from "../../src/systems/sentence-encoder/model-folder.ts";
import { readLayout } from "../../src/systems/sentence-encoder/model-layout.ts";
import { openTextTower } from "../../src/systems/sentence-encoder/open-text-tower.ts";
import { sentenceEncoder } from "../../src/systems/sentence-encoder/sentence-encoder.ts";
import { fakeContext } from "../fakes/fake-context.ts";
import { hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const reference = fileURLToPath(new URL("../reference/sentence-encoder", import.meta.url));
const expected = JSON.parse(readFileSync(join(reference, "expected.json"), "utf8")) as {
  readonly texts: readonly string[];
} & Readonly<Record<"mpnet" | "bert", { readonly vectors: readonly (readonly number[])[] }>>;
const models = ["mpnet", "bert"] as const;
const { path: folder } = temporaryFolder();
const never = new AbortController().signal;

function context(given: Partial<SystemContext> = {}): SystemContext {
  return fakeContext({
    family: dialogue,
    open: (path) => openDataFile(join(reference, path)),
    ...given,
  });
}

const settings = (given: Readonly<Record<string, unknown>>) =>
  sentenceEncoder.configSchema.parse(given);

async function openEncoder(name: string, maxTokens?: number) {
  return openTextTower(await readLayout(modelFolder(join(reference, name)), { name, maxTokens }));
}

describe.each(models)("a tiny %s beside PyTorch", (name) => {
  it("gives the same vectors, whatever else is in the batch", async () => {
    const encoder = await openEncoder(name);
    const together = await encoder.encode(expected.texts);
    for (const [i, text] of expected.texts.entries()) {
      const wanted = expected[name].vectors[i]!;
      for (const [j, value] of together[i]!.entries())
        expect(Math.abs(value - wanted[j]!), `${text} [${j}]`).toBeLessThan(1e-5);
    }
    await encoder.close();
  });

  it("gives vectors of length 1, also to an empty text, and each text alone what it has in company", async () => {
    const [alone, inCompany] = [await openEncoder(name), await openEncoder(name)];
    const together = await inCompany.encode(expected.texts);
    for (const [i, text] of expected.texts.entries()) {
      const [own] = await alone.encode([text]);
      expect(own!.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
      for (const [j, value] of own!.entries()) expect(value).toBeCloseTo(together[i]![j]!, 5);
    }
  });

  it("puts a text through once: the next time it is remembered", async () => {
    const encoder = await openEncoder(name);
    const [first] = await encoder.encode(["the water", "the coffee"]);
    const [, again] = await encoder.encode(["the coffee", "the water", "another text"]);
    expect(again).toBe(first);
  });

  it("cuts long texts where the model does, or earlier where told", async () => {
    const encoder = await openEncoder(name);
    const long = "the water and then the coffee ".repeat(12);
    const [whole, longer] = await encoder.encode([long, `${long} and more and more`]);
    expect([...longer!]).toEqual([...whole!]);
    const short = await openEncoder(name, 4);
    const [cut, two] = await short.encode([long, "the water"]);
    for (const [j, value] of cut!.entries()) expect(value).toBeCloseTo(two![j]!, 5);
  });
});

describe("a tiny BERT whose activations are quantised by the batch", () => {
  const quantised = { path: "bert", file: "onnx/model_quantized.onnx" };
  const open = async () =>
    openTextTower(
      await readLayout(modelFolder(join(reference, "bert")), {
        name: "bert",
        file: quantised.file,
      }),
    );

  it("gives each text the very same vector whatever is asked with it, as ONNX Runtime gives it alone", async () => {
    const { vectors } = JSON.parse(readFileSync(join(reference, "quantised.json"), "utf8")) as {
      vectors: readonly (readonly number[])[];
    };
    const [alone, inCompany] = [await open(), await open()];
    expect([
      alone.isOneByOne,
      (await openEncoder("bert")).isOneByOne,
      (await openEncoder("mpnet")).isOneByOne,
    ]).toEqual([true, false, false]);
    const together = await inCompany.encode(expected.texts);
    for (const [i, text] of expected.texts.entries()) {
      const [own] = await alone.encode([text]);
      expect([...together[i]!], text).toEqual([...own!]);
      // Processors round products of 8 bits differently.
      for (const [j, value] of own!.entries())
        expect(Math.abs(value - vectors[i]![j]!), `${text} [${j}]`).toBeLessThan(0.02);
    }
  });

  it("is another system than one that encodes by batches, and the same similarities come from any set of pairs", async () => {
    const system = await sentenceEncoder.create(settings(quantised), context());
    if (system.speaks !== "similarity") throw new Error("speaks otherwise");
    expect(system.identity).toMatchObject({ batch: 1 });
    const pair = [expected.texts[0]!, expected.texts[2]!] as const;
    const [wide] = await system.ask(
      [{ pairs: [pair, ...expected.texts.map((text) => [text, text] as const)] }],
      never,
    );
    const other = await sentenceEncoder.create(settings(quantised), context());
    if (other.speaks !== "similarity") throw new Error("speaks otherwise");
    const [narrow] = await other.ask([{ pairs: [pair] }], never);
    if (wide?.kind !== "answered" || narrow?.kind !== "answered") throw new Error("not answered");
    expect(wide.value.cosines[0]).toBe(narrow.value.cosines[0]);
  });
});

describe("the kind sentence-encoder", () => {
  it("answers with cosines in single precision, of more texts than a batch holds", async () => {
    const system = await sentenceEncoder.create(settings({ path: "bert" }), context());
    if (system.speaks !== "similarity") throw new Error("speaks otherwise");
    const texts = Array.from({ length: 150 }, (_, i) => `step ${i}`);
    const [all, one] = await system.ask(
      [{ pairs: texts.map((text) => [text, "step 7"]) }, { pairs: [["step 7", "step 7"]] }],
      never,
    );
    if (all?.kind !== "answered" || one?.kind !== "answered") throw new Error("not answered");
    expect(all.value.cosines.length).toBe(150);
    expect(all.value.cosines[7]).toBe(one.value.cosines[0]);
    expect(one.value.cosines[0]).toBeCloseTo(1, 6);
    for (const cosine of all.value.cosines) expect(cosine).toBe(Math.fround(cosine));
    expect(Math.min(...all.value.cosines)).toBeLessThan(0.999);
    expect(system.identity).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      pooling: "mean",
      maxTokens: 24,
    });
    await system[Symbol.asyncDispose]?.();
  });

  it.each([
    [
      { huggingface: "sentence-transformers/all-mpnet-base-v2" },
      "sentence-encoder:all-mpnet-base-v2",
    ],
    [{ path: "models/all-MiniLM-L6-v2" }, "sentence-encoder:all-MiniLM-L6-v2"],
    [
      { huggingface: "a/b", revision: "v1", file: "onnx/model_q8.onnx", maxTokens: 64 },
      "sentence-encoder:b@v1/onnx/model_q8.onnx[64]",
    ],
  ])("is called %j in signatures", (given, label) => {
    expect(sentenceEncoder.label!(settings(given))).toBe(label);
  });

  it("is called by its folder alone where a flag names it, without the defaults of a configuration", () => {
    expect(sentenceEncoder.label!({ path: "models/mine" } as ReturnType<typeof settings>)).toBe(
      "sentence-encoder:mine",
    );
  });

  it("wants a folder or a name on the hub, one of the two", () => {
    expect(sentenceEncoder.configSchema.safeParse({}).success).toBe(false);
    expect(sentenceEncoder.configSchema.safeParse({ path: "a", huggingface: "a/b" }).success).toBe(
      false,
    );
    expect(sentenceEncoder.configSchema.safeParse({ huggingface: "nonsense" }).success).toBe(false);
  });

  it.each([
    ["onnx/model.onnx", /has no model\.onnx and no onnx\/model\.onnx/],
    ["tokenizer.json", /has no tokenizer\.json/],
    ["config.json", /has no config\.json/],
  ])("says what is missing without %s", async (file, message) => {
    const copy = join(folder, file.replaceAll("/", "-"));
    cpSync(join(reference, "bert"), copy, { recursive: true });
    rmSync(join(copy, file));
    await expect(
      sentenceEncoder.create(settings({ path: copy }), context({ open: openDataFile })),
    ).rejects.toThrow(message);
  });

  it("refuses what is no model, and a pooling that it does not know", async () => {
    const copy = join(folder, "broken");
    cpSync(join(reference, "bert"), copy, { recursive: true });
    writeFileSync(join(copy, "onnx/model.onnx"), "nonsense");
    const create = () =>
      sentenceEncoder.create(settings({ path: copy }), context({ open: openDataFile }));
    await expect(create()).rejects.toThrow(/no model that ONNX Runtime can open/);
    writeFileSync(
      join(copy, "1_Pooling/config.json"),
      JSON.stringify({ pooling_mode_max_tokens: true }),
    );
    await expect(create()).rejects.toThrow(/pools by pooling_mode_max_tokens/);
  });

  it("names a package that is not installed", async () => {
    const absent = () =>
      Promise.reject(
        Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" }),
      );
    await expect(optionalModule("onnxruntime-node", absent)).rejects.toThrow(
      "the package onnxruntime-node is not installed",
    );
  });
});

describe("a model of the hub", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is fetched once, and then read offline", async () => {
    const root = join(reference, "mpnet");
    const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.includes("."),
    );
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name))]));
    await using server = await hubServer({ "lab/tiny": { commit: "b".repeat(40), files } });
    vi.stubEnv("HF_ENDPOINT", server.endpoint);
    vi.stubEnv("VIDIMUS_CACHE", join(folder, "cache"));
    mkdirSync(join(folder, "cache"), { recursive: true });
    const create = (isOffline: boolean) =>
      sentenceEncoder.create(
        settings({ huggingface: "lab/tiny" }),
        context({ model: modelOpener(isOffline) }),
      );
    await expect(create(true)).rejects.toThrow(/offline/);
    const online = await create(false);
    const asked = server.requests.length;
    expect(server.requests).toContain(`/lab/tiny/resolve/${"b".repeat(40)}/onnx/model.onnx`);
    expect((await create(true)).identity).toEqual(online.identity);
    expect(server.requests.length).toBe(asked);
  });
});
