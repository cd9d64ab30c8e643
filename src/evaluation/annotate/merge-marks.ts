import { randomUUID } from "node:crypto";
import type { AnnotationPlan, Mark, MarkedInterval, Marks } from "../../core/family/annotating.ts";
import type { Change } from "../../summary/annotate/edit-history.ts";

/** What bringing marks in comes to. */
export interface MergedMarks {
  readonly changes: readonly Change[];
  readonly added: number;
  /** Marks that are there with other times or words; the new ones take their place. */
  readonly changed: number;
  readonly same: number;
  /** What is left out because it contradicts what is there, in words. */
  readonly leftOut: readonly string[];
}

/** Programs round times to thousandths. */
const sameSeconds = 1e-3;

/**
 * Adds marks to those that are there. A mark is there already where one of the same type and times,
 * of the same question or of the same label is; one that overlaps another of its id and type is that
 * one, moved. All others are new, whatever their ids are.
 */
export function mergeMarks(own: Marks, brought: Marks, plan: AnnotationPlan): MergedMarks {
  const now = new Map(Object.entries(own));
  const changes = new Map<string, Mark>();
  const questions = new Map<string, string>();
  const counts = { added: 0, changed: 0, same: 0 };
  const leftOut: string[] = [];
  const put = (id: string, mark: Mark) => {
    now.set(id, mark);
    changes.set(id, mark);
  };
  // Questions come first: evidence names them.
  for (const [id, given] of Object.entries(brought).sort(questionsFirst)) {
    const mark = ofQuestion(given, questions);
    const found = [...now].find(([at, one]) => isThere(mark, one, id === at));
    if (found) {
      const merged = combined(found[1], mark);
      questions.set(id, found[0]);
      if (isEqual(found[1], merged)) counts.same += mark.kind === "facts" ? 0 : 1;
      else {
        put(found[0], merged);
        counts.changed += mark.kind === "facts" ? 0 : 1;
      }
      continue;
    }
    const other = mark.kind === "label" && !plan.several ? labelIn(now) : undefined;
    if (other !== undefined && mark.kind === "label") {
      leftOut.push(`the label ${mark.type}: the clip has the label ${other}`);
      continue;
    }
    const free = now.has(id) ? randomUUID() : id;
    questions.set(id, free);
    put(free, mark);
    if (mark.kind !== "facts") counts.added++;
  }
  return { ...counts, leftOut, changes: [...changes].map(([id, mark]) => ({ id, mark })) };
}

function questionsFirst([, a]: [string, Mark], [, b]: [string, Mark]): number {
  return Number(b.kind === "question") - Number(a.kind === "question");
}

function ofQuestion(mark: Mark, ids: ReadonlyMap<string, string>): Mark {
  if (mark.kind !== "interval" || mark.question === undefined) return mark;
  return { ...mark, question: ids.get(mark.question) ?? mark.question };
}

function isThere(mark: Mark, one: Mark, isSameId: boolean): boolean {
  if (mark.kind === "facts") return one.kind === "facts";
  if (mark.kind === "label") return one.kind === "label" && one.type === mark.type;
  if (mark.kind === "question")
    return one.kind === "question" && wordsOf(one.text) === wordsOf(mark.text);
  if (one.kind !== "interval" || one.type !== mark.type || one.question !== mark.question)
    return false;
  return isSameTime(one, mark) || (isSameId && one.start < mark.end && mark.start < one.end);
}

function isSameTime(one: MarkedInterval, other: MarkedInterval): boolean {
  const gaps = [one.start - other.start, one.end - other.end];
  return gaps.every((gap) => Math.abs(gap) <= sameSeconds);
}

function wordsOf(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** What a file does not say stays: few formats have fields, flags and notes. */
function combined(own: Mark, given: Mark): Mark {
  if (own.kind === "facts") return { ...given, ...own } as Mark;
  if (own.kind === "label") return own;
  if (own.kind === "question" && given.kind === "question")
    return { ...own, ...given, text: own.text, answer: given.answer || own.answer };
  if (own.kind !== "interval" || given.kind !== "interval") return own;
  const fields = { ...own.fields, ...given.fields };
  const times = isSameTime(own, given) ? own : given;
  return {
    ...own,
    ...given,
    ...{ start: times.start, end: times.end },
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function isEqual(one: Mark, other: Mark): boolean {
  const sorted = (mark: Mark) => JSON.stringify(Object.entries(mark).sort());
  return sorted(one) === sorted(other);
}

function labelIn(marks: ReadonlyMap<string, Mark>): string | undefined {
  const label = [...marks.values()].find(({ kind }) => kind === "label");
  return label?.kind === "label" ? label.type : undefined;
}
