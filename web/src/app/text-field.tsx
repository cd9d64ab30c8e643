import { Textarea, TextInput } from "@mantine/core";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";

const usualPauseMs = 500;

export interface TextFieldProps {
  readonly label: string;
  /** Whether the label is for screen readers alone. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly isLong?: boolean;
  readonly size?: "xs" | "sm";
  readonly style?: CSSProperties;
  readonly inputMode?: "decimal" | "numeric";
  readonly inputRef?: ((element: HTMLElement | null) => void) | undefined;
  /** How long one must pause until it is saved; 0 for at every key. */
  readonly pauseMs?: number;
  /** Why a text cannot be saved; it then stays in the field, and what was saved before stays too. */
  problemOf?(text: string): string | undefined;
  /** Receives the reason as long as what is typed cannot be saved. */
  onProblem?(problem: string | undefined): void;
  onSave(text: string): void;
}

/** A field of text that is saved while one pauses, and when it is left. */
export function TextField(props: TextFieldProps): ReactNode {
  const { value, label, isLong = false, pauseMs = usualPauseMs } = props;
  const [text, setText] = useState(value);
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(props);
  current.current = props;
  const problem = props.problemOf?.(text);
  const flush = () => {
    clearTimeout(timer.current);
    const { problemOf, onSave } = current.current;
    if (typed.current === undefined || problemOf?.(typed.current) !== undefined) return;
    onSave(typed.current);
    typed.current = undefined;
  };
  // What was undone or changed elsewhere is shown, unless one is just typing.
  useEffect(() => {
    if (typed.current === undefined) setText(value);
  }, [value]);
  useEffect(() => current.current.onProblem?.(problem), [problem]);
  const flushing = useRef(flush);
  flushing.current = flush;
  useEffect(
    () => () => {
      flushing.current();
      current.current.onProblem?.(undefined);
    },
    [],
  );
  const common = {
    ...(props.isLabelHidden ? { "aria-label": label } : { label }),
    value: text,
    error: problem,
    size: props.size ?? ("xs" as const),
    ...(props.style ? { style: props.style } : {}),
    ...(props.inputMode ? { inputMode: props.inputMode } : {}),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      typed.current = event.currentTarget.value;
      setText(event.currentTarget.value);
      clearTimeout(timer.current);
      if (pauseMs === 0) flush();
      else timer.current = setTimeout(() => flushing.current(), pauseMs);
    },
    onBlur: flush,
    onKeyDown: (event: { readonly key: string; readonly currentTarget: HTMLElement }) => {
      if (event.key === "Escape" && problem !== undefined) {
        typed.current = undefined;
        setText(value);
      }
      if (event.key === "Escape" || (event.key === "Enter" && !isLong)) event.currentTarget.blur();
    },
  };
  return isLong ? (
    <Textarea {...common} autosize minRows={2} maxRows={6} ref={props.inputRef ?? null} />
  ) : (
    <TextInput {...common} ref={props.inputRef ?? null} />
  );
}
