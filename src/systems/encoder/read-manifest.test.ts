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

const checked = (value: unknown) => checkManifest(value, () => "m.yaml");

describe("a manifest", () => {
  it("has the usual values where it says nothing", () => {
    expect(checked(clip)).toMatchObject({
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
    [
      "no length of texts",
      { ...clip, text: { file: "t.onnx" } },
      "m.yaml: text.length: is missing; expected a number",
    ],
    [
      "an unknown tokenizer",
      { ...clip, tokenizer: { kind: "x" } },
      'm.yaml: tokenizer.kind: expected "clip", "wordpiece", "sentencepiece", "huggingface", "words" or "s3d", got "x"',
    ],
    [
      "a choice that there is not",
      { ...clip, resize: "fit" },
      'expected "stretch" or "crop", got "fit"',
    ],
    ["a size that is none", { ...clip, size: 0 }, "m.yaml: size: expected a number of at least 1"],
    ["two colours", { ...clip, mean: [0, 0] }, "m.yaml: mean: expected three numbers, of red"],
    ["no mapping", "clip", 'm.yaml: manifest: expected a mapping, got "clip"'],
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
    expect(() => checked(value)).toThrow(message);
  });

  it("lists every problem at once", () => {
    const both = () => checked({ ...clip, size: "big", frames: 0 });
    expect(both).toThrow(/m\.yaml: size: [\s\S]*m\.yaml: frames: /);
  });

  it("is read from YAML; text that is none is shown with its place", async () => {
    const path = join(folder, "manifest.yaml");
    writeFileSync(path, "image: { file: i.onnx }\nsize: 32\nmean: [0.5, 0.5, 0.5]\n");
    expect(await readManifest(path, "m.yaml")).toMatchObject({ size: 32, mean: [0.5, 0.5, 0.5] });
    writeFileSync(path, "image: { file: i.onnx\nsize: 32\n");
    await expect(readManifest(path, "m.yaml")).rejects.toThrow(/^m\.yaml:\d+:\d+: not valid YAML/);
    await expect(readManifest(join(folder, "none"), "n.yaml")).rejects.toThrow(
      "n.yaml: there is no such manifest",
    );
  });

  it("is wrong at a line and a column", async () => {
    const path = join(folder, "wrong.yaml");
    const lines = [
      "image: { file: i.onnx, layuot: bchw }",
      "size: big",
      "std: [1, 0, 1]",
      "text:",
      "  file: t.onnx",
      "tokenizer: { kind: clip, merges: m }",
    ];
    writeFileSync(path, `${lines.join("\n")}\n`);
    await expect(readManifest(path, "m.yaml")).rejects.toThrow(
      [
        "m.yaml:1:24: image.layuot: is no field of a manifest; did you mean layout?",
        "m.yaml:4:1: text.length: is missing; expected a number",
        'm.yaml:2:1: size: expected a number or a list, got "big"',
      ].join("\n"),
    );
    writeFileSync(path, "image: { file: i.onnx }\nsize: 32\nstd: [1, 0, 1]\n");
    await expect(readManifest(path, "m.yaml")).rejects.toThrow(
      "m.yaml:3:10: std.1: must be above 0",
    );
  });

  it.each(Object.entries(encoderPresets))("of the preset %s is one", (name, { manifest }) => {
    expect(() => checkManifest(manifest, () => name)).not.toThrow();
  });
});
