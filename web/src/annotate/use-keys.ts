import { useEffect, useRef } from "react";

/** Something that a key does, as the overview of keys names it. */
export interface KeyCommand {
  /** As `KeyboardEvent.key` has them, with `Ctrl+` and `Shift+` before where they are held. */
  readonly keys: readonly string[];
  readonly title: string;
  run(key: string): void;
}

/** Acts on keys wherever the focus is, but in fields that take text or use the key themselves. */
export function useKeys(commands: readonly KeyCommand[], isOn: boolean): void {
  const current = useRef(commands);
  current.current = commands;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || isTakenBy(event.target, event.key)) return;
      const name = keyName(event);
      const command = current.current.find(({ keys }) => keys.includes(name));
      if (!command) return;
      event.preventDefault();
      command.run(event.key);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOn]);
}

/** Letters and signs by themselves, whatever was held to write them; others with Shift. */
function keyName({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const plain = isLetter ? key.toLowerCase() : key === " " ? "Space" : key;
  const shift = shiftKey && (isLetter || key.length > 1) ? "Shift+" : "";
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${shift}${plain}`;
}

/** No shortcut acts while text is typed; buttons and sliders keep the keys that work them. */
function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("[role=dialog]")) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  const isInput = target instanceof HTMLInputElement;
  if (isInput && !["range", "checkbox", "radio", "button"].includes(target.type)) return true;
  if (isInput && target.type === "range") return /^(?:Arrow|Home|End|Page)/.test(key);
  return (isInput || target.closest("button, a, summary") !== null) && [" ", "Enter"].includes(key);
}
