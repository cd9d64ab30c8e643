import { type ReactNode, useState } from "react";
import { useKeys } from "../app/use-keys.ts";
import { Shortcuts } from "../samples/shortcuts.tsx";

/** A key, what it does, and how that is called. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it. */
  readonly key: string;
  readonly title: string;
  run(): void;
}

const names: Readonly<Record<string, string>> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

/**
 * Runs the shortcut of a key, unless something is being typed; `?` lists all. Gives the list to be
 * drawn.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): ReactNode {
  const [isShown, setShown] = useState(false);
  useKeys({
    ...Object.fromEntries(shortcuts.map(({ key, run }) => [key, run])),
    "?": () => setShown((before) => !before),
  });
  const listed = Map.groupBy(shortcuts, ({ title }) => title);
  return (
    <Shortcuts
      isOpen={isShown}
      onClose={() => setShown(false)}
      keys={[
        ...[...listed].map(
          ([title, own]) => [own.map(({ key }) => names[key] ?? key), title] as const,
        ),
        [["?"], "this list"],
      ]}
    />
  );
}
