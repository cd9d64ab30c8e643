import type { Export, ExportItem, ExportPiece } from "../../core/family/display-facet.ts";
import { choiceLetter } from "./choice-letter.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

type Item = ExportItem<ChoiceSample, ChoicePrediction>;
type ChoiceExport = Export<ChoiceSample, ChoicePrediction>;

function choiceOf({ outcome }: Item): number | null {
  return outcome.kind === "answered" ? outcome.value.choice : null;
}

/** One JSON object over many samples, a few of them at a time. */
async function* jsonObject(
  path: string,
  items: AsyncIterable<Item>,
  answerOf: (item: Item) => unknown,
): AsyncIterable<ExportPiece> {
  let before = "{";
  for await (const item of items) {
    yield {
      path,
      text: `${before}\n  ${JSON.stringify(item.sample.id)}: ${JSON.stringify(answerOf(item))}`,
    };
    before = ",";
  }
  yield { path, text: before === "{" ? "{}\n" : "\n}\n" };
}

/**
 * For EgoSchema's validation server: an object from q_uid to index; −1 where there is no answer,
 * since every question must be there.
 */
const egoschemaJson: ChoiceExport = {
  id: "egoschema",
  summary:
    "EgoSchema submission: submission.json from q_uid to index (−1: no answer), for its validation server",
  write: (items) => jsonObject("submission.json", items, (item) => choiceOf(item) ?? -1),
};

/** For EgoSchema's competition. */
const egoschemaCsv: ChoiceExport = {
  id: "egoschema-csv",
  summary:
    "EgoSchema submission: submission.csv with q_uid and answer (index; −1: no answer), for its competition",
  async *write(items) {
    const path = "submission.csv";
    yield { path, text: "q_uid,answer\n" };
    for await (const item of items)
      yield { path, text: `${item.sample.id},${choiceOf(item) ?? -1}\n` };
  },
};

/**
 * For LongVideoBench's leaderboard. The benchmark's own writer names every question, and makes up a
 * letter where there is none; here such a question has an empty text, which equals no letter.
 */
const longVideoBench: ChoiceExport = {
  id: "longvideobench",
  summary: "LongVideoBench test submission: JSON object from id to letter (empty: no answer)",
  write: (items) =>
    jsonObject("longvideobench_test_for_submission.json", items, (item) => {
      const choice = choiceOf(item);
      return choice === null ? "" : choiceLetter(choice);
    }),
};

/** What benchmarks whose truth is hidden want to be sent. */
export const submissions: readonly ChoiceExport[] = [egoschemaJson, egoschemaCsv, longVideoBench];
