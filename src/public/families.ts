/** The families with their types: `vidimus/families`. */
export { dialogue } from "../families/dialogue/index.ts";
export type {
  DialogueOptions,
  DialoguePrediction,
  DialogueSample,
} from "../families/dialogue/schema.ts";
export { eventDetection } from "../families/event-detection/index.ts";
export type {
  EventOptions,
  EventPrediction,
  EventSample,
} from "../families/event-detection/schema.ts";
export { families } from "../families/index.ts";
export { multipleChoice } from "../families/multiple-choice/index.ts";
export { readReply as readChoice } from "../families/multiple-choice/parse.ts";
export type {
  ChoiceOptions,
  ChoicePrediction,
  ChoiceSample,
} from "../families/multiple-choice/schema.ts";
export { retrieval } from "../families/retrieval/index.ts";
export type {
  RetrievalOptions,
  RetrievalPrediction,
  RetrievalSample,
} from "../families/retrieval/schema.ts";
export type { Cue } from "../families/shared/subtitles/cue.ts";
export { type InterleaveOptions, interleave } from "../families/shared/subtitles/interleave.ts";
export { parseSubtitles } from "../families/shared/subtitles/parse-subtitles.ts";
