import type { z } from "zod";
import type { manifestSchema } from "./manifest.ts";

type WrittenManifest = z.input<typeof manifestSchema>;

/** A public model: its manifest, and where its files are on the hub if somebody keeps them there. */
export interface EncoderPreset {
  readonly manifest: WrittenManifest;
  /** A public model of the hub with files of these names. */
  readonly huggingface?: string;
  /** The script of `tools/export` that writes the files from the public checkpoint. */
  readonly script: string;
}

/** Means and deviations of colours that CLIP was trained with. */
const clipColours = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
} satisfies Partial<WrittenManifest>;
const halves = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } satisfies Partial<WrittenManifest>;
const imageNetColours = {
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
} satisfies Partial<WrittenManifest>;

const clipWords = { kind: "clip", merges: "bpe_simple_vocab_16e6.txt.gz" } as const;

function openClip(colours: Pick<WrittenManifest, "mean" | "std"> = clipColours): EncoderPreset {
  return {
    script: "open_clip_to_onnx.py",
    manifest: {
      image: { file: "image.onnx" },
      text: { file: "text.onnx", length: 77 },
      tokenizer: clipWords,
      size: 224,
      resize: "crop",
      ...colours,
    },
  };
}

function sentenceModel(name: string, length: number): EncoderPreset {
  return {
    script: "sentence_encoder_to_onnx.py",
    huggingface: `sentence-transformers/${name}`,
    manifest: {
      text: { file: "onnx/model.onnx", output: "last_hidden_state", length },
      tokenizer: { kind: "huggingface", file: "tokenizer.json" },
      pooling: "mean",
    },
  };
}

/**
 * Models that need no manifest of the user's. Weights of OpenCLIP: laion2b_s34b_b79k (B-32),
 * laion2b_s32b_b82k (L-14, whose colours are centred at one half), laion2b_s32b_b79k (H-14) and
 * laion2b_s39b_b160k (bigG-14).
 */
export const encoderPresets = {
  "openclip-vit-b-32": openClip(),
  "openclip-vit-l-14": openClip(halves),
  "openclip-vit-h-14": openClip(),
  "openclip-vit-bigg-14": openClip(),
  "siglip2-base": {
    script: "siglip_to_onnx.py",
    huggingface: "onnx-community/siglip2-base-patch16-224-ONNX",
    manifest: {
      image: { file: "onnx/vision_model.onnx", input: "pixel_values", output: "pooler_output" },
      text: {
        file: "onnx/text_model.onnx",
        input: "input_ids",
        output: "pooler_output",
        length: 64,
      },
      tokenizer: { kind: "sentencepiece", file: "tokenizer.json", clean: "lower", padding: 0 },
      size: 224,
      resize: "stretch",
      filter: "bilinear",
      ...halves,
    },
  },
  "viclip-l-14": {
    script: "viclip_to_onnx.py",
    manifest: {
      video: { file: "video.onnx", layout: "btchw" },
      text: { file: "text.onnx", length: 32 },
      tokenizer: clipWords,
      size: 224,
      resize: "stretch",
      frames: 8,
      ...imageNetColours,
    },
  },
  "s3d-howto100m": {
    script: "s3d_to_onnx.py",
    manifest: {
      video: { file: "video.onnx", layout: "bcthw" },
      text: { file: "text.onnx", length: 16 },
      tokenizer: { kind: "words", vocab: "s3d_dict.npy" },
      size: 224,
      resize: "stretch",
      frames: 32,
      normalize: false,
    },
  },
  "all-mpnet-base-v2": sentenceModel("all-mpnet-base-v2", 384),
  "all-minilm-l6-v2": sentenceModel("all-MiniLM-L6-v2", 256),
} as const satisfies Readonly<Record<string, EncoderPreset>>;

export type PresetName = keyof typeof encoderPresets;
export const presetNames = Object.keys(encoderPresets) as [PresetName, ...PresetName[]];
