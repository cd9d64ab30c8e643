import { UserError } from "../../core/user-error.ts";
import { canonicalText } from "./clean-text.ts";
import { clipTokenizer } from "./clip-tokenizer.ts";
import type { FindFile } from "./encoder-files.ts";
import { libraryTokenizer, wordPieceTokenizer } from "./library-tokenizer.ts";
import type { TokenizerManifest } from "./manifest.ts";
import { readJsonFile } from "./read-json-file.ts";
import type { TextTokenizer } from "./text-tokenizer.ts";
import { wordTokenizer } from "./word-tokenizer.ts";

const cleaners = {
  none: (text: string) => text,
  lower: (text: string) => text.toLowerCase(),
  canonical: canonicalText,
} as const;

/** The tokenizer that a manifest describes. */
export async function openTokenizer(
  manifest: TokenizerManifest,
  find: FindFile,
): Promise<TextTokenizer> {
  switch (manifest.kind) {
    case "clip": {
      const merges = await find(manifest.merges, "tokenizer.merges");
      const vocab =
        manifest.vocab === undefined ? undefined : await find(manifest.vocab, "tokenizer.vocab");
      return clipTokenizer({ merges, vocab });
    }
    case "wordpiece": {
      const { path, shown } = await find(manifest.vocab, "tokenizer.vocab");
      return wordPieceTokenizer(path, { shown, lowercase: manifest.lowercase });
    }
    case "words":
    case "s3d": {
      return wordTokenizer(await find(manifest.vocab, "tokenizer.vocab"));
    }
    default: {
      const { path, shown } = await find(manifest.file, "tokenizer.file");
      if (!/\.json$/i.test(manifest.file))
        throw new UserError(
          `${shown}: tokenizer.file must be a tokenizer.json`,
          'a SentencePiece model is converted by transformers: AutoTokenizer.from_pretrained(…).save_pretrained("folder")',
        );
      return libraryTokenizer({
        tokenizer: await readJsonFile(path, shown),
        padding: manifest.padding,
        clean: cleaners[manifest.clean],
      });
    }
  }
}
