import { Button, Group, Kbd, Modal, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Marks } from "../../../src/core/family/annotating.ts";
import { clock } from "../app/clock.ts";
import classes from "./annotate.module.css";
import type { CommandGroup } from "./commands.ts";
import type { EditorState } from "./item-editor.ts";

/** Whether everything is on the server's disk. */
export function SaveState({
  state: { saving, problem },
  annotator,
}: {
  readonly state: Omit<EditorState, "history">;
  readonly annotator: string;
}): ReactNode {
  const text = {
    saved: "Saved",
    saving: "Saving …",
    offline: "Not saved yet: kept in this browser and sent again.",
  }[saving];
  return (
    <div className={classes.state}>
      <Text span size="sm" c="dimmed">
        {annotator}:{" "}
      </Text>
      <span data-state={saving} role="status">
        {text}
        {problem === undefined ? "" : ` ${problem}`}
      </span>
    </div>
  );
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** All keys, by what they are for. */
export function KeyOverview(props: {
  readonly opened: boolean;
  readonly groups: readonly CommandGroup[];
  onClose(): void;
}): ReactNode {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title="Keys"
      size="xl"
      // Keys are pressed right after it is closed.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <div className={classes.keys}>
        {props.groups.map(({ title, commands }) => (
          <div key={title} className={classes.keyGroup}>
            <Title order={3} size="h5" mb={4}>
              {title}
            </Title>
            {commands.map(({ keys, title: meaning }) => (
              <Group key={keys.join()} justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm">{meaning}</Text>
                <Group gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key} size="xs">
                      {key
                        .split(/(?<=.)\+/)
                        .map((part) => names[part] ?? part)
                        .join(" ")}
                    </Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </div>
        ))}
      </div>
    </Modal>
  );
}

/** Asks whose changes stay where two pages changed the same marks. */
export function ConflictDialog(props: {
  readonly conflict: readonly string[] | undefined;
  readonly marks: Marks;
  onChoose(choice: "mine" | "theirs"): void;
}): ReactNode {
  const { conflict = [], marks, onChoose } = props;
  return (
    <Modal
      opened={conflict.length > 0}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Changed in two places"
      centered
    >
      <Text size="sm">
        Another tab or browser has changed the same marks since this page read them. Nothing is
        lost: both versions stay in the journal.
      </Text>
      <ul>
        {conflict.map((id) => (
          <li key={id}>
            <Text size="sm">{described(marks, id)}</Text>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onChoose("theirs")}>
          Take theirs
        </Button>
        <Button data-autofocus onClick={() => onChoose("mine")}>
          Keep mine
        </Button>
      </Group>
    </Modal>
  );
}

function described(marks: Marks, id: string): string {
  const mark = marks[id];
  if (!mark) return "A mark that is deleted here";
  if (mark.kind === "interval") return `${mark.type}, ${clock(mark.start)} – ${clock(mark.end)}`;
  if (mark.kind === "question") return mark.text || "A question without text";
  return mark.kind === "label" ? mark.type : "What is said of the video";
}
