import { Checkbox, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnnotationField } from "../../../src/core/family/annotating.ts";
import { NumberField } from "../app/number-field.tsx";
import { TextField } from "../app/text-field.tsx";

type Values = Readonly<Record<string, string | number | boolean>>;

/** The fields that a type asks for. */
export function MarkFields(props: {
  readonly fields: readonly AnnotationField[];
  readonly values: Values | undefined;
  onSave(values: Values): void;
}): ReactNode {
  const { fields, values = {} } = props;
  const save = (name: string, value: string | number | boolean | undefined) => {
    const { [name]: _, ...others } = values;
    const isEmpty = value === undefined || value === "" || value === false;
    props.onSave(isEmpty ? others : { ...others, [name]: value });
  };
  return fields.map((field) => {
    const value = values[field.name];
    if (field.kind === "flag")
      return (
        <Checkbox
          key={field.name}
          size="xs"
          label={field.name}
          checked={value === true}
          onChange={(event) => save(field.name, event.currentTarget.checked)}
        />
      );
    if (field.kind === "choice")
      return (
        <NativeSelect
          key={field.name}
          size="xs"
          label={field.name}
          value={typeof value === "string" ? value : ""}
          data={["", ...field.choices]}
          onChange={(event) => save(field.name, event.currentTarget.value)}
        />
      );
    if (field.kind === "number")
      return (
        <NumberField
          key={field.name}
          label={field.name}
          value={typeof value === "number" ? value : undefined}
          isOptional
          onNumber={(number) => save(field.name, number)}
        />
      );
    return (
      <TextField
        key={field.name}
        label={field.name}
        value={typeof value === "string" ? value : ""}
        onSave={(text) => save(field.name, text)}
      />
    );
  });
}
