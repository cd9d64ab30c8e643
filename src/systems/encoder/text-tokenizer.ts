/** Turns texts into ids of tokens, as the tokenizer does that a model was trained with. */
export interface TextTokenizer {
  /** The id that fills up shorter texts. */
  readonly padding: number;
  /** At most `length` ids, special ones included; a token that closes every text is never cut. */
  ids(text: string, length: number): readonly number[];
  /** Words of the text that have no id and are left out; absent where every text has tokens. */
  unknown?(text: string): readonly string[];
}
