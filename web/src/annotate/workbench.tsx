import { ActionIcon, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useLocation } from "wouter";
import {
  type AnnotationType,
  factsId,
  type MarkedInterval,
  type MarkedQuestion,
} from "../../../src/core/family/annotating.ts";
import { documents } from "../../../src/server/contract.ts";
import type { ItemPage } from "../../../src/summary/annotate/annotation-pages.ts";
import type { Change } from "../../../src/summary/annotate/edit-history.ts";
import {
  deleteChanges,
  intervalsIn,
  lastFrame,
  type NamedInterval,
} from "../../../src/summary/annotate/edit-intervals.ts";
import type { MediaTimes } from "../../../src/summary/browse/playable-media.ts";
import { useDocument } from "../app/use-document.ts";
import { Player, type PlayerHandle } from "../player/player.tsx";
import { AgreementLines } from "./agreement-lines.tsx";
import classes from "./annotate.module.css";
import { firstQuestion, labelChanges, otherLanes, viewOf } from "./bench-parts.ts";
import { type Bench, commandsOf, doneChange } from "./commands.ts";
import { ConflictDialog, KeyOverview, SaveState } from "./dialogs.tsx";
import { FactsPanel } from "./facts-panel.tsx";
import { IntervalList } from "./interval-list.tsx";
import type { ItemEditor } from "./item-editor.ts";
import type { KeptPlace } from "./kept-steps.ts";
import { newId } from "./new-id.ts";
import { QuestionList } from "./question-list.tsx";
import { followed, type TimeView, zoomed } from "./time-view.ts";
import { Timeline } from "./timeline.tsx";
import type { Lane } from "./timeline-lane.ts";
import { TypeChoice } from "./type-choice.tsx";
import { useKeys } from "./use-keys.ts";

export interface WorkbenchProps {
  readonly place: KeptPlace;
  readonly page: ItemPage;
  readonly times: MediaTimes;
  readonly editor: ItemEditor;
}

const unasked: MarkedQuestion = { kind: "question", text: "", answer: "" };

/** Evidence is of two kinds, whatever the project. */
const relevances: readonly AnnotationType[] = [
  { id: "primary", title: "Primary", colour: "#0072b2", fields: [] },
  { id: "context", title: "Context", colour: "#b58900", fields: [] },
];

