import type { ModelFiles } from "../../core/data/model-files.ts";
import { UserError } from "../../core/user-error.ts";
import type { Pooling } from "../encoder/manifest.ts";
import { readJsonFile } from "../encoder/read-json-file.ts";

/** What the files of a sentence encoder say. */
export interface ModelLayout {
  /** Where the ONNX graph lies on this disk. */
  readonly graph: string;
  readonly tokenizer: Readonly<Record<string, unknown>>;
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
  readonly pooling: Pooling;
  /** Tokens of a text, special ones included; what is longer is cut. */
  readonly maxTokens: number;
}

export interface LayoutChoice {
  /** What errors call the model. */
  readonly name: string;
  readonly file?: string | undefined;
  readonly maxTokens?: number | undefined;
}

const graphs = ["model.onnx", "onnx/model.onnx"];
/** Tokenizers without a limit state an absurdly high one. */
const absurd = 1e6;

/**
 * Reads a model in the layout of sentence-transformers. A file that is needed and not there is a
 * user's error that names it.
 */
export async function readLayout(
  files: ModelFiles,
  { name, file, maxTokens }: LayoutChoice,
): Promise<ModelLayout> {
  const names = new Set(await files.list());
  const graph =
    file === undefined ? graphs.find((one) => names.has(one)) : names.has(file) ? file : undefined;
  if (graph === undefined)
    throw new UserError(
      `${name}: has no ${file ?? graphs.join(" and no ")}`,
      "name the ONNX file with `file`, or export the model: optimum-cli export onnx --model … folder",
    );
  const json = async (path: string) => readJsonFile(await files.path(path), `${name}/${path}`);
  const needed = async (path: string) => {
    if (!names.has(path))
      throw new UserError(`${name}: has no ${path}`, "copy it from the model's own folder");
    return json(path);
  };
  const wanted = async (path: string) => (names.has(path) ? json(path) : {});
  const tokenizerConfig = await needed("tokenizer_config.json");
  const limits = {
    sentence: await wanted("sentence_bert_config.json"),
    model: await needed("config.json"),
    tokenizer: tokenizerConfig,
  };
  return {
    graph: await files.path(graph),
    tokenizer: await needed("tokenizer.json"),
    tokenizerConfig,
    pooling: poolingOf(await wanted("1_Pooling/config.json"), name),
    maxTokens: Math.min(maxTokens ?? Number.POSITIVE_INFINITY, longestText(limits)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const poolings: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: "mean",
  pooling_mode_cls_token: "first-token",
};

function poolingOf(config: Fields, name: string): Pooling {
  const chosen = Object.keys(config).filter(
    (key) => key.startsWith("pooling_mode_") && config[key] === true,
  );
  if (chosen.length === 0) return "mean";
  const pooling = chosen.length === 1 ? poolings[chosen[0]!] : undefined;
  if (!pooling)
    throw new UserError(
      `${name}: pools by ${chosen.join(" and ")}, which is not known here`,
      Object.keys(poolings).join(", "),
    );
  return pooling;
}

/**
 * What sentence-transformers was told, else the smaller of what the tokenizer and the positions of
 * the model allow.
 */
function longestText({
  sentence,
  model,
  tokenizer,
}: Readonly<Record<"sentence" | "model" | "tokenizer", Fields>>): number {
  if (typeof sentence.max_seq_length === "number") return sentence.max_seq_length;
  const positions =
    typeof model.max_position_embeddings === "number" ? model.max_position_embeddings : 512;
  // MPNet counts its positions from the place after that of padding.
  const usable = model.model_type === "mpnet" ? positions - 2 : positions;
  const stated = tokenizer.model_max_length;
  return typeof stated === "number" && stated < absurd ? Math.min(stated, usable) : usable;
}
