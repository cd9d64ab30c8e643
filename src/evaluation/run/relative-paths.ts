import { dirname, sep } from "node:path";

/** Folders above the given one from which a path is still shorter, and clearer, when relative. */
const mostLevelsUp = 2;

/**
 * The same value with all paths in its texts relative to `directory`, so that a report can be
 * handed on. Paths that are further away stay whole.
 */
export function withRelativePaths<T>(value: T, directory: string): T {
  const rules = rulesFor(directory);
  const shorten = (text: string) =>
    text.includes(sep)
      ? rules.reduce((short, [path, near]) => short.replaceAll(path, near), text)
      : text;
  return mapTexts(value, shorten) as T;
}

type Rule = readonly [path: RegExp, near: string];

function rulesFor(directory: string): readonly Rule[] {
  const rules: Rule[] = [];
  let folder = directory;
  for (let level = 0; level <= mostLevelsUp && dirname(folder) !== folder; level++) {
    const near = `..${sep}`.repeat(level);
    const whole = `(?<![\\w.~/\\\\-])${escaped(folder)}`;
    rules.push([new RegExp(whole + escaped(sep), "g"), near]);
    if (level === 0) rules.push([new RegExp(`${whole}(?![\\w.-])`, "g"), "."]);
    folder = dirname(folder);
  }
  return rules;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  const entries = Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]);
  return Object.fromEntries(entries);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
