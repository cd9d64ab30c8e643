import { Button, Checkbox, Group, NativeSelect, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { MarkedQuestion } from "../../../src/core/family/annotating.ts";
import { intervalsIn } from "../../../src/summary/annotate/edit-intervals.ts";
import { TextField } from "../app/text-field.tsx";
import classes from "./annotate.module.css";
import { MarkFields } from "./mark-fields.tsx";
import { Choice, flagged, type Panel, withFields } from "./panel.tsx";
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
