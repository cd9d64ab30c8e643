/** The families with their types: `vidimus/families`. */
export * from "../families/index.ts";
export type { Cue } from "../families/shared/subtitles/cue.ts";
export { type InterleaveOptions, interleave } from "../families/shared/subtitles/interleave.ts";
export { parseSubtitles } from "../families/shared/subtitles/parse-subtitles.ts";
