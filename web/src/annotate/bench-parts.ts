import type { AnnotationType, Marks } from "../../../src/core/family/annotating.ts";
import type { Change } from "../../../src/summary/annotate/edit-history.ts";
import { intervalsIn, type NamedInterval } from "../../../src/summary/annotate/edit-intervals.ts";
import type { MediaTimes } from "../../../src/summary/browse/playable-media.ts";
import { newId } from "./new-id.ts";
import type { TimeView } from "./time-view.ts";
import type { Lane } from "./timeline-lane.ts";

/** The question that evidence belongs to where none is chosen. */
export function firstQuestion(marks: Marks): string | null {
  return Object.entries(marks).find(([, { kind }]) => kind === "question")?.[0] ?? null;
}

/** Chooses a label, or takes it back; only one may be true unless the project allows several. */
export function labelChanges(marks: Marks, several: boolean, type: string): readonly Change[] {
  const chosen = Object.entries(marks).flatMap(([id, mark]) =>
    mark.kind === "label" ? [{ id, type: mark.type }] : [],
  );
  const own = chosen.find((one) => one.type === type);
  if (own) return [{ id: own.id, mark: null }];
  const gone = several ? [] : chosen.map(({ id }) => ({ id, mark: null }));
  return [...gone, { id: newId(), mark: { kind: "label", type } }];
}

/** The chosen interval with some room around it; all of the video where it is shown already. */
export function viewOf(
  view: TimeView,
  chosen: NamedInterval | undefined,
  { seconds }: MediaTimes,
): TimeView {
  const all = { from: 0, to: seconds };
  if (!chosen) return all;
  const room = Math.max(0.2, (chosen.end - chosen.start) / 2);
  const near = {
    from: Math.max(0, chosen.start - room),
    to: Math.min(seconds, chosen.end + room),
  };
  return view.from === near.from && view.to === near.to ? all : near;
}

/** What others marked, lane by lane. */
export function otherLanes(
  others: readonly {
    readonly annotator: string;
    readonly marks: Marks;
  }[],
  types: readonly Pick<AnnotationType, "id" | "title" | "colour">[],
): readonly Lane[] {
  const lanes = others.flatMap(({ annotator, marks }) =>
    types.map(
      ({ id, title, colour }): Lane => ({
        ...{ id: `${annotator} ${id}`, title: `${annotator}: ${title}`, colour, isFixed: true },
        intervals: intervalsIn(marks).filter(({ type }) => type === id),
      }),
    ),
  );
  return lanes.filter(({ intervals }) => intervals.length > 0);
}
