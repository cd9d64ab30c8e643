import type { Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { Result } from "../result.ts";

/** What is annotated: events, questions with evidence, or labels of whole clips. */
export type AnnotationKind = "events" | "questions" | "labels";

/** A further question about a mark, by its kind of answer. */
export type AnnotationField =
  | { readonly name: string; readonly kind: "text" | "number" | "flag" }
  | { readonly name: string; readonly kind: "choice"; readonly choices: readonly string[] };

/** A type of event, a kind of question or a label. */
export interface AnnotationType {
  readonly id: string;
  /** What people read, and what encoders compare a label's videos with. */
  readonly title: string;
  /** A colour of CSS. */
  readonly colour: string;
  /** The key that chooses it. */
  readonly key?: string | undefined;
  readonly fields: readonly AnnotationField[];
}

/** What a project asks annotators for. */
export interface AnnotationPlan {
  readonly name: string;
  readonly annotate: AnnotationKind;
  readonly types: readonly AnnotationType[];
  /** Whether several labels may be true of one clip. */
  readonly several: boolean;
  readonly difficulties: readonly string[];
  readonly domains: readonly string[];
  /** Whether marks can be flagged as ambiguous. */
  readonly ambiguous: boolean;
  readonly snap: {
    /** Whether dragged edges snap to frames. */
    readonly frames: boolean;
    /** How near a neighbouring edge attracts a dragged one, in pixels; 0 for never. */
    readonly edgePixels: number;
  };
}

type Fields = Readonly<Record<string, string | number | boolean>>;

/** An event, or evidence for the answer to a question. */
export interface MarkedInterval {
  readonly kind: "interval";
  /** A type of the project; of evidence its relevance: `primary` or `context`. */
  readonly type: string;
  /** The presentation timestamp of its first frame, in seconds. */
  readonly start: number;
  /** When its last frame ends, in seconds: the next frame's timestamp. */
  readonly end: number;
  /** The question that it is evidence for. */
  readonly question?: string;
  readonly fields?: Fields;
  readonly ambiguous?: true;
}

export interface MarkedQuestion {
  readonly kind: "question";
  readonly text: string;
  readonly answer: string;
  /** A type of the project. */
  readonly type?: string;
  readonly difficulty?: string;
  readonly fields?: Fields;
  readonly ambiguous?: true;
}

/** A label that is true of the whole clip. */
interface MarkedLabel {
  readonly kind: "label";
  readonly type: string;
  readonly fields?: Fields;
}

/** What is said of the video as a whole. */
export interface ItemFacts {
  readonly kind: "facts";
  /** Set once the annotator has finished with it, also where nothing happens in it. */
  readonly isDone?: true;
  readonly difficulty?: string;
  readonly domain?: string;
  readonly ambiguous?: true;
  readonly note?: string;
}

export type Mark = MarkedInterval | MarkedQuestion | MarkedLabel | ItemFacts;

/** Everything that one annotator says of one video, by the ids of the marks. */
export type Marks = Readonly<Record<string, Mark>>;

/** The id of the facts of an item among its marks. */
export const factsId = "item";

/** One video as one annotator sees it. */
export interface AnnotatedItem {
  readonly id: string;
  /** Its path, relative to the media folder of the project. */
  readonly video: string;
  /** When its last frame ends, in seconds; `null` where it cannot be read. */
  readonly seconds: number | null;
  readonly marks: Marks;
  /** How many ticks a second has, for formats that count these. */
  readonly ticksPerSecond?: number;
}

/**
 * What `start` and `end` of intervals are: seconds, or numbers from 0 of the first and the last
 * frame of the video, or of the first and the last tick of a program's own clock, which has so many
 * ticks a second whatever the frames of the video are.
 */
type IntervalUnit = "seconds" | "frames" | "ticks";

/** What a file of another program says of a video. */
export interface ImportedItem {
  /** As the file calls it: an id, a path or a file name. */
  readonly video: string;
  readonly unit: IntervalUnit;
  /** Of ticks, where the file says it. */
  readonly ticksPerSecond?: number | undefined;
  readonly marks: Marks;
}

/** A layout of another program in which annotations come and go. */
export interface AnnotationFormat {
  readonly id: string;
  readonly title: string;
  readonly ending: "json" | "xml";
  /** What `start` and `end` of the items are that `write` receives. */
  readonly unit: IntervalUnit;
  /** Of ticks: how many a second has where nobody sets it in that program. */
  readonly usualTicksPerSecond?: number;
  read(text: string, plan: AnnotationPlan): Result<readonly ImportedItem[]>;
  write(items: readonly AnnotatedItem[], plan: AnnotationPlan): string;
}

/** How people annotate samples of a family, and how that becomes data which the family reads. */
export interface Annotating<S extends Sample> {
  readonly kind: AnnotationKind;
  /** Rows of the family's first format. */
  rows(item: AnnotatedItem, plan: AnnotationPlan): readonly Json[];
  /** What the samples of two annotators must share to be compared; their ids if left out. */
  pairBy?(sample: S): string;
  /** Layouts of other programs. */
  readonly formats: readonly AnnotationFormat[];
}
