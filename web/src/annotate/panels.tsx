import { Button, Checkbox, Group, NativeSelect, Text } from "@mantine/core";
import type { ReactNode } from "react";
import {
  type AnnotationPlan,
  type AnnotationType,
  factsId,
  type ItemFacts,
  type Mark,
  type MarkedQuestion,
  type Marks,
} from "../../../src/core/family/annotating.ts";
import type { AnnotatorAgreement } from "../../../src/summary/annotate/annotation-pages.ts";
import type { Change } from "../../../src/summary/annotate/edit-history.ts";
import {
  type FrameTimes,
  frameAt,
  intervalsIn,
  lastFrame,
  type NamedInterval,
} from "../../../src/summary/annotate/edit-intervals.ts";
import { formatNumber } from "../../../src/summary/format-number.ts";
import classes from "./annotate.module.css";
import { clock } from "./clock.ts";
import { MarkFields } from "./mark-fields.tsx";
import { TextField } from "./text-field.tsx";

/** What every panel shows and changes. */
export interface Panel {
  readonly plan: AnnotationPlan;
  readonly marks: Marks;
  edit(changes: readonly Change[]): void;
}

/** The types to choose from, with their keys. */
export function TypeChoice({
  types,
  chosen,
  onChoose,
  label,
}: {
  readonly types: readonly Pick<AnnotationType, "id" | "title" | "colour" | "key">[];
  readonly chosen: ReadonlySet<string>;
  readonly label: string;
  onChoose(id: string): void;
}): ReactNode {
  return (
    <fieldset className={classes.types} aria-label={label}>
      {types.map(({ id, title, colour, key }) => (
        <button
          key={id}
          type="button"
          className={classes.type}
          aria-pressed={chosen.has(id)}
          onClick={() => onChoose(id)}
        >
          <span className={classes.dot} style={{ background: colour }} />
          <span className={classes.name}>{title}</span>
          {key !== undefined && <kbd className={classes.key}>{key}</kbd>}
        </button>
      ))}
    </fieldset>
  );
}

interface IntervalListProps extends Panel {
  readonly intervals: readonly NamedInterval[];
  readonly frames: FrameTimes;
  readonly selected: string | null;
  typeOf(id: string): Pick<AnnotationType, "title" | "colour" | "fields"> | undefined;
  onSelect(id: string): void;
  onDelete(id: string): void;
  onPlay(interval: NamedInterval): void;
}

