import type { EvidenceClip, RatedView } from "../../core/scores/view.ts";
import { spanText } from "../shared/span-text.ts";
import type { RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { spokenIn } from "./transcript-texts.ts";

/** As many clips as a reader is shown unless a task says otherwise. */
const mostClips = 5;

/**
 * A question and its answer with the moments that the system found or cited: never the true answer
 * or the true evidence.
 */
export function ratedRetrieval(
  sample: RetrievalSample,
  prediction: RetrievalPrediction,
): RatedView {
  return {
    asked: sample.question || sample.id,
    answer: prediction.answer ?? "(no answer in words)",
    clips: retrievedSpans(prediction).flatMap((span): readonly EvidenceClip[] => {
      const [media] = sample.media;
      if (!media) return [];
      const spoken = spokenIn(sample, [span]);
      return [
        {
          label: `${span.label}, ${spanText(span.startSeconds, span.endSeconds)}`,
          media,
          startSeconds: span.startSeconds,
          endSeconds: span.endSeconds,
          ...(spoken === "" ? {} : { spoken }),
        },
      ];
    }),
  };
}

interface RetrievedSpan {
  readonly label: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** What the answer is said to come from, then what was found; clips known by name alone are left out. */
export function retrievedSpans({
  citations = [],
  clips,
}: RetrievalPrediction): readonly RetrievedSpan[] {
  const cited = citations.map((span, at) => ({ ...span, label: `Cited ${at + 1}` }));
  const found = clips
    .slice(0, mostClips)
    .flatMap(({ startSeconds, endSeconds }, at) =>
      startSeconds === undefined || endSeconds === undefined
        ? []
        : [{ startSeconds, endSeconds, label: `Found ${at + 1}` }],
    );
  return [...cited, ...found];
}
