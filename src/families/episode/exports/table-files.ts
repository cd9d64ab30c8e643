import type { DataTexts, SuitePiece } from "../../../core/family/display-facet.ts";
import { isRecord } from "../../../core/json.ts";

/** Files of the table that a folder of results holds as well. */
const tableFiles = [
  "windows.csv",
  "feature_manifest.json",
  "available_modalities.json",
  "shared_windows.npz",
  "targets.csv",
  "targets.npz",
];

/** Of several tables: the arrays of many episodes are too much to be copied for each system. */
const filesOfMany = [
  "windows.csv",
  "feature_manifest.json",
  "available_modalities.json",
  "targets.csv",
  "true_boundaries.csv",
];

const modalitiesFile = "available_modalities.json";

/** Folders of the data that hold a table, with a final slash; empty for the data's own. */
export function placesOf({ paths }: DataTexts): readonly string[] {
  return paths.flatMap((path) => /^((?:[^/]+\/)*)windows\.csv$/.exec(path)?.[1] ?? []);
}

/**
 * The table as the suite keeps it beside its results, and the small files of each where there are
 * several. What is not there is left out, but for the list of modalities.
 */
export function tablePieces(data: DataTexts | undefined): readonly SuitePiece[] {
  if (!data) return [];
  const there = new Set(data.paths);
  const places = placesOf(data);
  const names = places.length === 1 && places[0] === "" ? tableFiles : filesOfMany;
  return places.flatMap((place) => [
    ...names
      .map((name) => `${place}${name}`)
      .filter((path) => there.has(path))
      .map((path) => ({ path, copies: path })),
    ...(there.has(`${place}${modalitiesFile}`) ? [] : modalitiesOf(data, place)),
  ]);
}

/** From the manifest, of a table that came without a list. */
function modalitiesOf(data: DataTexts, place: string): readonly SuitePiece[] {
  const text = data.text(`${place}feature_manifest.json`);
  const manifest: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!Array.isArray(manifest)) return [];
  const blocks = manifest.filter(isRecord);
  const list = {
    feature_dim: blocks.at(-1)?.end ?? null,
    available: blocks.map(({ name }) => name),
  };
  return [{ path: `${place}${modalitiesFile}`, text: `${JSON.stringify(list, null, 2)}\n` }];
}
