import { Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

const pauseMs = 500;

/** A field of text that is saved while one pauses, and when it is left. */
export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly isLong?: boolean;
  readonly inputRef?: ((element: HTMLElement | null) => void) | undefined;
  onSave(text: string): void;
}): ReactNode {
  const { value, label, isLong = false } = props;
  const [text, setText] = useState(value);
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useRef(props.onSave);
  save.current = props.onSave;
  const flush = () => {
    clearTimeout(timer.current);
    if (typed.current !== undefined) save.current(typed.current);
    typed.current = undefined;
  };
  // What was undone or changed elsewhere is shown, unless one is just typing.
  useEffect(() => {
    if (typed.current === undefined) setText(value);
  }, [value]);
  const flushing = useRef(flush);
  flushing.current = flush;
  useEffect(() => () => flushing.current(), []);
  const common = {
    label,
    value: text,
    size: "xs" as const,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      typed.current = event.currentTarget.value;
      setText(event.currentTarget.value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => flushing.current(), pauseMs);
    },
    onBlur: flush,
    onKeyDown: (event: { readonly key: string; readonly currentTarget: HTMLElement }) => {
      if (event.key === "Escape" || (event.key === "Enter" && !isLong)) event.currentTarget.blur();
    },
  };
  return isLong ? (
    <Textarea {...common} autosize minRows={2} maxRows={6} ref={props.inputRef ?? null} />
  ) : (
    <TextInput {...common} ref={props.inputRef ?? null} />
  );
}
