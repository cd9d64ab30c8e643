import { readFile } from "node:fs/promises";
import { UserError } from "../../core/user-error.ts";
import { optionalModule } from "./optional-module.ts";
import type { TextTokenizer } from "./text-tokenizer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tokenizer.json of Hugging Face's tokenizers: Unigram, BPE or WordPiece with their rules. */
export interface LibraryTokenizer {
  readonly tokenizer: Fields;
  /** tokenizer_config.json, where there is one. */
  readonly config?: Fields;
  readonly padding?: number | undefined;
  /** What is done to a text first. */
  readonly clean?: (text: string) => string;
}

export async function libraryTokenizer({
  tokenizer,
  config = {},
  padding,
  clean = (text) => text,
}: LibraryTokenizer): Promise<TextTokenizer> {
  const { Tokenizer } = await optionalModule(
    "@huggingface/tokenizers",
    () => import("@huggingface/tokenizers"),
  );
  const words = new Tokenizer(tokenizer, config);
  const idOf = (token: string) => words.token_to_id(token);
  const endsAlways = closesTexts(words.encode("").ids, words.encode("a").ids);
  return {
    padding: padding ?? statedPadding(tokenizer) ?? paddingId(config, idOf),
    ids(text, length) {
      const { ids } = words.encode(clean(text));
      if (ids.length <= length) return ids;
      return endsAlways ? [...ids.slice(0, length - 1), ids.at(-1)!] : ids.slice(0, length);
    },
  };
}

/** WordPiece made of a vocab.txt alone, with BERT's rules and special tokens. */
export async function wordPieceTokenizer(
  path: string,
  { shown, lowercase }: { readonly shown: string; readonly lowercase: boolean },
): Promise<TextTokenizer> {
  const tokens = (await readFile(path, "utf8")).replace(/\r?\n$/, "").split(/\r?\n/);
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const special = ["[CLS]", "[SEP]", "[UNK]", "[PAD]"];
  for (const token of special)
    if (vocab[token] === undefined)
      throw new UserError(`${shown}: has no ${token}`, "name BERT's own vocab.txt");
  const single = [
    { SpecialToken: { id: "[CLS]", type_id: 0 } },
    { Sequence: { id: "A", type_id: 0 } },
    { SpecialToken: { id: "[SEP]", type_id: 0 } },
  ];
  return libraryTokenizer({
    padding: vocab["[PAD]"],
    tokenizer: {
      added_tokens: special.map((content) => ({
        ...{ id: vocab[content], content, special: true, normalized: false },
        ...{ single_word: false, lstrip: false, rstrip: false },
      })),
      normalizer: {
        ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true },
        ...{ strip_accents: null, lowercase },
      },
      pre_tokenizer: { type: "BertPreTokenizer" },
      decoder: { type: "WordPiece", prefix: "##", cleanup: true },
      post_processor: {
        ...{ type: "TemplateProcessing", single, pair: single },
        special_tokens: Object.fromEntries(
          ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [vocab[id]], tokens: [id] }]),
        ),
      },
      model: {
        ...{ type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##" },
        ...{ max_input_chars_per_word: 100, vocab },
      },
    },
  });
}

/** Whether the last token closes every text, as [SEP] and </s> do. */
function closesTexts(empty: readonly number[], letter: readonly number[]): boolean {
  return empty.length > 0 && empty.at(-1) === letter.at(-1);
}

function statedPadding({ padding }: Fields): number | undefined {
  if (typeof padding !== "object" || padding === null || !("pad_id" in padding)) return undefined;
  return typeof padding.pad_id === "number" ? padding.pad_id : undefined;
}

/** The token that fills up shorter texts; masked in most models, so that any would do. */
function paddingId(
  { pad_token: token }: Fields,
  idOf: (token: string) => number | undefined,
): number {
  const text =
    typeof token === "object" && token !== null && "content" in token ? token.content : token;
  return (typeof text === "string" ? idOf(text) : undefined) ?? 0;
}
