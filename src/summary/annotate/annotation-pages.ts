import type { AnnotationFormat, AnnotationPlan, Marks } from "../../core/family/annotating.ts";
import type { PlayableMedia } from "../browse/playable-media.ts";
import type { Step } from "./edit-history.ts";

/** A project in the list of projects. */
export interface ProjectCard {
  /** The path of its folder below the folder that is viewed. */
  readonly id: string;
  readonly name: string;
  readonly annotate?: AnnotationPlan["annotate"];
  readonly items: number;
  readonly annotators: readonly AnnotatorProgress[];
  /** What is wrong with its annotate.yaml, with the place. */
  readonly problem?: string;
  readonly hint?: string;
}

export interface AnnotatorProgress {
  readonly name: string;
  /** Videos with at least one mark, and videos that are finished. */
  readonly begun: number;
  readonly done: number;
  /** The file that `vidimus score` and `run` read as data, from where the server was started. */
  readonly file: string;
}

export interface ProjectList {
  readonly projects: readonly ProjectCard[];
}

/** A project with its videos. */
export interface ProjectPage {
  readonly card: ProjectCard;
  readonly plan: AnnotationPlan;
  readonly items: readonly ItemCard[];
  /** Videos with marks that are no longer in the project. */
  readonly gone: readonly string[];
  readonly agreement: readonly AnnotatorAgreement[];
  /** Layouts of other programs that can be imported and exported. */
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    readonly ending: string;
    readonly unit: AnnotationFormat["unit"];
    readonly usualTicksPerSecond?: number;
  }[];
  /** The family that evaluates what is annotated. */
  readonly family: string;
}

export interface ItemCard {
  readonly id: string;
  readonly video: string;
  /** Why it cannot be annotated: there is no such file, or it cannot be decoded. */
  readonly problem?: string;
  /** By annotator: how many marks, and whether the video is finished. */
  readonly annotators: readonly {
    readonly name: string;
    readonly marks: number;
    readonly isDone: boolean;
  }[];
}

/** A step with its place in the history of an item. */
export interface SavedStep extends Step {
  /** The number of steps of this item up to and with this one. */
  readonly revision: number;
  /** When it was saved, in the form of ISO 8601. */
  readonly at: string;
}

/** One video of a project as one annotator has it. */
export interface ItemPage {
  readonly plan: AnnotationPlan;
  readonly item: string;
  readonly video: string;
  readonly media: PlayableMedia;
  readonly previous: string | null;
  readonly next: string | null;
  readonly place: number;
  readonly items: number;
}

/** The work of one annotator on one video. */
export interface ItemWork {
  readonly revision: number;
  readonly steps: readonly SavedStep[];
}

/** A step that is to be saved after `base` others. */
export interface SaveRequest {
  readonly annotator: string;
  readonly base: number;
  readonly step: Step;
}

/** What a save came to; `stale` where others were saved meanwhile: `steps` are all there are. */
export type SaveAnswer =
  | { readonly state: "saved"; readonly revision: number }
  | { readonly state: "stale"; readonly revision: number; readonly steps: readonly SavedStep[] };

/** How far two annotators agree, on one video or on all that both annotated. */
export interface AnnotatorAgreement {
  readonly first: string;
  readonly second: string;
  /** Samples of both that can be compared. */
  readonly samples: number;
  /** Intervals that match one to one with a tIoU of at least 0.5: F1, `null` without any. */
  readonly f1: number | null;
  /** Of these, the mean tIoU. */
  readonly meanTiou: number | null;
  /** Over time (every moment marked or not) or over labels. */
  readonly kappa: number | null;
}

export interface ItemAgreement {
  readonly agreement: readonly AnnotatorAgreement[];
  /** What the others marked, for those who want to look. */
  readonly others: readonly { readonly annotator: string; readonly marks: Marks }[];
}

/** What an import came to. */
export interface ImportAnswer {
  /** Videos of the file that are in the project, and have marks in the file. */
  readonly items: number;
  /** Marks that are new, that took the place of earlier ones, and that were there already. */
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** Ticks of the other program's clock in a second, as they were converted to times. */
  readonly rates: readonly { readonly ticksPerSecond: number; readonly isGiven: boolean }[];
  /** What could not be taken as it is: what lies beyond a video, or contradicts what is there. */
  readonly problems: readonly { readonly video: string; readonly text: string }[];
  /** Videos of the file that are not in the project. */
  readonly unknown: readonly string[];
}
