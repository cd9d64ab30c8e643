import { isRecord } from "../core/json.ts";

interface Named {
  readonly id: string;
  readonly summary: string;
}

const shownWhole = 3;
const mostFields = 12;

/**
 * Names of fields at the beginning of a file: of its first row, or of a document and of the first
 * thing in it.
 */
export function fieldNames(head: unknown): readonly string[] {
  if (Array.isArray(head)) return fieldNames(head[0]);
  if (!isRecord(head)) return [];
  const inner = Object.values(head)[0];
  const own = Object.keys(head);
  return [
    ...new Set(
      own.length > 3 ? own : [...own, ...(typeof inner === "object" ? fieldNames(inner) : [])],
    ),
  ].slice(0, mostFields);
}

/**
 * Formats to choose from: those most like what was found with what they hold, the others by name.
 */
export function nearestFormats(
  formats: readonly Named[],
  { path, fields }: { readonly path: string; readonly fields: readonly string[] },
) {
  const likeness = ({ id, summary }: Named) => {
    const words = new Set(summary.toLowerCase().match(/\w+/g));
    return (
      fields.filter((field) => words.has(field.toLowerCase())).length +
      (plain(path).includes(plain(id)) ? fields.length + 1 : 0)
    );
  };
  const sorted = formats.toSorted((a, b) => likeness(b) - likeness(a));
  const others = sorted.slice(shownWhole).map(({ id }) => id);
  return [
    "name the format; most like it:",
    ...sorted.slice(0, shownWhole).map(({ id, summary }) => `  ${id}: ${summary}`),
    ...(others.length > 0
      ? [`others: ${others.join(", ")}; what they hold: vidimus list formats`]
      : []),
  ].join("\n  ");
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
