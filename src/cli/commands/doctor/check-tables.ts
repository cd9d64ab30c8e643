import type { TaskConfig } from "../../../config/config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { UserError } from "../../../core/user-error.ts";
import { placesOf } from "../../../evaluation/task/task-tables.ts";
import { formatCount } from "../../../summary/format-number.ts";

/** What lies at a place: everything is read to its end and nothing is kept. */
type Look = (place: string) => Promise<Pick<Finding, "state" | "detail">>;

const looks: Readonly<Record<string, Look>> = { meteor: lookAtMeteor };

/** Whether the tables that a task names are there and can be read. */
export async function checkTables(
  task: Pick<TaskConfig, "id" | "tables">,
  directory: string,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { role, place } of placesOf(task, directory)) {
    const what = `tables.${role} of ${task.id}`;
    try {
      findings.push({ what, ...(await looks[role]!(place)) });
    } catch (error) {
      findings.push({ what, state: "problem", detail: messageOf(error) });
    }
  }
  return findings;
}

async function lookAtMeteor(place: string): Promise<Pick<Finding, "state" | "detail">> {
  const [{ meteorFiles, meteorTables }, { readParaphrases }] = await Promise.all([
    import("../../../resources/meteor-tables.ts"),
    import("../../../resources/read-meteor-resources.ts"),
  ]);
  // The table of paraphrases would take a gigabyte to keep.
  const { functionWords, synonyms } = await meteorTables(place, ["exact", "stem", "synonym"]);
  const packed = meteorFiles(place).find((path) => path.endsWith(".gz"));
  let paraphrases = 0;
  if (packed !== undefined) await readParaphrases(packed, () => paraphrases++);
  const words = synonyms?.synsets.size ?? 0;
  const isEmpty =
    words === 0 || functionWords?.words.size === 0 || (packed !== undefined && paraphrases === 0);
  const held = [
    ...(functionWords
      ? [quantity(functionWords.words.size, ["function word", "function words"])]
      : []),
    quantity(words, ["word with synonyms", "words with synonyms"]),
    quantity(paraphrases, ["paraphrase", "paraphrases"]),
  ];
  return { state: isEmpty ? "warning" : "fine", detail: `${place}: ${held.join(", ")}` };
}

function quantity(count: number, [one, many]: readonly [string, string]): string {
  return count === 0 ? `no ${many}` : `${formatCount(count)} ${count === 1 ? one : many}`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UserError && error.hint !== undefined
    ? `${error.message}; ${error.hint}`
    : error.message;
}
