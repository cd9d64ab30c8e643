import type { SampleTexts } from "../../core/family/data-facet.ts";
import { failure, success } from "../../core/result.ts";
import { parseSubtitles } from "../shared/subtitles/parse-subtitles.ts";
import type { RetrievalOptions, RetrievalSample } from "./schema.ts";

/** Files of transcripts become cues of the sample, where the task reads them. */
export const transcriptTexts: SampleTexts<RetrievalSample, RetrievalOptions> = {
  wanted({ transcript }, options) {
    if (!options.transcript || transcript?.path === undefined || transcript.cues !== undefined)
      return undefined;
    return { path: transcript.path, isOptional: transcript.isOptional ?? false };
  },
  put(sample, content) {
    const cues = parseSubtitles(content);
    return cues.ok
      ? success({ ...sample, transcript: { ...sample.transcript, cues: cues.value } })
      : failure(cues.reason);
  },
};

/** What is said while any of the spans lasts, in the order of time. */
export function spokenIn(
  { transcript }: RetrievalSample,
  spans: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
): string {
  const cues = transcript?.cues ?? [];
  return cues
    .filter((cue) =>
      spans.some(
        (span) => cue.startSeconds < span.endSeconds && cue.endSeconds > span.startSeconds,
      ),
    )
    .map(({ text }) => text)
    .join(" ");
}
