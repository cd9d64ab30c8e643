import { Kbd, Modal, Table } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** A key, what it does, and how that is called. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it. */
  readonly key: string;
  readonly title: string;
  run(): void;
}

/**
 * Runs the shortcut of a key, unless something is being typed; `?` lists all. Gives the list to be
 * drawn.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): ReactNode {
  const [isShown, setShown] = useState(false);
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") setShown((before) => !before);
      const own = latest.current.find(({ key }) => key === event.key);
      // A button that has the focus is pressed by the space bar.
      const isPress = event.key === " " && event.target instanceof HTMLButtonElement;
      if (!own || isPress) return;
      event.preventDefault();
      own.run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <Modal opened={isShown} onClose={() => setShown(false)} title="Keys" size="sm">
      <Table withRowBorders={false}>
        <Table.Tbody>
          {[...shortcuts, { key: "?", title: "Show or hide this list" }].map(({ key, title }) => (
            <Table.Tr key={key}>
              <Table.Td w={70}>
                <Kbd>{keyNames[key] ?? key}</Kbd>
              </Table.Td>
              <Table.Td>{title}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

const keyNames: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== "range" && target.type !== "radio"))
  );
}
