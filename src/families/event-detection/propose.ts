import { z } from "zod";
import type { FeedbackProposal, ReportedFeedback } from "../../core/data/feedback.ts";
import { firstIssue } from "../../core/first-issue.ts";
import type { Json } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import { vigilVideo } from "../shared/vigil/vigil-video.ts";
import type { EventSample, TruthEvent } from "./schema.ts";

const seconds = z.coerce.number().min(0);

/** An event as VIGIL writes it, and what it should have been. */
const rowSchema = z
  .looseObject({
    video_id: z.string().min(1).nullish(),
    domain: z.string().min(1).nullish(),
    event_type: z.string().min(1),
    start_sec: seconds,
    end_sec: seconds,
    corrected_type: z.string().min(1).nullish(),
    corrected_start_sec: seconds.nullish(),
    corrected_end_sec: seconds.nullish(),
  })
  .refine((row) => row.end_sec >= row.start_sec, {
    path: ["end_sec"],
    error: "must not be before start_sec",
  });

/**
 * What a video shows after feedback: without an event that was a false alarm, with one that was
 * missed, or with another type or other times.
 */
export function proposeEvents(
  { kind, sample: name, given }: ReportedFeedback,
  sample: EventSample | undefined,
): Result<FeedbackProposal> {
  const parsed = rowSchema.safeParse(given);
  if (!parsed.success) return failure(firstIssue(parsed.error));
  const { video_id: video, domain, event_type: type, ...row } = parsed.data;
  const reported = { type, startSeconds: row.start_sec, endSeconds: row.end_sec };
  const right = {
    type: row.corrected_type ?? type,
    startSeconds: row.corrected_start_sec ?? row.start_sec,
    endSeconds: row.corrected_end_sec ?? row.end_sec,
  };
  const before = sample?.events ?? [];
  const meant = nearest(before, reported);
  const others = before.filter((event) => event !== meant);
  const events =
    kind === "false-alarm"
      ? others
      : inOrder([...others, { ...(kind === "missed" ? {} : meant), ...right }]);
  const span = { startSeconds: reported.startSeconds, endSeconds: reported.endSeconds };
  if (sample) return success({ truth: { events } as unknown as Members, span });
  const id = name ?? video;
  if (!id) return failure("a video that the dataset lacks needs video_id");
  const added: EventSample = {
    ...{ id, group: id, durationSeconds: null, events, metadata: {} },
    media: [vigilVideo(video ?? id, domain ?? undefined)],
    ...(domain ? { domain } : {}),
  };
  return success({ added: added as unknown as Members, span });
}

type Members = Readonly<Record<string, Json>>;

/** The event of the same type that overlaps most; none where none does. */
function nearest(
  events: readonly TruthEvent[],
  reported: Pick<TruthEvent, "type" | "startSeconds" | "endSeconds">,
): TruthEvent | undefined {
  const overlaps = events
    .filter(({ type }) => type === reported.type)
    .map((event) => ({
      event,
      overlap: temporalIou(
        event.startSeconds,
        event.endSeconds,
        reported.startSeconds,
        reported.endSeconds,
      ),
    }))
    .filter(({ overlap }) => overlap > 0)
    .sort((a, b) => b.overlap - a.overlap);
  return overlaps[0]?.event;
}

function inOrder(events: readonly TruthEvent[]): readonly TruthEvent[] {
  return events.toSorted((a, b) => a.startSeconds - b.startSeconds);
}
