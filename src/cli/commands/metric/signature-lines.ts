import { wrapText } from "../../../report/text/wrap-text.ts";
import type { ScoredFigure } from "./metric-input.ts";

type Named = Pick<ScoredFigure, "key" | "signature" | "measure">;

/** A signature taken apart: `name|key:value|…|v:1`. */
interface Parts {
  readonly name: string;
  readonly pairs: readonly (readonly [key: string, value: string])[];
}

/** Figures whose signatures differ in no more than one parameter. */
interface Alike {
  readonly members: Named[];
  readonly parts: Parts[];
  varying: string | undefined;
}

/**
 * Signatures for people: figures that differ in one parameter share one, in which it is written
 * `*`, with its values in the order of their names below. Lines are broken after a bar; in JSON
 * each stands whole.
 */
export function signatureLines(scores: readonly Named[], width: number): string[] {
  return groupAlike(scores).flatMap(({ members, parts, varying }) => {
    const values = parts.map(({ pairs }) => pairs.find(([key]) => key === varying)?.[1]);
    return [
      ...wrapText(members.map(({ key }) => key).join(", "), width),
      ...indented(brokenAtBars(pattern(parts[0]!, varying), width - indent.length)),
      ...indented(brokenAtBars(`of ${members[0]!.measure}`, width - indent.length)),
      ...(varying === undefined
        ? []
        : indented(wrapText(`* ${varying}: ${values.join("; ")}`, width - indent.length))),
    ];
  });
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `${indent}${line}`);
}

/** As many parameters in a line as fit; one that does not is broken anywhere. */
export function brokenAtBars(signature: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of signature.split(/(?<=\|)/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length <= width)
      lines[lines.length - 1] = last + part;
    else lines.push(...wrapText(part, width));
  }
  return lines;
}

const indent = "  ";

function pattern({ name, pairs }: Parts, varying: string | undefined): string {
  return [name, ...pairs.map(([key, value]) => `${key}:${key === varying ? "*" : value}`)].join(
    "|",
  );
}

function groupAlike(scores: readonly Named[]): readonly Alike[] {
  const groups: Alike[] = [];
  for (const score of scores) {
    const parts = partsOf(score.signature);
    const group = groups.find((one) => joins(one, score, parts));
    if (!group) {
      groups.push({ members: [score], parts: [parts], varying: undefined });
      continue;
    }
    group.varying ??= differing(group.parts[0]!, parts)[0];
    group.members.push(score);
    group.parts.push(parts);
  }
  return groups;
}

function joins(
  { members, parts: [first], varying }: Alike,
  { measure }: Named,
  parts: Parts,
): boolean {
  if (
    first!.name !== parts.name ||
    first!.pairs.length !== parts.pairs.length ||
    members[0]!.measure !== measure
  )
    return false;
  const keys = differing(first!, parts);
  return keys.length === 0 || (keys.length === 1 && (varying === undefined || varying === keys[0]));
}

/** Keys whose values differ; one that only one of them has counts as different. */
function differing(a: Parts, b: Parts): readonly string[] {
  const others = new Map(b.pairs);
  return a.pairs.filter(([key, value]) => others.get(key) !== value).map(([key]) => key);
}

function partsOf(signature: string): Parts {
  const [name = "", ...pairs] = signature.split("|");
  return {
    name,
    pairs: pairs.map(
      (pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)] as const,
    ),
  };
}
