import type { FeedbackProposal, ReportedFeedback } from "../../core/data/feedback.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { firstIssue } from "../../core/first-issue.ts";
import type { Json } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";

/**
 * What feedback would change: the members or the row that it names itself, else as the family reads
 * it. A failure where nothing would, or where the sample would be none.
 */
export function proposed(
  feedback: ReportedFeedback,
  sample: Sample | undefined,
  family: Family,
): Result<FeedbackProposal> {
  const read = plainProposal(feedback, sample, family);
  if (!read.ok) return read;
  const { truth, added } = read.value;
  const candidate = sample ? { ...sample, ...truth } : added;
  const parsed = family.data.sample.safeParse(candidate);
  return parsed.success
    ? read
    : failure(`it would make no sample of the family ${family.id}: ${firstIssue(parsed.error)}`);
}

function plainProposal(
  feedback: ReportedFeedback,
  sample: Sample | undefined,
  family: Family,
): Result<FeedbackProposal> {
  const { truth, row } = feedback;
  if (truth)
    return sample ? success({ truth }) : failure(`the dataset has no sample ${feedback.sample}`);
  if (row && !sample) return addedRow(row, family);
  if (family.people.propose) return family.people.propose(feedback, sample);
  return failure("it names neither truth (members of a sample) nor row (a new one)");
}

/** A new row in the family's own format. */
function addedRow(row: Readonly<Record<string, Json>>, family: Family): Result<FeedbackProposal> {
  const format = family.data.formats.find(({ reads }) => reads === "rows");
  if (format?.reads !== "rows") return failure(`samples of the family ${family.id} are no rows`);
  const read = format.read(row);
  if (!read.ok) return failure(`row: ${read.reason}`);
  const [sample] = read.value;
  return sample
    ? success({ added: sample as unknown as Readonly<Record<string, Json>> })
    : failure("row: is no sample");
}
