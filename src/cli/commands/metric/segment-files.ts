import { UserError } from "../../../core/user-error.ts";
import type { TextPair } from "../../../metrics/text/text-pair.ts";
import { textLines } from "./text-lines.ts";

export interface SegmentRequest {
  readonly hypotheses: string;
  readonly references: readonly string[];
  /** Names, line by line, what a segment belongs to, such as its video. */
  readonly groups?: string | undefined;
  /** What is made of every text as it is read, so that nothing else of it need be kept. */
  readonly prepare: (text: string) => string;
}

export interface SegmentFiles {
  readonly pairs: readonly TextPair[];
  readonly groups: readonly string[] | undefined;
  readonly notes: readonly string[];
}

/**
 * Joins texts line by line. In a further reference file a blank line means that this segment has
 * one reference less; a segment that has none at all is compared with the empty text, as sacreBLEU
 * and coco-caption do, and is reported.
 */
export async function readSegments({
  hypotheses,
  references,
  groups,
  prepare,
}: SegmentRequest): Promise<SegmentFiles> {
  const pairs: { candidate: string; references: string[] }[] = [];
  for await (const batch of textLines(hypotheses))
    for (const text of batch) pairs.push({ candidate: prepare(text), references: [] });
  if (pairs.length === 0)
    throw new UserError(`${hypotheses}: holds no segment`, "write one segment per line");
  for (const path of references) {
    let count = 0;
    for await (const batch of textLines(path)) {
      for (const text of batch) {
        const pair = pairs[count++];
        if (pair && !isBlank(text)) pair.references.push(prepare(text));
      }
    }
    if (count !== pairs.length)
      throw unequal({ path: hypotheses, count: pairs.length }, { path, count });
  }
  const names =
    groups === undefined
      ? undefined
      : await readGroups(groups, { path: hypotheses, count: pairs.length });
  return { pairs, groups: names, notes: withoutReference(pairs, references) };
}

async function readGroups(path: string, hypotheses: Counted): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of textLines(path)) for (const name of batch) names.push(name.trim());
  if (names.length !== hypotheses.count) throw unequal(hypotheses, { path, count: names.length });
  const blank = names.indexOf("");
  if (blank >= 0)
    throw new UserError(`${path}:${blank + 1}: is blank`, "name the group of every segment");
  return names;
}

interface Counted {
  readonly path: string;
  readonly count: number;
}

function unequal(hypotheses: Counted, references: Counted): UserError {
  const described = ({ path, count }: Counted) =>
    `${path} has ${count} line${count === 1 ? "" : "s"}`;
  return new UserError(
    `${described(hypotheses)}, but ${described(references)}`,
    "line n of every file must belong to segment n; an empty text is an empty line",
  );
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function withoutReference(
  pairs: readonly { readonly references: string[] }[],
  paths: readonly string[],
): readonly string[] {
  let count = 0;
  let first = 0;
  for (const [i, { references }] of pairs.entries()) {
    if (references.length > 0) continue;
    references.push("");
    if (count++ === 0) first = i + 1;
  }
  if (count === 0) return [];
  const how = count === 1 ? "1 segment has" : `${count} segments have`;
  return [
    `${how} no reference, since all reference lines are blank; compared with the empty text (first: ${paths[0]}:${first})`,
  ];
}
