import {
  type AnnotationPlan,
  factsId,
  type ItemFacts,
  type MarkedInterval,
  type Marks,
} from "../../../src/core/family/annotating.ts";
import type { Change } from "../../../src/summary/annotate/edit-history.ts";
import {
  deleteChanges,
  type Edge,
  edgeFrom,
  endOf,
  type FrameTimes,
  frameAt,
  intervalsIn,
  lastFrame,
  mergeChanges,
  type NamedInterval,
  nudged,
  splitChanges,
  startOf,
  withEdge,
} from "../../../src/summary/annotate/edit-intervals.ts";
import type { PlayerHandle } from "../player/player.tsx";
import { newId } from "./new-id.ts";
import { flagged } from "./panel.tsx";
import type { KeyCommand } from "./use-keys.ts";

/** What keys act on, and how. */
export interface Bench {
  readonly plan: AnnotationPlan;
  readonly marks: Marks;
  readonly frames: FrameTimes;
  readonly player: PlayerHandle | null;
  readonly selected: string | null;
  /** Of the next event. */
  readonly type: string;
  readonly draft: number | undefined;
  edit(changes: readonly Change[]): void;
  select(id: string | null): void;
  setDraft(start: number | undefined): void;
  create(start: number, end: number): void;
  chooseType(id: string): void;
  addQuestion(): void;
  nextQuestion(): void;
  play(interval: NamedInterval): void;
  toggleLoop(): void;
  zoom(factor: number): void;
  zoomToSelection(): void;
  speed(by: -1 | 1): void;
  focusFields(): void;
  undo(): void;
  redo(): void;
  go(to: "previous" | "next"): void;
  showKeys(): void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly KeyCommand[];
}

/** Everything that can be done by keyboard, as the overview lists it. */
export function commandsOf(bench: Bench): readonly CommandGroup[] {
  const { plan } = bench;
  const types = plan.types.filter(({ key }) => key !== undefined);
  const typed: CommandGroup = {
    title: {
      labels: "Labels",
      events: "Type of the next event",
      questions: "Kind of this question",
    }[plan.annotate],
    commands: types.map(({ id, title, key }) => ({
      keys: [key!],
      title,
      run: () => bench.chooseType(id),
    })),
  };
  const groups = [
    playing(bench),
    ...(plan.annotate === "labels" ? [] : [marking(bench), adjusting(bench)]),
    ...(types.length > 0 ? [typed] : []),
    moving(bench),
  ];
  return groups;
}

function playing({ player, ...bench }: Bench): CommandGroup {
  const jump = (by: number) => {
    if (player) player.seek(Math.max(0, player.seconds + by));
  };
  const toEdge = (direction: -1 | 1) => {
    if (!player) return;
    const edge = edgeFrom(bench.marks, player.seconds, direction);
    if (edge !== undefined) player.seek(edge);
  };
  const selected = chosen(bench);
  return {
    title: "Play",
    commands: [
      { keys: ["Space"], title: "Play or pause", run: () => player?.toggle() },
      { keys: ["ArrowLeft"], title: "A frame back", run: () => player?.step(-1) },
      { keys: ["ArrowRight"], title: "A frame on", run: () => player?.step(1) },
      { keys: ["Shift+ArrowLeft"], title: "A second back", run: () => jump(-1) },
      { keys: ["Shift+ArrowRight"], title: "A second on", run: () => jump(1) },
      { keys: ["Home"], title: "To the first frame", run: () => player?.seekFrame(0) },
      {
        keys: ["End"],
        title: "To the last frame",
        run: () => player?.seekFrame(bench.frames.times.length - 1),
      },
      { keys: ["["], title: "To the edge before", run: () => toEdge(-1) },
      { keys: ["]"], title: "To the edge after", run: () => toEdge(1) },
      { keys: ["<"], title: "Slower", run: () => bench.speed(-1) },
      { keys: [">"], title: "Faster", run: () => bench.speed(1) },
      ...(bench.plan.annotate === "labels"
        ? []
        : [
            {
              keys: ["p"],
              title: "Play the chosen interval",
              run: () => selected && bench.play(selected),
            },
            { keys: ["l"], title: "Loop over it, or not", run: () => bench.toggleLoop() },
          ]),
    ],
  };
}

function marking(bench: Bench): CommandGroup {
  const { player, frames, draft } = bench;
  const here = () => player?.frame ?? 0;
  const finish = () => {
    const start = draft ?? startOf(frames, here());
    const first = frameAt(frames, start);
    const [from, to] = first <= here() ? [first, here()] : [here(), first];
    bench.create(startOf(frames, from), endOf(frames, to));
  };
  const questions = bench.plan.annotate === "questions";
  return {
    title: questions ? "Questions and evidence" : "Mark",
    commands: [
      ...(questions
        ? [
            { keys: ["q"], title: "New question", run: () => bench.addQuestion() },
            { keys: ["g"], title: "Next question", run: () => bench.nextQuestion() },
          ]
        : []),
      {
        keys: ["i"],
        title: "It starts with this frame",
        run: () => bench.setDraft(startOf(frames, here())),
      },
      { keys: ["o"], title: "It ends with this frame", run: finish },
      {
        keys: ["Escape"],
        title: "Choose nothing",
        run: () => {
          bench.setDraft(undefined);
          bench.select(null);
        },
      },
      { keys: ["ArrowUp"], title: "Choose the mark before", run: () => chooseNext(bench, -1) },
      { keys: ["ArrowDown"], title: "Choose the mark after", run: () => chooseNext(bench, 1) },
      { keys: ["e"], title: "Edit its fields", run: () => bench.focusFields() },
    ],
  };
}

