import type { Family } from "../core/family.ts";
import type { Listed } from "../core/registry.ts";
import { classificationAbout } from "./classification/about.ts";
import { dialogueAbout } from "./dialogue/about.ts";
import { episodeAbout } from "./episode/about.ts";
import { eventDetectionAbout } from "./event-detection/about.ts";
import { multipleChoiceAbout } from "./multiple-choice/about.ts";
import { retrievalAbout } from "./retrieval/about.ts";

export type ListedFamily = Listed<Family> & Pick<Family, "version" | "summary">;

/** Every family, in the order of `families`. Loading all of them takes longer than most commands. */
export const familyList: readonly ListedFamily[] = [
  {
    ...multipleChoiceAbout,
    load: async () => (await import("./multiple-choice/index.ts")).multipleChoice,
  },
  {
    ...dialogueAbout,
    load: async () => (await import("./dialogue/index.ts")).dialogue,
  },
  {
    ...retrievalAbout,
    load: async () => (await import("./retrieval/index.ts")).retrieval,
  },
  {
    ...eventDetectionAbout,
    load: async () => (await import("./event-detection/index.ts")).eventDetection,
  },
  {
    ...classificationAbout,
    load: async () => (await import("./classification/index.ts")).classification,
  },
  {
    ...episodeAbout,
    load: async () => (await import("./episode/index.ts")).episode,
  },
];
