import { Button, Group, Modal, TextInput } from "@mantine/core";
import { type ReactNode, useState, useSyncExternalStore } from "react";

const key = "vidimus-annotator";
const listeners = new Set<() => void>();

/** The name under which this browser annotates; asked for once. */
export function useAnnotator(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(key),
  );
}

function setAnnotator(name: string): void {
  localStorage.setItem(key, name);
  for (const listener of listeners) listener();
}

const allowed = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/** Asks for the name; shown where it is not known, or where somebody wants to change it. */
export function AskAnnotator({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  onClose?(): void;
}): ReactNode {
  const [name, setName] = useState("");
  const wanted = name.trim();
  const isWrong = wanted !== "" && !allowed.test(wanted);
  return (
    <Modal
      opened={opened}
      onClose={onClose ?? (() => undefined)}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      closeButtonProps={{ "aria-label": "Close" }}
      title="Who annotates?"
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!allowed.test(wanted)) return;
          setAnnotator(wanted);
          setName("");
          onClose?.();
        }}
      >
        <TextInput
          label="Your name"
          description="Every annotator has a file of their own. This browser remembers the name."
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isWrong && "Letters, digits, spaces, dots, underscores and hyphens; at most 40."}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!allowed.test(wanted)}>
            Start
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
