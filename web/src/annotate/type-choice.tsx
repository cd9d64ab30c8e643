import type { ReactNode } from "react";
import type { AnnotationType } from "../../../src/core/family/annotating.ts";
import classes from "./annotate.module.css";

/** The types to choose from, with their keys. */
export function TypeChoice({
  types,
  chosen,
  onChoose,
  label,
}: {
  readonly types: readonly Pick<AnnotationType, "id" | "title" | "colour" | "key">[];
  readonly chosen: ReadonlySet<string>;
  readonly label: string;
  onChoose(id: string): void;
}): ReactNode {
  return (
    <fieldset className={classes.types}>
      <legend className={classes.legend}>{label}</legend>
      {types.map(({ id, title, colour, key }) => (
        <button
          key={id}
          type="button"
          className={classes.type}
          aria-pressed={chosen.has(id)}
          onClick={() => onChoose(id)}
        >
          <span className={classes.dot} style={{ background: colour }} />
          <span className={classes.name}>{title}</span>
          {key !== undefined && <kbd className={classes.key}>{key}</kbd>}
        </button>
      ))}
    </fieldset>
  );
}
