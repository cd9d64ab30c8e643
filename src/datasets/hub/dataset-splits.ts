import { UserError } from "../../core/user-error.ts";
import { knownEnding } from "../file-kinds.ts";
import { globPattern } from "../folder/glob.ts";
import type { CardConfig } from "./dataset-card.ts";

/** Which part of a dataset is wanted. */
export interface Wanted {
  /** `owner/name` */
  readonly dataset: string;
  readonly config?: string | undefined;
  readonly split?: string | undefined;
}

type Splits = ReadonlyMap<string, readonly string[]>;

/**
 * The files of the split that is wanted, in the order of their names; a choice that is not clear is
 * a user's error that lists what there is.
 */
export function splitFiles(
  files: readonly string[],
  configs: readonly CardConfig[],
  wanted: Wanted,
): readonly string[] {
  const splits =
    configs.length > 0 ? declared(files, chosenConfig(configs, wanted)) : byName(files, wanted);
  const names = [...splits.keys()];
  const of = wanted.config === undefined ? wanted.dataset : `${wanted.dataset} (${wanted.config})`;
  if (names.length === 0)
    throw new UserError(`${of}: holds no file that can be read as data`, "name one with data.path");
  const split = wanted.split ?? (names.length === 1 ? names[0]! : undefined);
  if (split === undefined)
    throw new UserError(`${of}: has several splits`, `name one as data.split: ${names.join(", ")}`);
  const chosen = splits.get(split) ?? splits.get(canonicalSplit(split));
  if (!chosen)
    throw new UserError(`${of}: has no split "${split}"`, `splits here: ${names.join(", ")}`);
  return chosen;
}

function chosenConfig(configs: readonly CardConfig[], { dataset, config }: Wanted): CardConfig {
  const names = configs.map(({ name }) => name).join(", ");
  if (config !== undefined) {
    const named = configs.find(({ name }) => name === config);
    if (named) return named;
    throw new UserError(
      `${dataset}: has no configuration "${config}"`,
      `configurations here: ${names}`,
    );
  }
  const usual =
    configs.find(({ isDefault }) => isDefault) ?? configs.find(({ name }) => name === "default");
  if (usual) return usual;
  if (configs.length === 1) return configs[0]!;
  throw new UserError(
    `${dataset}: has several configurations`,
    `name one as data.config: ${names}`,
  );
}

function declared(files: readonly string[], { splits }: CardConfig): Splits {
  const found = new Map<string, readonly string[]>();
  for (const [split, patterns] of splits) {
    const matches = patterns.map(globPattern);
    const own = files.filter(
      (file) => matches.some((pattern) => pattern.test(file)) && knownEnding(file) !== undefined,
    );
    if (own.length > 0) found.set(split, own);
  }
  return found;
}

/**
 * Without a declaration: files of the most frequent kind, by the split that their names or folders
 * tell.
 */
function byName(files: readonly string[], { dataset, config }: Wanted): Splits {
  const own = files.filter(
    (file) => config === undefined || file.split("/").slice(0, -1).includes(config),
  );
  if (config !== undefined && own.length === 0)
    throw new UserError(`${dataset}: has no configuration "${config}"`, "no folder has that name");
  const splits = new Map<string, string[]>();
  for (const file of mostFrequentKind(own)) {
    const split = splitOf(file);
    splits.set(split, [...(splits.get(split) ?? []), file]);
  }
  return splits;
}

function mostFrequentKind(files: readonly string[]): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const file of files) {
    const ending = /(?:^|\/)(?:dataset_infos?\.json|state\.json|README[^/]*)$/.test(file)
      ? undefined
      : knownEnding(file);
    if (ending !== undefined) kinds.set(ending, [...(kinds.get(ending) ?? []), file]);
  }
  return [...kinds.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

const shard = /(?:^|\/)([A-Za-z0-9_.]+)-\d{5}-of-\d{5}(?:-[0-9a-f]+)?\.[a-z.]+$/;
const keyword =
  /(?:^|[^a-z0-9])(train|training|test|testing|eval|evaluation|validation|valid|dev|val)(?=[^a-z0-9]|$)/gi;
const synonyms: Readonly<Record<string, string>> = {
  training: "train",
  testing: "test",
  eval: "test",
  evaluation: "test",
  valid: "validation",
  dev: "validation",
  val: "validation",
};

function splitOf(file: string): string {
  const named = shard.exec(file)?.[1];
  if (named !== undefined && named !== "data") return named;
  const last = [...file.matchAll(keyword)].at(-1)?.[1];
  return last === undefined ? "train" : canonicalSplit(last.toLowerCase());
}

function canonicalSplit(name: string): string {
  return synonyms[name] ?? name;
}
