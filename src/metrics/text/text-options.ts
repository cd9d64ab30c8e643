import { numbersOption } from "../metric-option.ts";

/** BLEU may be asked for several orders at once; other metrics have one. */
export const orderOption = numbersOption(
  {
    name: "order",
    default: "4",
    otherFlags: { "--max-ngram-order": null },
    meaning: "The longest n-gram, 1 to 4.",
  },
  { least: 1, most: 4, isWhole: true },
);

export function singleOrder(id: string, orders: readonly number[]): number {
  if (orders.length !== 1)
    throw new RangeError(
      `${id} has one order, but ${orders.length} were given: ${orders.join(", ")}`,
    );
  return orders[0]!;
}

/** A parameter of every metric of tokens; `vidimus metric` sets it by the flag --tokenized. */
export const tokenizedWords = {
  name: "tokenized",
  default: "false",
  meaning:
    "Whether the texts are tokens already; otherwise they are tokenised as Stanford's PTBTokenizer does, lower-cased and without punctuation, as coco-caption does.",
};