/** Player, timeline and lists of one video; everything can be done by keyboard. */
export function Workbench({ place, page, times, editor }: WorkbenchProps): ReactNode {
  const { plan } = page;
  const { history, ...state } = useSyncExternalStore(editor.subscribe, () => editor.state);
  const { marks } = history;
  const [, navigate] = useLocation();
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [type, setType] = useState(plan.types[0]?.id ?? "");
  const [draft, setDraft] = useState<number>();
  const [loop, setLoop] = useState<readonly [number, number]>();
  /** Where playing a single interval stops. */
  const until = useRef<number>(undefined);
  const [view, setView] = useState<TimeView>({ from: 0, to: times.seconds });
  const [hasKeys, setKeys] = useState(false);
  const [showsOthers, setOthers] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const questionText = useRef<HTMLElement>(null);
  const { data: compared, refetch } = useDocument(
    documents.agreement(place.project, place.item, place.annotator),
    { refetchInterval: 10_000 },
  );
  const edit = useCallback((changes: readonly Change[]) => editor.edit(changes), [editor]);
  const intervals = intervalsIn(marks);
  const isQuestions = plan.annotate === "questions";
  const currentQuestion = question !== null && marks[question] ? question : firstQuestion(marks);
  const laneTypes = isQuestions ? relevances : plan.types;
  const shown = isQuestions
    ? intervals.filter((interval) => interval.question === currentQuestion)
    : intervals;

  useEffect(() => {
    if (state.saving === "saved") void refetch();
  }, [state.saving, refetch]);
  useEffect(() => {
    const onFocus = () => void editor.refresh();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, [editor]);

  const create = (start: number, end: number, wanted?: string) => {
    setDraft(undefined);
    const id = newId();
    // Evidence may come first: what it answers is then asked for.
    const asked = currentQuestion ?? newId();
    const mark: MarkedInterval = {
      kind: "interval",
      type: wanted ?? (isQuestions ? "primary" : type),
      ...{ start, end },
      ...(isQuestions ? { question: asked } : {}),
    };
    const isNew = isQuestions && currentQuestion === null;
    edit([...(isNew ? [{ id: asked, mark: unasked }] : []), { id, mark }]);
    setSelected(id);
    if (isNew) showQuestion(asked);
  };
  const showQuestion = (id: string) => {
    setQuestion(id);
    requestAnimationFrame(() => questionText.current?.focus());
  };
  const addQuestion = () => {
    const id = newId();
    edit([{ id, mark: unasked }]);
    setSelected(null);
    showQuestion(id);
  };
  const nextQuestion = () => {
    const all = Object.keys(marks).filter((id) => marks[id]?.kind === "question");
    const next = all[(all.indexOf(currentQuestion ?? "") + 1) % all.length];
    if (next === undefined) return;
    setQuestion(next);
    setSelected(null);
  };
  const select = (id: string | null) => {
    setSelected(id);
    const mark = id === null ? undefined : marks[id];
    if (mark?.kind === "interval" && mark.question !== undefined) setQuestion(mark.question);
    if (loop && mark?.kind === "interval") setLoop([mark.start, mark.end]);
  };
  const chooseType = (id: string) => {
    if (plan.annotate === "labels") return edit(labelChanges(marks, plan.several, id));
    if (!isQuestions) return setType(id);
    const mark = marks[currentQuestion ?? ""];
    if (mark?.kind === "question") edit([{ id: currentQuestion!, mark: { ...mark, type: id } }]);
  };
  const play = ({ start, end }: NamedInterval) => {
    player?.seek(start);
    until.current = end;
    player?.play();
  };
  const chosen = intervals.find(({ id }) => id === selected);
  const bench: Bench = {
    ...{ plan, marks, frames: times, player, selected, type, draft, edit, select, setDraft },
    ...{ create, chooseType, addQuestion, nextQuestion, play },
    toggleLoop: () => setLoop(loop ? undefined : chosen && [chosen.start, chosen.end]),
    zoom: (factor) => setView(zoomed(view, factor, seconds, times.seconds)),
    zoomToSelection: () => setView(viewOf(view, chosen, times)),
    speed: (by) => player?.changeSpeed(by),
    focusFields: () =>
      fields.current
        ?.querySelector<HTMLElement>(
          "[data-selected] input, [data-selected] textarea, [data-selected] select",
        )
        ?.focus(),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    go: (to) => {
      const item = page[to];
      if (item !== null)
        navigate(`/annotate/${encodeURIComponent(place.project)}/${encodeURIComponent(item)}`);
    },
    showKeys: () => setKeys(true),
  };
  const groups = commandsOf(bench);
  const isBlocked = hasKeys || state.conflict !== undefined;
  useKeys(
    groups.flatMap(({ commands }) => commands),
    !isBlocked,
  );

  const lanes = [
    ...laneTypes.map(
      (one): Lane => ({ ...one, intervals: shown.filter((own) => own.type === one.id) }),
    ),
    ...(showsOthers ? otherLanes(compared?.others ?? [], laneTypes) : []),
  ];
  const facts = marks[factsId];
  const isDone = facts?.kind === "facts" && facts.isDone === true;
  const labels = new Set(
    Object.values(marks).flatMap((mark) => (mark.kind === "label" ? [mark.type] : [])),
  );
  return (
    <Stack gap="sm">
      <div className={classes.head}>
        <Link href={`/annotate/${encodeURIComponent(place.project)}`}>{plan.name}</Link>
        <h1 className={classes.title}>{page.item}</h1>
        <Group gap={2} wrap="nowrap">
          <Neighbour
            to={page.previous}
            project={place.project}
            label="Previous video (k)"
            sign="‹"
          />
          <Text size="sm" c="dimmed">
            {page.place} of {page.items}
          </Text>
          <Neighbour to={page.next} project={place.project} label="Next video (j)" sign="›" />
        </Group>
        <SaveState state={state} annotator={place.annotator} />
      </div>
      <div className={classes.columns}>
        <div className={classes.stage}>
          <Player
            media={page.media}
            ref={setPlayer}
            loop={loop}
            onTime={(time) => {
              setSeconds(time.seconds);
              const end = until.current;
              if (end !== undefined && time.isPlaying && time.frame >= lastFrame(times, end)) {
                until.current = undefined;
                if (!loop) {
                  player?.pause();
                  player?.seekFrame(lastFrame(times, end));
                }
              }
              if (time.isPlaying) setView((now) => followed(now, time.seconds, times.seconds));
            }}
          />
          {plan.annotate !== "labels" && (
            <Timeline
              lanes={lanes}
              frames={times}
              seconds={seconds}
              view={view}
              selected={selected}
              draft={
                draft === undefined
                  ? undefined
                  : { lane: isQuestions ? "primary" : type, start: draft }
              }
              snap={plan.snap}
              onView={setView}
              onSeek={(time) => player?.seek(time)}
              onSelect={select}
              onCreate={(lane, start, end) => create(start, end, lane)}
              onChange={(id, mark) => edit([{ id, mark }])}
            />
          )}
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => bench.undo()}
              disabled={history.undo.length === 0}
            >
              Undo
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => bench.redo()}
              disabled={history.redo.length === 0}
            >
              Redo
            </Button>
            {loop && (
              <Button size="compact-sm" variant="light" onClick={() => bench.toggleLoop()}>
                Looping: stop
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={() => setKeys(true)}>
              Keys (?)
            </Button>
            <Checkbox
              ml="auto"
              size="sm"
              label="Video done (Enter)"
              checked={isDone}
              onChange={() => edit([doneChange({ marks })])}
            />
          </Group>
        </div>
        <Stack gap="sm" ref={fields}>
          {plan.types.length > 0 && !isQuestions && (
            <TypeChoice
              label={plan.annotate === "labels" ? "Labels of the clip" : "Type of the next event"}
              types={plan.types}
              chosen={plan.annotate === "labels" ? labels : new Set([type])}
              onChoose={chooseType}
            />
          )}
          {isQuestions && (
            <QuestionList
              {...{ plan, marks, edit }}
              current={currentQuestion}
              textRef={(element) => {
                questionText.current = element;
              }}
              onSelect={setQuestion}
              onAdd={addQuestion}
              onDelete={(id) => edit(deleteChanges(marks, id))}
            />
          )}
          {plan.annotate !== "labels" && (!isQuestions || currentQuestion !== null) && (
            <IntervalList
              {...{ plan, marks, edit, selected }}
              frames={times}
              intervals={shown}
              typeOf={(id) => laneTypes.find((one) => one.id === id)}
              onSelect={(id) => {
                select(id);
                const mark = marks[id];
                if (mark?.kind === "interval") player?.seek(mark.start);
              }}
              onDelete={(id) => {
                edit(deleteChanges(marks, id));
                setSelected(null);
              }}
              onPlay={play}
            />
          )}
          <FactsPanel {...{ plan, marks, edit }} />
          {compared && compared.others.length > 0 && (
            <>
              <AgreementLines agreement={compared.agreement} annotate={plan.annotate} />
              {plan.annotate !== "labels" && (
                <Checkbox
                  size="xs"
                  label="Show what others marked"
                  checked={showsOthers}
                  onChange={(event) => setOthers(event.currentTarget.checked)}
                />
              )}
            </>
          )}
        </Stack>
      </div>
      <KeyOverview opened={hasKeys} onClose={() => setKeys(false)} groups={groups} />
      <ConflictDialog
        conflict={state.conflict}
        marks={marks}
        onChoose={(choice) => editor.resolve(choice)}
      />
    </Stack>
  );
}

/** The way to another video, for those who use the mouse. */
function Neighbour(props: {
  readonly to: string | null;
  readonly project: string;
  readonly label: string;
  readonly sign: string;
}): ReactNode {
  const { to, project, label, sign } = props;
  if (to === null) return null;
  return (
    <ActionIcon
      component={Link}
      href={`/annotate/${encodeURIComponent(project)}/${encodeURIComponent(to)}`}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
    >
      {sign}
    </ActionIcon>
  );
}
