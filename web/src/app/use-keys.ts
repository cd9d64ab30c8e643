import { useEffect, useRef } from "react";

/** What keys do, by their names in `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, () => unknown>>;

/** Keys of a page; none acts while a text field or a control has the focus that needs it. */
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (needsKeys(event.target, event.key)) return;
      const action = current.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function needsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // What is chosen or slid needs the keys that move it, and no others.
  if (target.closest("input[type=radio], input[type=range]"))
    return /^(?:Arrow|Page|Home|End| )/.test(key);
  if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]"))
    return true;
  return (key === "Enter" || key === " ") && target.closest("a, button, summary") !== null;
}
