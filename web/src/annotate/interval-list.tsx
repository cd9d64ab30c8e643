import { Button, Checkbox, Group, NativeSelect, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnnotationType } from "../../../src/core/family/annotating.ts";
import {
  type FrameTimes,
  frameAt,
  lastFrame,
  type NamedInterval,
} from "../../../src/summary/annotate/edit-intervals.ts";
import { clock } from "../app/clock.ts";
import classes from "./annotate.module.css";
import { MarkFields } from "./mark-fields.tsx";

import { flagged, type Panel, withFields } from "./panel.tsx";

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
                {plan.annotate === "events" && (
                  <NativeSelect
                    size="xs"
                    label="Type"
                    value={mark.type}
                    onChange={(event) =>
                      edit([{ id, mark: { ...mark, type: event.currentTarget.value } }])
                    }
                    data={[
                      ...plan.types.map(({ id: value, title }) => ({ value, label: title })),
                      ...(type ? [] : [{ value: mark.type, label: `${mark.type} (not a type)` }]),
                    ]}
                  />
                )}
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