/** Events or evidence as a list; the chosen one with its fields. */
export function IntervalList(props: IntervalListProps): ReactNode {
  const { intervals, selected, plan, edit } = props;
  if (intervals.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing is marked yet: press i where it starts and o on its last frame, or drag on the
        timeline.
      </Text>
    );
  return (
    <ul className={classes.list} aria-label="Marks">
      {intervals.map((interval) => {
        const { id, ...mark } = interval;
        const type = props.typeOf(mark.type);
        const isSelected = id === selected;
        return (
          <li key={id} className={classes.entry} data-selected={isSelected || undefined}>
            <button
              type="button"
              className={classes.row}
              aria-expanded={isSelected}
              onClick={() => props.onSelect(id)}
            >
              <span className={classes.dot} style={{ background: type?.colour ?? "gray" }} />
              <span className={classes.name}>
                {type?.title ?? mark.type}
                {mark.ambiguous ? " (ambiguous)" : ""}
              </span>
              <span className={classes.span}>
                {clock(mark.start)} – {clock(mark.end)}
              </span>
            </button>
            {isSelected && (
              <div className={classes.fields}>
                <Text size="xs" c="dimmed">
                  Frames {frameAt(props.frames, mark.start)} to {lastFrame(props.frames, mark.end)},{" "}
                  {(mark.end - mark.start).toFixed(3)} s
                </Text>
                <MarkFields
                  fields={type?.fields ?? []}
                  values={mark.fields}
                  onSave={(fields) => edit([{ id, mark: withFields(mark, fields) }])}
                />
                {plan.ambiguous && plan.annotate === "events" && (
                  <Checkbox
                    size="xs"
                    label="Ambiguous: neither finding nor missing it counts"
                    checked={mark.ambiguous === true}
                    onChange={(event) =>
                      edit([{ id, mark: flagged(mark, event.currentTarget.checked) }])
                    }
                  />
                )}
                <Group gap="xs">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => props.onPlay(interval)}
                  >
                    Play
                  </Button>
                  <Button size="compact-xs" variant="default" onClick={() => props.onDelete(id)}>
                    Delete
                  </Button>
                </Group>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Questions of the video; the chosen one with its answer. */
export function QuestionList(
  props: Panel & {
    readonly current: string | null;
    readonly textRef: (element: HTMLElement | null) => void;
    onSelect(id: string): void;
    onAdd(): void;
    onDelete(id: string): void;
  },
): ReactNode {
  const { plan, marks, current, edit } = props;
  const questions = Object.entries(marks).flatMap(([id, mark]) =>
    mark.kind === "question" ? [{ id, mark }] : [],
  );
  const evidence = intervalsIn(marks);
  return (
    <>
      <Group justify="space-between">
        <Text fw={600} size="sm">
          Questions
        </Text>
        <Button size="compact-xs" variant="default" onClick={props.onAdd}>
          New question (q)
        </Button>
      </Group>
      {questions.length > 0 && (
        <ul className={classes.list} aria-label="Questions">
          {questions.map(({ id, mark }) => (
            <li key={id} className={classes.entry} data-selected={id === current || undefined}>
              <button
                type="button"
                className={classes.row}
                aria-expanded={id === current}
                onClick={() => props.onSelect(id)}
              >
                <span className={classes.name}>{mark.text || "Question without text"}</span>
                <span className={classes.span}>
                  {evidence.filter(({ question }) => question === id).length} evidence
                </span>
              </button>
              {id === current && (
                <div className={classes.fields}>
                  <QuestionFields
                    {...{ plan, id, mark, edit }}
                    textRef={props.textRef}
                    onDelete={() => props.onDelete(id)}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function QuestionFields({
  plan,
  id,
  mark,
  edit,
  textRef,
  onDelete,
}: Pick<Panel, "plan" | "edit"> & {
  readonly id: string;
  readonly mark: MarkedQuestion;
  readonly textRef: (element: HTMLElement | null) => void;
  onDelete(): void;
}): ReactNode {
  const save = (change: Partial<MarkedQuestion>) => edit([{ id, mark: { ...mark, ...change } }]);
  const type = plan.types.find((one) => one.id === mark.type);
  return (
    <>
      <TextField
        label="Question"
        value={mark.text}
        isLong
        inputRef={textRef}
        onSave={(text) => save({ text })}
      />
      <TextField label="Answer" value={mark.answer} isLong onSave={(answer) => save({ answer })} />
      {plan.types.length > 0 && (
        <NativeSelect
          size="xs"
          label="Kind"
          value={mark.type ?? ""}
          data={[
            { value: "", label: "" },
            ...plan.types.map(({ id: value, title }) => ({ value, label: title })),
          ]}
          onChange={(event) => {
            const { type: _, ...others } = mark;
            const chosen = event.currentTarget.value;
            edit([{ id, mark: chosen === "" ? others : { ...others, type: chosen } }]);
          }}
        />
      )}
      {plan.difficulties.length > 0 && (
        <Choice
          label="Difficulty"
          value={mark.difficulty}
          choices={plan.difficulties}
          onChoose={(difficulty) => {
            const { difficulty: _, ...others } = mark;
            edit([{ id, mark: difficulty === undefined ? others : { ...others, difficulty } }]);
          }}
        />
      )}
      <MarkFields
        fields={type?.fields ?? []}
        values={mark.fields}
        onSave={(fields) => edit([{ id, mark: withFields(mark, fields) }])}
      />
      {plan.ambiguous && (
        <Checkbox
          size="xs"
          label="Ambiguous"
          checked={mark.ambiguous === true}
          onChange={(event) => edit([{ id, mark: flagged(mark, event.currentTarget.checked) }])}
        />
      )}
      <Group>
        <Button size="compact-xs" variant="default" onClick={onDelete}>
          Delete question
        </Button>
      </Group>
    </>
  );
}

/** What is said of the video as a whole. */
export function FactsPanel({ plan, marks, edit }: Panel): ReactNode {
  const found = marks[factsId];
  const facts: ItemFacts = found?.kind === "facts" ? found : { kind: "facts" };
  const save = (mark: ItemFacts) => edit([{ id: factsId, mark }]);
  return (
    <>
      <Text fw={600} size="sm">
        Video
      </Text>
      {plan.difficulties.length > 0 && plan.annotate !== "questions" && (
        <Choice
          label="Difficulty"
          value={facts.difficulty}
          choices={plan.difficulties}
          onChoose={(difficulty) => {
            const { difficulty: _, ...others } = facts;
            save(difficulty === undefined ? others : { ...others, difficulty });
          }}
        />
      )}
      {plan.domains.length > 0 && (
        <Choice
          label="Domain"
          value={facts.domain}
          choices={plan.domains}
          onChoose={(domain) => {
            const { domain: _, ...others } = facts;
            save(domain === undefined ? others : { ...others, domain });
          }}
        />
      )}
      {plan.ambiguous && plan.annotate === "labels" && (
        <Checkbox
          size="xs"
          label="Ambiguous"
          checked={facts.ambiguous === true}
          onChange={(event) => save(flagged(facts, event.currentTarget.checked) as ItemFacts)}
        />
      )}
      <TextField
        label="Note"
        value={facts.note ?? ""}
        onSave={(note) => {
          const { note: _, ...others } = facts;
          save(note === "" ? others : { ...others, note });
        }}
      />
    </>
  );
}

/** How far the others agree on this video, a line each. */
export function AgreementLines({
  agreement,
  annotate,
}: {
  readonly agreement: readonly AnnotatorAgreement[];
  readonly annotate: AnnotationPlan["annotate"];
}): ReactNode {
  return (
    <section aria-label="Agreement on this video">
      <Text fw={600} size="sm">
        Agreement
      </Text>
      {agreement.map(({ second, f1, meanTiou, kappa }) => (
        <Text key={second} size="sm">
          With {second}:{" "}
          {annotate === "labels"
            ? ""
            : `F1 ${formatNumber(f1, 2)}, mean tIoU ${formatNumber(meanTiou, 2)}, `}
          kappa {formatNumber(kappa, 2)}
        </Text>
      ))}
      {agreement.length === 0 && (
        <Text size="sm" c="dimmed">
          Shown once you have marked something.
        </Text>
      )}
    </section>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly string[];
  onChoose(value: string | undefined): void;
}): ReactNode {
  return (
    <NativeSelect
      size="xs"
      label={props.label}
      value={props.value ?? ""}
      data={["", ...props.choices]}
      onChange={(event) => props.onChoose(event.currentTarget.value || undefined)}
    />
  );
}

function withFields<M extends Mark & { readonly fields?: object }>(
  { fields: _, ...mark }: M,
  fields: Readonly<Record<string, string | number | boolean>>,
): Mark {
  return (Object.keys(fields).length === 0 ? mark : { ...mark, fields }) as Mark;
}

/** The mark with or without its flag. */
export function flagged<M extends Mark>(mark: M, isAmbiguous: boolean): Mark {
  const { ambiguous: _, ...others } = mark as M & { readonly ambiguous?: true };
  return (isAmbiguous ? { ...others, ambiguous: true } : others) as Mark;
}
