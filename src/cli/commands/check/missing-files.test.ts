import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { encoder } from "../../../systems/encoder/encoder.ts";
import { missingFiles } from "./missing-files.ts";

const registries = await loadRegistries();

const folder = temporaryFolder();

function missingOf(given: Readonly<Record<string, unknown>>) {
  const system = { id: "e", kind: "encoder", settings: encoder.configSchema.parse(given) };
  return missingFiles({
    config: { systems: [system], graders: [] },
    directory: folder.path,
    registries,
  } as unknown as Parameters<typeof missingFiles>[0]);
}

describe("files of an encoder", () => {
  it("are named one by one where the folder of a preset is there and lacks them", async () => {
    folder.file("weights/image.onnx", "-");
    const missing = await missingOf({ preset: "openclip-vit-b-32", path: "weights" });
    expect(missing.map(({ file }) => file)).toEqual([
      "weights/text.onnx",
      "weights/bpe_simple_vocab_16e6.txt.gz",
    ]);
    expect(missing[0]).toMatchObject({
      systems: ["e"],
      hint: expect.stringContaining("open_clip_to_onnx.py"),
    });
    expect(await missingOf({ preset: "openclip-vit-b-32", path: "none" })).toMatchObject([
      { file: "none" },
    ]);
  });

  it("are of no use without the runtime that opens them, or where it is told to compute", async () => {
    const clip = { preset: "openclip-vit-b-32", executionProviders: ["abacus"] };
    expect(await missingOf(clip)).toMatchObject([
      { file: "onnxruntime-node", problem: expect.stringContaining("abacus is not part of") },
    ]);
  });

  it("are those that a manifest names, and the manifest where it cannot be read", async () => {
    const text = "text: { file: text.onnx, length: 8 }\ntokenizer: { kind: words, vocab: v.txt }\n";
    folder.file("own/manifest.yaml", text);
    folder.file("own/v.txt", "a");
    expect(await missingOf({ manifest: "own/manifest.yaml" })).toEqual([
      { file: "own/text.onnx", systems: ["e"] },
    ]);
    folder.file("own/manifest.yaml", "text: [");
    expect(await missingOf({ manifest: "own/manifest.yaml" })).toMatchObject([
      { file: "own/manifest.yaml", problem: expect.stringMatching(/manifest.yaml:1:.*YAML/) },
    ]);
  });
});
