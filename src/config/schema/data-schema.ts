import { z } from "zod";
import type { Family } from "../../core/family.ts";

/** The places samples can come from; one of them must be named. */
const sources = ["path", "huggingface", "url"] as const;

/** Where samples of this family come from; `oneOf` words a choice among the family's formats. */
export function dataSchema(
  family: Family,
  oneOf: (ids: readonly string[], noun: string) => z.ZodType<string>,
) {
  const formats = family.data.formats.map((format) => format.id);
  const text = () => z.string().min(1);
  const schema = z.strictObject({
    format: oneOf(formats, "format")
      .default(formats[0] ?? "")
      .describe("The layout of the file; the family's own if left out."),
    path: z
      .union([text(), z.array(text()).min(1)])
      .optional()
      .describe(
        "The file with the samples, relative to this configuration; also a folder, a pattern or a list.",
      ),
    huggingface: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, "expected owner/name")
      .optional()
      .describe("A dataset on the Hugging Face hub, as owner/name."),
    config: text()
      .optional()
      .describe("Which configuration of the hub's dataset; the default one if left out."),
    revision: text()
      .optional()
      .describe("Commit, tag or branch of the hub's dataset; a commit can never change."),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("A file or an archive (zip, tar, tar.gz) on the web; needs sha256."),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits in lower case")
      .optional()
      .describe("What the file at url must digest to."),
    media: text()
      .optional()
      .describe(
        "Where the pictures and videos of samples lie: a folder, a template such as videos/{domain}/{id}.mp4, a JSON or CSV file from names to paths, an address (https://…, s3://bucket/…, gs://bucket/…), or none where systems are asked without; with huggingface also hub:folder or hub:archives-*.zip.",
      ),
    checksums: text()
      .optional()
      .describe(
        "SHA-256 or MD5 of the media, so that a changed or damaged file is never shown: a list as sha256sum or md5sum writes it, or JSON or CSV.",
      ),
    split: text().optional().describe("Only samples of this split are used."),
    train: text()
      .optional()
      .describe(
        "Samples in the same layout, for systems that learn; with huggingface the name of a split.",
      ),
    where: whereSchema()
      .optional()
      .describe("Only rows whose fields are as said here, such as { media_type: video }."),
    redistribute: z
      .boolean()
      .optional()
      .describe(
        "false keeps frames, questions, transcripts and replies out of reports, which hold scores and ids of samples alone.",
      ),
    corrections: z
      .union([text(), z.array(text()).min(1)])
      .optional()
      .describe(
        "A file of what is true instead of what the data says, as the web app and vidimus feedback write it; the data itself stays as it is. Also a list: the last correction of a sample counts.",
      ),
    badRows: z
      .enum(["error", "skip"])
      .optional()
      .describe(
        "Rows that are no samples: error (default) ends with the first of them, skip leaves them out and counts them beside the scores.",
      ),
  });
  return schema
    .superRefine(checkSource)
    .meta({ anyOf: sources.map((source) => ({ required: [source] })) });
}

interface Sources {
  readonly path?: unknown;
  readonly huggingface?: unknown;
  readonly url?: unknown;
  readonly sha256?: unknown;
  readonly config?: unknown;
  readonly revision?: unknown;
}

/** One source, and with it only what belongs to it. */
function checkSource(data: Sources, context: z.core.$RefinementCtx): void {
  const missing = (key: string) =>
    context.addIssue({ code: "invalid_type", expected: "string", path: [key], input: undefined });
  const stray = (key: keyof Sources, message: string) => {
    if (data[key] !== undefined) context.addIssue({ code: "custom", path: [key], message });
  };
  if (data.path === undefined && data.huggingface === undefined && data.url === undefined)
    missing("path");
  if (data.huggingface !== undefined) stray("url", "name one source: huggingface or url");
  else
    for (const key of ["config", "revision"] as const) stray(key, `"${key}" goes with huggingface`);
  if (data.url === undefined) stray("sha256", '"sha256" goes with url');
  else if (data.sha256 === undefined) missing("sha256");
}

function whereSchema() {
  const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  const list = z.array(value).min(1);
  const range = z
    .strictObject({
      not: z.union([value, list]).optional().describe("The field is none of these."),
      atLeast: z.number().optional().describe("The field is a number not less than this."),
      atMost: z.number().optional().describe("The field is a number not greater than this."),
      above: z.number().optional().describe("The field is a number greater than this."),
      below: z.number().optional().describe("The field is a number less than this."),
      contains: z
        .union([z.string(), z.array(z.string()).min(1)])
        .optional()
        .describe(
          "The field is a text with this in it, or a list that holds it; of several, with any of them.",
        ),
    })
    .describe("All that is given must hold.");
  return z.record(z.string().min(1), z.union([value, list, range]));
}
