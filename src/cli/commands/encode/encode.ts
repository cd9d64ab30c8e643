import { basename, resolve } from "node:path";
import { mediaKind } from "../../../core/data/media-endings.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { modelOpener } from "../../../evaluation/cell/model-opener.ts";
import { configuredEncoder, encoder } from "../../../systems/encoder/encoder.ts";
import type { OpenEncoder } from "../../../systems/encoder/open-encoder.ts";
import { presetNames } from "../../../systems/encoder/presets.ts";
import { vectorProducts } from "../../../systems/encoder/vector-products.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import type { Flags } from "../command.ts";
import { type EmbeddedFile, embedFiles } from "./embed-files.ts";

interface EmbeddedText {
  readonly text: string;
  readonly embedding: Float32Array;
  /** Words that the vocabulary lacks and that were left out; only where there are some. */
  readonly unknownWords?: readonly string[];
}

const defaultFrames = 8;
const samplers = ["uniform", "middle", "vista"] as const;

/** `vidimus encode`: what an encoder makes of files and texts, without a configuration. */
export async function run(_: string | undefined, flags: Flags): Promise<ExitCode> {
  const paths = (flags.video as readonly string[] | undefined) ?? [];
  const texts = (flags.text as readonly string[] | undefined) ?? [];
  if (paths.length + texts.length === 0)
    throw new UserError("there is nothing to embed", "name a file with --video, or give a --text");
  const strategy = samplerOf(flags.sampler as string | undefined);
  await using open = await configuredEncoder(
    settingsOf(flags),
    {
      open: openDataFile,
      model: modelOpener(flags.offline === true ? true : undefined),
      warn: (message) => void process.stderr.write(`warning: ${message}\n`),
    },
    (tower) => (tower === "text" ? texts : paths).length > 0,
  );
  refuseWithoutTower(open, { paths, texts });
  using interrupt = onInterrupt((message) => process.stderr.write(`${message}\n`));
  const embedded = (await open.texts?.encode(texts)) ?? [];
  const files = await embedFiles(
    paths.map((path) => ({ kind: mediaKind(path) ?? "video", path: resolve(path), shown: path })),
    {
      frames: open.frames!,
      sampler: { strategy, count: open.frames?.wanted ?? defaultFrames },
      signal: interrupt.stop,
    },
  );
  const told = await Promise.all(
    texts.map(async (text, i) => {
      const unknownWords = (await open.texts?.unknownWords(text)) ?? [];
      const left = unknownWords.length > 0 ? { unknownWords } : {};
      return { text, embedding: embedded[i]!, ...left };
    }),
  );
  const products = await productsOf(files.length > 0 ? files : told, told);
  const result = { files, texts: told, products };
  process.stdout.write(flags.json === true ? jsonOf(result) : tableOf(result));
  return files.some(({ problem }) => problem !== undefined) ? exitCode.incomplete : exitCode.fine;
}

function samplerOf(name = "uniform"): (typeof samplers)[number] {
  const found = samplers.find((one) => one === name);
  if (!found) throw new UserError(`--sampler: there is no ${name}`, samplers.join(", "));
  return found;
}

/** The flags as settings of a system; what is wrong with them is said as of flags. */
function settingsOf(flags: Flags) {
  const named = [
    "manifest",
    "preset",
    "path",
    "huggingface",
    "frames",
    "threads",
    "executionProviders",
  ];
  const given = Object.fromEntries(
    named.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  if (flags.preset !== undefined) requirePreset(flags.preset as string);
  const parsed = encoder.configSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UserError(`--${firstIssue(parsed.error, "manifest")}`, "vidimus encode --help");
}

function requirePreset(name: string): void {
  if (presetNames.some((one) => one === name)) return;
  const near = closest(name, presetNames);
  throw new UserError(
    `--preset: there is no ${name}${near ? `; did you mean ${near}?` : ""}`,
    `presets: ${presetNames.join(", ")}`,
  );
}

function refuseWithoutTower(
  { frames, texts: tower }: OpenEncoder,
  { paths, texts }: { readonly paths: readonly string[]; readonly texts: readonly string[] },
): void {
  if (paths.length > 0 && !frames)
    throw new UserError("--video: the encoder has no image or video tower");
  if (texts.length > 0 && !tower) throw new UserError("--text: the encoder has no text tower");
}

interface Result {
  readonly files: readonly EmbeddedFile[];
  readonly texts: readonly EmbeddedText[];
  /**
   * A number for each text: in a row for each file (`null` where it has no embedding), or for each
   * text where there is no file.
   */
  readonly products: readonly (readonly number[] | null)[];
}

async function productsOf(
  rows: readonly { readonly embedding?: Float32Array }[],
  texts: readonly EmbeddedText[],
): Promise<Result["products"]> {
  const products = await vectorProducts(
    rows.flatMap(({ embedding }) => (embedding ? [embedding] : [])),
    texts.map(({ embedding }) => embedding),
  );
  let next = 0;
  return rows.map(({ embedding }) => (embedding ? [...products[next++]!] : null));
}

function jsonOf({ files, texts, products }: Result): string {
  const plain = <T extends { readonly embedding?: Float32Array }>({ embedding, ...rest }: T) => ({
    ...rest,
    ...(embedding ? { embedding: [...embedding] } : {}),
  });
  return `${JSON.stringify({
    schema: "vidimus-encode/1",
    videos: files.map(plain),
    texts: texts.map(plain),
    products,
  })}\n`;
}

function tableOf({ files, texts, products }: Result): string {
  const embedded = [
    ...files.map(({ path, frameSeconds, embedding }) => [
      path,
      frameSeconds ? `${frameSeconds.length}` : "–",
      ...(embedding ? numbersOf(embedding) : ["–", "–"]),
    ]),
    ...texts.map(({ text, embedding }) => [`"${text}"`, "–", ...numbersOf(embedding)]),
  ];
  const notes = [
    ...files.flatMap(({ path, problem }) =>
      problem === undefined ? [] : [`${path}: ${problem.replace(`${basename(path)}: `, "")}`],
    ),
    ...texts.flatMap(({ text, unknownWords = [] }) =>
      unknownWords.length === 0
        ? []
        : [`left out of "${text}", since the vocabulary lacks it: ${unknownWords.join(", ")}`],
    ),
  ].map((note) => `${note}\n`);
  const rowsText = terminalRows(["embedded", "frames", "numbers", "length"], embedded);
  const table = `${rowsText}${notes.length === 0 ? "" : `\n${notes.join("")}`}`;
  if (texts.length === 0) return table;
  const names = files.length > 0 ? files.map(({ path }) => path) : texts.map(({ text }) => text);
  const rows = texts.map(({ text }, column) => [
    text,
    ...products.map((row) => (row ? row[column]!.toFixed(4) : "–")),
  ]);
  return `${table}\nProducts\n${terminalRows(["text", ...names], rows)}`;
}

function numbersOf(embedding: Float32Array): readonly string[] {
  return [`${embedding.length}`, Math.hypot(...embedding).toFixed(4)];
}
