import { z } from "zod";

const file = z.string().min(1);
/** Of red, green and blue. */
export const numbers3 = z.tuple(
  [z.number(), z.number(), z.number()],
  "expected three numbers, of red, green and blue",
);
const side = z.int().min(1);

const graph = {
  file: file.describe("ONNX file, relative to the manifest"),
  input: z.string().min(1).optional().describe("name of the input; default: the first"),
  output: z.string().min(1).optional().describe("name of the output; default: the first"),
};

const clean = z
  .enum(["none", "lower", "canonical"])
  .describe("none; lower: lower case; canonical: lower case without ASCII punctuation");

const tokenizerSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("clip"),
    merges: file.describe("merges.txt, or bpe_simple_vocab_16e6.txt.gz"),
    vocab: file.optional().describe("vocab.json; default: made from the merges, as CLIP does"),
  }),
  z.strictObject({
    kind: z.literal("wordpiece"),
    vocab: file.describe("vocab.txt, a token in each line"),
    lowercase: z.boolean().default(true),
  }),
  z.strictObject({
    kind: z.literal(["sentencepiece", "huggingface"]),
    file: file.describe("tokenizer.json of Hugging Face's tokenizers"),
    clean: clean.default("none"),
    padding: z.int().min(0).optional().describe("id that fills up; default: as the file says"),
  }),
  z.strictObject({
    kind: z.literal(["words", "s3d"]),
    vocab: file.describe("words as .npy, .json (a list) or .txt (a line each); the first has id 1"),
  }),
]);
export type TokenizerManifest = z.infer<typeof tokenizerSchema>;

/** How the vectors of a text's tokens become one. */
const poolings = ["mean", "first-token"] as const;
export type Pooling = (typeof poolings)[number];

/** Everything that makes an encoder of its files: a new model needs a manifest and no code. */
export const manifestSchema = z
  .strictObject({
    name: z.string().min(1).optional(),
    image: z
      .strictObject({ ...graph, layout: z.enum(["bchw", "bhwc"]).default("bchw") })
      .optional()
      .describe("tower that embeds one picture"),
    video: z
      .strictObject({ ...graph, layout: z.enum(["btchw", "bcthw", "bthwc"]).default("btchw") })
      .optional()
      .describe("tower that embeds all frames of a video at once"),
    text: z
      .strictObject({
        ...graph,
        length: z.int().min(1).describe("tokens of a text at most, special ones included"),
      })
      .optional()
      .describe("tower that embeds a text"),
    tokenizer: tokenizerSchema.optional(),
    size: z
      .union([side, z.tuple([side, side])])
      .optional()
      .describe("pixels of a side, or [width, height]"),
    resize: z
      .enum(["stretch", "crop"])
      .default("crop")
      .describe("crop: the shorter side to size, then the middle; stretch: both sides to size"),
    filter: z.enum(["bicubic", "bilinear"]).default("bicubic"),
    mean: numbers3.default([0, 0, 0]).describe("subtracted from colours between 0 and 1"),
    std: numbers3.default([1, 1, 1]).describe("what colours are divided by then"),
    frames: z.int().min(1).optional().describe("frames of a video that it is shown"),
    pooling: z
      .enum(poolings)
      .default("mean")
      .describe("of the tokens of a text tower that gives a vector for each; frames: always mean"),
    normalize: z.boolean().default(true).describe("vectors have length 1"),
    renormalize: z
      .boolean()
      .default(true)
      .describe("the mean of normalised frames has length 1 too"),
  })
  .superRefine((manifest, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const { image, video, text } = manifest;
    if (!image && !video && !text) problem("image", "needs a tower: image, video or text");
    if (image && video) problem("video", "needs one tower for frames, image or video, not both");
    if ((image || video) && manifest.size === undefined)
      problem("size", "is needed where there is a tower for frames");
    if (Array.isArray(manifest.size) && manifest.resize === "crop" && !isSquare(manifest.size))
      problem("size", "must be one number for resize: crop; another ratio needs resize: stretch");
    if (video && manifest.frames === undefined)
      problem("frames", "is needed where there is a video tower");
    if (text && !manifest.tokenizer) problem("tokenizer", "is needed where there is a text tower");
    for (const [i, value] of manifest.std.entries())
      if (!(value > 0))
        context.addIssue({ code: "custom", path: ["std", i], message: "must be above 0" });
  });
export type Manifest = z.infer<typeof manifestSchema>;

function isSquare([width, height]: readonly number[]): boolean {
  return width === height;
}
