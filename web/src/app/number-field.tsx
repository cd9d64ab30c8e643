import type { ReactNode } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface NumberFieldProps extends Omit<TextFieldProps, "value" | "problemOf" | "onSave"> {
  readonly value: number | undefined;
  readonly min?: number;
  readonly isWhole?: boolean;
  /** Whether it may be left empty, which gives `undefined`. */
  readonly isOptional?: boolean;
  onNumber(value: number | undefined): void;
}

/** A field for a number. What is none stays in the field with the reason, and changes nothing. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { value, min, isWhole = false, isOptional = false, onNumber, ...field } = props;
  const stays = value === undefined ? "" : `; ${value} stays`;
  const problemOf = (text: string) => {
    const own = text.trim();
    if (own === "") return isOptional ? undefined : `A number is needed${stays}`;
    const number = numberIn(own);
    if (number === undefined) return `“${own}” is no number such as ${isWhole ? 3 : 3.5}${stays}`;
    if (isWhole && !Number.isInteger(number)) return `It must be a whole number${stays}`;
    return min !== undefined && number < min ? `It must be at least ${min}${stays}` : undefined;
  };
  return (
    <TextField
      {...field}
      value={value === undefined ? "" : String(value)}
      inputMode={isWhole ? "numeric" : "decimal"}
      problemOf={problemOf}
      onSave={(text) => onNumber(numberIn(text.trim()))}
    />
  );
}

function numberIn(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
