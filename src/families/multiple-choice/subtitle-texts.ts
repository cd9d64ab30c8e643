import type { SampleTexts } from "../../core/family/data-facet.ts";
import { failure, success } from "../../core/result.ts";
import { parseSubtitles } from "../shared/subtitles/parse-subtitles.ts";
import type { ChoiceOptions, ChoiceSample } from "./schema.ts";

/** Files of subtitles become cues of the sample, where the task shows them. */
export const subtitleTexts: SampleTexts<ChoiceSample, ChoiceOptions> = {
  wanted({ subtitles }, options) {
    if (options.subtitles === "none" || subtitles?.path === undefined) return undefined;
    return { path: subtitles.path, isOptional: subtitles.isOptional ?? false };
  },
  put(sample, content) {
    const cues = parseSubtitles(content);
    return cues.ok
      ? success({ ...sample, subtitles: { ...sample.subtitles, cues: cues.value } })
      : failure(cues.reason);
  },
};
