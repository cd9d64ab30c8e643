import { parse } from "yaml";
import { isRecord } from "../../core/json.ts";

/** One configuration of a dataset, as its card declares it. */
export interface CardConfig {
  readonly name: string;
  readonly isDefault: boolean;
  /** Patterns of files, by split. */
  readonly splits: ReadonlyMap<string, readonly string[]>;
}

/**
 * The configurations that the first lines of a README declare; none where they say nothing about
 * files.
 */
export function cardConfigs(readme: string): readonly CardConfig[] {
  const header = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readme.replace(/^\uFEFF/, ""))?.[1];
  const card = header === undefined ? undefined : parsed(header);
  const configs = isRecord(card) && Array.isArray(card.configs) ? card.configs : [];
  return configs.flatMap((config: unknown) => {
    const made = isRecord(config) ? cardConfig(config) : undefined;
    return made ? [made] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function cardConfig(config: Readonly<Record<string, unknown>>): CardConfig | undefined {
  const folder =
    typeof config.data_dir === "string" ? `${config.data_dir.replace(/\/+$/, "")}/` : "";
  const splits = new Map<string, string[]>();
  const add = (split: string, paths: unknown) => {
    const list = (Array.isArray(paths) ? paths : [paths]).filter(
      (path) => typeof path === "string",
    );
    splits.set(split, [...(splits.get(split) ?? []), ...list.map((path: string) => folder + path)]);
  };
  const files = Array.isArray(config.data_files)
    ? config.data_files
    : config.data_files === undefined
      ? []
      : [config.data_files];
  for (const entry of files as unknown[])
    if (isRecord(entry)) add(typeof entry.split === "string" ? entry.split : "train", entry.path);
    else add("train", entry);
  if (splits.size === 0) return undefined;
  return {
    name: typeof config.config_name === "string" ? config.config_name : "default",
    isDefault: config.default === true,
    splits,
  };
}
