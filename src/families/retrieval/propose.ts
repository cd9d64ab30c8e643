import { z } from "zod";
import type { FeedbackProposal, ReportedFeedback } from "../../core/data/feedback.ts";
import { firstIssue } from "../../core/first-issue.ts";
import type { Json } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { vigilVideo } from "../shared/vigil/vigil-video.ts";
import { emptySample } from "./foreign/empty-sample.ts";
import type { RetrievalSample } from "./schema.ts";

const clip = z.looseObject({
  start_sec: z.number().min(0),
  end_sec: z.number().min(0),
  relevance: z.enum(["primary", "context"]).default("primary"),
});

/** What VIGIL's annotations call the truth, and what a correction of an answer is usually called. */
const rowSchema = z.looseObject({
  corrected_answer: z.string().min(1).nullish(),
  correct_answer: z.string().min(1).nullish(),
  ground_truth_answer: z.string().min(1).nullish(),
  evidence_clips: z.array(clip).optional(),
  video_id: z.string().min(1).nullish(),
  domain: z.string().min(1).nullish(),
});

/** Another answer to a question, and where it is seen. */
export function proposeAnswer(
  { id, sample: name, asked, given }: ReportedFeedback,
  sample: RetrievalSample | undefined,
): Result<FeedbackProposal> {
  const parsed = rowSchema.safeParse(given);
  if (!parsed.success) return failure(firstIssue(parsed.error));
  const { video_id: video, evidence_clips: clips, domain } = parsed.data;
  const answer =
    parsed.data.corrected_answer ?? parsed.data.correct_answer ?? parsed.data.ground_truth_answer;
  if (!answer && !clips)
    return failure(
      "it says neither what the answer should be (corrected_answer) nor evidence_clips",
    );
  const evidence = clips?.map(({ start_sec, end_sec, relevance }) => ({
    ...{ startSeconds: start_sec, endSeconds: end_sec, relevance },
  }));
  const truth = { ...(answer ? { answer } : {}), ...(evidence ? { evidence } : {}) };
  if (sample) return success({ truth, ...spanOf(evidence) });
  if (asked === undefined || !video)
    return failure("a question that the dataset lacks needs question and video_id");
  const added = {
    ...emptySample(name ?? `feedback-${id}`, asked, video),
    ...truth,
    media: [vigilVideo(video, domain ?? undefined)],
    ...(domain ? { domain } : {}),
  };
  return success({
    added: added as unknown as Readonly<Record<string, Json>>,
    ...spanOf(evidence),
  });
}

function spanOf(
  evidence: readonly { readonly startSeconds: number; readonly endSeconds: number }[] | undefined,
): Pick<FeedbackProposal, "span"> {
  const [first] = evidence ?? [];
  return first ? { span: { startSeconds: first.startSeconds, endSeconds: first.endSeconds } } : {};
}
