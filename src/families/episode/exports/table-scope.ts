import type { DataTexts } from "../../../core/family/display-facet.ts";
import { isRecord } from "../../../core/json.ts";
import { groupOf } from "../blocks.ts";
import { placesOf } from "./table-files.ts";
import { framesIn, strideOf } from "./window-frames.ts";

/** What the tables of a suite say of themselves; `null` where they do not. */
export interface TableScope {
  readonly episodes: number | null;
  /** Of a single episode. */
  readonly annotation: string | null;
  readonly frames: number | null;
  readonly windows: number | null;
  readonly windowFrames: number | null;
  readonly strideFrames: number | null;
  readonly hasAudio: boolean | null;
}

/** From `windows.csv`, `feature_manifest.json` and `available_modalities.json` of every episode. */
export function tableScope(data: DataTexts | undefined): TableScope {
  const places = data ? placesOf(data) : [];
  const tables = places.map((place) => {
    const modalities = parsed(data!.text(`${place}available_modalities.json`));
    const manifest = parsed(data!.text(`${place}feature_manifest.json`));
    return {
      windows: framesIn(data!.text(`${place}windows.csv`) ?? ""),
      frames: isRecord(modalities) ? numberOf(modalities.num_frames) : null,
      annotation: isRecord(modalities) ? textOf(modalities.annotation) : null,
      blocks: Array.isArray(manifest)
        ? manifest.map((block: unknown) => (isRecord(block) ? String(block.name) : ""))
        : undefined,
    };
  });
  const [first] = tables;
  return {
    episodes: tables.length === 0 ? null : tables.length,
    annotation: tables.length === 1 ? first!.annotation : null,
    frames: sum(tables.map(({ frames }) => frames)),
    windows: sum(tables.map(({ windows }) => windows.length)),
    windowFrames: first?.windows[0]?.length ?? null,
    strideFrames: strideOf(first?.windows ?? []),
    hasAudio: tables.every(({ blocks }) => blocks === undefined)
      ? null
      : tables.some(({ blocks }) => blocks?.some((name) => groupOf(name) === "audio")),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** `null` where one of them is not known, or there is none. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.length === 0
    ? null
    : numbers.reduce((all, one) => (all === null || one === null ? null : all + one));
}
