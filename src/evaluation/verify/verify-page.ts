import { readFile } from "node:fs/promises";
import { formatQuantity } from "../../summary/format-number.ts";
import type { VerifiedPart } from "../../summary/verification.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { recomputed } from "../output/headline-evidence.ts";
import { evidenceIn, sealOf } from "../output/sealed-page.ts";
import { figuresText, isSameScore } from "./differing-scores.ts";

/**
 * Checks a report by itself: that its text is as it was written, and that its headline scores follow
 * from the evidence that it carries.
 */
export async function verifyPage(path: string, name: string): Promise<readonly VerifiedPart[]> {
  const page = await readFile(path, "utf8").catch(() => undefined);
  if (page === undefined)
    return [{ part: "report", state: "unchecked", text: `no ${name}`, changed: [] }];
  if (!/<meta name="generator" content="Vidimus /.test(page))
    return [
      {
        part: "report",
        state: "unchecked",
        text: `${name} is no page that Vidimus wrote, or its head was changed`,
        changed: [],
      },
    ];
  const state = sealOf(page);
  const report: VerifiedPart =
    state === "unsealed"
      ? {
          part: "report",
          state: "unchecked",
          text: `${name} carries no digest: an earlier version of the program wrote it`,
          changed: [],
        }
      : {
          part: "report",
          state,
          text:
            state === "changed"
              ? `${name} was changed after it was written`
              : `${name} is as it was written`,
          changed: state === "changed" ? [name] : [],
        };
  return [report, await headlinesPart(page, name)];
}

async function headlinesPart(page: string, name: string): Promise<VerifiedPart> {
  const evidence = evidenceIn(page);
  if (!evidence || evidence.cells.length === 0)
    return {
      part: "headlines",
      state: "unchecked",
      text: `${name} carries no evidence${evidence?.left === undefined ? "" : ` (${evidence.left})`}`,
      changed: [],
    };
  const { families } = await loadRegistries({ systemKinds: [] });
  const wrong: string[] = [];
  const unknown: string[] = [];
  for (const cell of evidence.cells) {
    const place = `${cell.task}, ${cell.system}, ${cell.metric}`;
    const again = recomputed(cell, families);
    if (!again.score) unknown.push(`${place}: ${again.problem}`);
    else if (!isSameScore(again.score, cell.score))
      wrong.push(
        `${place} is ${figuresText(cell.score)}, and its evidence comes to ${figuresText(again.score)}`,
      );
  }
  const count = formatQuantity(evidence.cells.length, "headline score");
  if (wrong.length > 0)
    return {
      part: "headlines",
      state: "changed",
      text: wrong.slice(0, 3).join("; "),
      changed: [name],
    };
  if (unknown.length > 0)
    return {
      part: "headlines",
      state: "unchecked",
      text: unknown.slice(0, 3).join("; "),
      changed: [],
    };
  const same = `${count} computed again from the evidence in ${name}, all the same`;
  return {
    part: "headlines",
    state: evidence.left === undefined ? "unchanged" : "unchecked",
    text: evidence.left === undefined ? same : `${same}; not checked, ${evidence.left}`,
    changed: [],
  };
}