function adjusting(bench: Bench): CommandGroup {
  const { player, frames, marks, edit } = bench;
  const selected = chosen(bench);
  const change = (next: (interval: MarkedInterval) => MarkedInterval, edge?: Edge) => {
    if (!selected) return;
    const { id, ...interval } = selected;
    const changed = next(interval);
    if (changed.start === interval.start && changed.end === interval.end) return;
    edit([{ id, mark: changed }]);
    if (edge === "start") player?.seek(changed.start);
    if (edge === "end") player?.seekFrame(lastFrame(frames, changed.end));
  };
  const nudge = (key: string, edge: Edge, by: -1 | 1): KeyCommand => ({
    keys: [key],
    title: `${edge === "start" ? "Start" : "End"} a frame ${by < 0 ? "earlier" : "later"}`,
    run: () => change((interval) => nudged(interval, { edge, by, frames }), edge),
  });
  const here = () => player?.frame ?? 0;
  return {
    title: "Change the chosen interval",
    commands: [
      nudge("a", "start", -1),
      nudge("s", "start", 1),
      nudge("d", "end", -1),
      nudge("f", "end", 1),
      {
        keys: ["Shift+i"],
        title: "Start with this frame",
        run: () => change((interval) => withEdge(interval, "start", startOf(frames, here()))),
      },
      {
        keys: ["Shift+o"],
        title: "End with this frame",
        run: () => change((interval) => withEdge(interval, "end", endOf(frames, here()))),
      },
      {
        keys: ["x"],
        title: "Split before this frame",
        run: () => selected && edit(splitChanges(selected, startOf(frames, here()), newId())),
      },
      {
        keys: ["m"],
        title: "Merge with the next of its type",
        run: () => selected && edit(mergeChanges(marks, selected.id)),
      },
      ...(bench.plan.annotate === "events"
        ? [
            {
              keys: ["t"],
              title: "Give it the type of the next event",
              run: () => {
                if (!selected || selected.type === bench.type) return;
                const { id, ...interval } = selected;
                edit([{ id, mark: { ...interval, type: bench.type } }]);
              },
            },
          ]
        : []),
      ...(bench.plan.annotate === "questions"
        ? [
            {
              keys: ["r"],
              title: "Primary or context",
              run: () => selected && edit([otherRelevance(selected)]),
            },
          ]
        : []),
      ...(bench.plan.ambiguous && bench.plan.annotate === "events"
        ? [
            {
              keys: ["u"],
              title: "Ambiguous, or not",
              run: () => {
                if (!selected) return;
                const { id, ...interval } = selected;
                edit([{ id, mark: flagged(interval, !interval.ambiguous) }]);
              },
            },
          ]
        : []),
      {
        keys: ["Delete", "Backspace"],
        title: "Delete",
        run: () => {
          if (!selected) return;
          edit(deleteChanges(marks, selected.id));
          bench.select(null);
        },
      },
    ],
  };
}

function moving(bench: Bench): CommandGroup {
  return {
    title: "Work",
    commands: [
      { keys: ["Ctrl+z"], title: "Undo", run: () => bench.undo() },
      { keys: ["Ctrl+Shift+z", "Ctrl+y"], title: "Redo", run: () => bench.redo() },
      { keys: ["Enter"], title: "Video done, or not", run: () => bench.edit([doneChange(bench)]) },
      { keys: ["j"], title: "Next video", run: () => bench.go("next") },
      { keys: ["k"], title: "Previous video", run: () => bench.go("previous") },
      { keys: ["+", "="], title: "Zoom in", run: () => bench.zoom(0.5) },
      { keys: ["-"], title: "Zoom out", run: () => bench.zoom(2) },
      { keys: ["z"], title: "Zoom to the chosen, or to all", run: () => bench.zoomToSelection() },
      { keys: ["?"], title: "These keys", run: () => bench.showKeys() },
    ],
  };
}

/** Finishes a video, or takes it up again. */
export function doneChange({ marks }: Pick<Bench, "marks">): Change {
  const found = marks[factsId];
  const { isDone, ...facts }: ItemFacts = found?.kind === "facts" ? found : { kind: "facts" };
  return { id: factsId, mark: isDone ? facts : { ...facts, isDone: true } };
}

function otherRelevance({ id, ...interval }: NamedInterval): Change {
  return { id, mark: { ...interval, type: interval.type === "context" ? "primary" : "context" } };
}

function chosen({ marks, selected }: Pick<Bench, "marks" | "selected">): NamedInterval | undefined {
  return intervalsIn(marks).find(({ id }) => id === selected);
}

function chooseNext({ marks, selected, player, select }: Bench, by: -1 | 1): void {
  const all = intervalsIn(marks);
  if (all.length === 0) return;
  const at = all.findIndex(({ id }) => id === selected);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
  const found = all[Math.min(Math.max(0, next), all.length - 1)]!;
  select(found.id);
  player?.seek(found.start);
}
