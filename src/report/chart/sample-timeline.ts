import type { Json } from "../../core/json.ts";
import type { TimelineLane, TimelineMark, View, ViewTimeline } from "../../core/scores/view.ts";

/** What is shown of one answer on an axis of time. */
export interface TimedAnswer {
  readonly view: View | null;
  readonly looks: readonly {
    readonly seconds: number | null;
    readonly frames: readonly { readonly atSeconds: number }[];
  }[];
  readonly grades: Readonly<Record<string, Json>>;
}

const longestGrade = 80;

/**
 * The timeline of an answer with lanes for the frames that were sent and for what graders say;
 * `undefined` where nothing of it has a time.
 */
export function sampleTimeline({ view, looks, grades }: TimedAnswer): ViewTimeline | undefined {
  const own = timelineOf(view);
  if (own?.unit === "frames") return own;
  const sent = looks.flatMap(({ frames }) => frames.map(({ atSeconds }) => atSeconds));
  const end = Math.max(0, ...looks.map(({ seconds }) => seconds ?? 0), ...sent);
  const base = own ?? {
    kind: "timeline",
    label: "Frames",
    startSeconds: 0,
    endSeconds: end,
    lanes: [],
  };
  if (!own && end === 0) return undefined;
  const signals = base.lanes.filter(({ signal }) => signal);
  const lanes = [...unmeasured(base), ...gradeLanes(base, grades), ...sentLane(sent), ...signals];
  return lanes.length === 0 ? undefined : { ...base, lanes };
}

/** The first timeline of a view. */
function timelineOf(view: View | null): ViewTimeline | undefined {
  return view?.blocks.find((block) => block.kind === "timeline");
}

/** Two timelines of one video on one axis, one group of lanes below the other. */
export function pairedTimeline(
  first: { readonly name: string; readonly timeline: ViewTimeline },
  second: { readonly name: string; readonly timeline: ViewTimeline },
): ViewTimeline {
  const sides = [first, second];
  const lanes = sides.flatMap(({ name, timeline }) =>
    unmeasured(timeline).map(({ label, marks }) => ({ label: `${name} · ${label}`, marks })),
  );
  const offset = unmeasured(first.timeline).length;
  const legend = new Map(
    sides.flatMap(({ timeline }) => timeline.legend ?? []).map((one) => [one[1], one]),
  );
  return {
    ...first.timeline,
    startSeconds: Math.min(...sides.map(({ timeline }) => timeline.startSeconds)),
    endSeconds: Math.max(...sides.map(({ timeline }) => timeline.endSeconds)),
    // What sensors measured is the same for both.
    lanes: [...lanes, ...first.timeline.lanes.filter(({ signal }) => signal)],
    links: [
      ...(first.timeline.links ?? []),
      ...(second.timeline.links ?? []).map(
        ([lane, upper, lower]) => [lane + offset, upper, lower] as const,
      ),
    ],
    legend: [...legend.values()],
  };
}

/** Lanes without signals; families put these last, so that links stay between the same lanes. */
function unmeasured({ lanes }: ViewTimeline): readonly TimelineLane[] {
  return lanes.filter(({ signal }) => !signal);
}

/** Where to look first: at the first thing that is true or evidence, or at the first frame sent. */
export function firstMoment(timeline: ViewTimeline | undefined): number | undefined {
  const marks = timeline?.lanes.flatMap((lane) => lane.marks) ?? [];
  const isTrue = ({ tone }: TimelineMark) => tone === "reference" || tone === "missed";
  const wanted = marks.some(isTrue) ? marks.filter(isTrue) : marks;
  const starts = wanted.map(({ startSeconds }) => startSeconds);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** What graders say is about the whole answer. */
function gradeLanes(
  { startSeconds, endSeconds }: ViewTimeline,
  grades: TimedAnswer["grades"],
): readonly TimelineLane[] {
  return Object.entries(grades).map(([role, grade]) => {
    const text = typeof grade === "string" ? grade : JSON.stringify(grade);
    const short = text.length > longestGrade ? `${text.slice(0, longestGrade)}…` : text;
    return { label: role, marks: [{ startSeconds, endSeconds, text: short, tone: "neutral" }] };
  });
}

function sentLane(times: readonly number[]): readonly TimelineLane[] {
  if (times.length === 0) return [];
  const marks = [...new Set(times)].map(
    (time): TimelineMark => ({
      startSeconds: time,
      endSeconds: time,
      text: "",
      tone: "neutral",
    }),
  );
  return [{ label: "frames sent", marks }];
}
