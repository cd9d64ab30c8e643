import type {
  GradeEvent,
  MediaEvent,
  OutcomeEvent,
  ReplyEvent,
  RunEvent,
} from "../core/run/run-event.ts";
import type { WorkHistory } from "../core/run/run-store.ts";

/** What the events about one piece of work come to, in the order of the log. */
export function historyOf(events: Iterable<RunEvent | undefined>): WorkHistory {
  let outcome: OutcomeEvent | undefined;
  let grade: GradeEvent | undefined;
  const media: MediaEvent[] = [];
  const replies: ReplyEvent[] = [];
  for (const event of events) {
    if (event?.event === "outcome") outcome = event;
    else if (event?.event === "grade") grade = event;
    else if (event?.event === "media") media.push(event);
    else if (event?.event === "reply") replies.push(event);
  }
  return { outcome, grade, media, replies };
}
