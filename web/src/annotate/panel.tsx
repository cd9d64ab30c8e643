import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnnotationPlan, Mark, Marks } from "../../../src/core/family/annotating.ts";
import type { Change } from "../../../src/summary/annotate/edit-history.ts";

/** What every panel shows and changes. */
export interface Panel {
  readonly plan: AnnotationPlan;
  readonly marks: Marks;
  edit(changes: readonly Change[]): void;
}

/** One of a few words, or none. */
export function Choice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly string[];
  onChoose(value: string | undefined): void;
}): ReactNode {
  return (
    <NativeSelect
      size="xs"
      label={props.label}
      value={props.value ?? ""}
      data={["", ...props.choices]}
      onChange={(event) => props.onChoose(event.currentTarget.value || undefined)}
    />
  );
}

/** The mark with these fields. */
export function withFields<M extends Mark & { readonly fields?: object }>(
  { fields: _, ...mark }: M,
  fields: Readonly<Record<string, string | number | boolean>>,
): Mark {
  return (Object.keys(fields).length === 0 ? mark : { ...mark, fields }) as Mark;
}

/** The mark with or without its flag. */
export function flagged<M extends Mark>(mark: M, isAmbiguous: boolean): Mark {
  const { ambiguous: _, ...others } = mark as M & { readonly ambiguous?: true };
  return (isAmbiguous ? { ...others, ambiguous: true } : others) as Mark;
}
