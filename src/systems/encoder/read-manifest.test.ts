import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { encoderPresets } from "./presets.ts";
import { checkManifest, readManifest } from "./read-manifest.ts";

const { path: folder } = temporaryFolder();
const text = { file: "t.onnx", length: 77 };
const tokenizer = { kind: "clip", merges: "m.txt" };
const clip = { image: { file: "i.onnx" }, text, tokenizer, size: 224 };

describe("a manifest", () => {
  it("has the usual values where it says nothing", () => {
    expect(checkManifest(clip, "m.yaml")).toMatchObject({
      image: { layout: "bchw" },
      resize: "crop",
      filter: "bicubic",
      mean: [0, 0, 0],
      std: [1, 1, 1],
      pooling: "mean",
      normalize: true,
      renormalize: true,
    });
  });

  it.each([
    ["no tower", {}, "m.yaml: image: needs a tower"],
    [
      "two towers for frames",
      { ...clip, video: { file: "v.onnx" }, frames: 8 },
      "m.yaml: video: needs one tower",
    ],
    ["no size", { ...clip, size: undefined }, "m.yaml: size: is needed"],
    [
      "no number of frames for a video",
      { video: { file: "v.onnx" }, size: 224 },
      "m.yaml: frames: is needed",
    ],
    ["no tokenizer", { text }, "m.yaml: tokenizer: is needed"],
    [
      "a crop that is not square",
      { ...clip, size: [224, 160] },
      "m.yaml: size: must be one number",
    ],
    ["a deviation of nothing", { ...clip, std: [1, 0, 1] }, "m.yaml: std.1: must be above 0"],
    ["no length of texts", { ...clip, text: { file: "t.onnx" } }, "m.yaml: text.length: "],
    ["an unknown tokenizer", { ...clip, tokenizer: { kind: "x" } }, "m.yaml: tokenizer.kind: "],
    [
      "an unknown field",
      { ...clip, resise: "crop" },
      "m.yaml: resise: is no field of a manifest; did you mean resize?",
    ],
    [
      "an unknown field of a tower",
      { ...clip, image: { file: "i.onnx", name: "x" } },
      "m.yaml: image.name: is no field",
    ],
  ])("says what is wrong: %s", (_, value, message) => {
    expect(() => checkManifest(value, "m.yaml")).toThrow(message);
  });

  it("lists every problem at once", () => {
    const both = () => checkManifest({ ...clip, size: "big", frames: 0 }, "m.yaml");
    expect(both).toThrow(/m\.yaml: size: [\s\S]*m\.yaml: frames: /);
  });

  it("is read from YAML; text that is none is shown with its place", async () => {
    const path = join(folder, "manifest.yaml");
    writeFileSync(path, "image: { file: i.onnx }\nsize: 32\nmean: [0.5, 0.5, 0.5]\n");
    expect(await readManifest(path, "m.yaml")).toMatchObject({ size: 32, mean: [0.5, 0.5, 0.5] });
    writeFileSync(path, "image: { file: i.onnx\nsize: 32\n");
    await expect(readManifest(path, "m.yaml")).rejects.toThrow(/^m\.yaml:\d+:\d+: not valid YAML/);
    await expect(readManifest(join(folder, "none"), "n.yaml")).rejects.toThrow(
      "n.yaml: the manifest cannot be read (ENOENT)",
    );
  });

  it.each(Object.entries(encoderPresets))("of the preset %s is one", (name, { manifest }) => {
    expect(() => checkManifest(manifest, name)).not.toThrow();
  });
});
