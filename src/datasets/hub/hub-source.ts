import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataFile } from "../../core/data/data-file.ts";
import type { SourceConfig } from "../../core/data/source-config.ts";
import { UserError } from "../../core/user-error.ts";
import type { FileFacts } from "../../files/content-digest.ts";
import { type DataSource, pathsOf, type SourceOptions } from "../data-source.ts";
import { knownEnding, singleFile } from "../file-kinds.ts";
import { asItem } from "../folder/folder-items.ts";
import { globPattern } from "../folder/glob.ts";
import { joinedFiles } from "../joined-files.ts";
import { WebClient } from "../web/web-client.ts";
import { cardConfigs } from "./dataset-card.ts";
import { splitFiles } from "./dataset-splits.ts";
import { HubDataset, type HubFile } from "./hub-dataset.ts";
import { hubMedia } from "./hub-media.ts";
import { hubSettings } from "./hub-settings.ts";

export interface HubConfig extends SourceConfig {
  readonly huggingface: string;
}

/**
 * A dataset of the Hugging Face hub. Shards are fetched one by one as rows are asked for: a few
 * samples need a few of them.
 */
export function hubSource(config: HubConfig, options: SourceOptions): DataSource {
  const { huggingface: name, revision = "main" } = config;
  const { isOffline, environment, onNote } = options;
  const settings = hubSettings(environment);
  const secret =
    settings.token === undefined
      ? undefined
      : { origin: new URL(settings.endpoint).origin, token: settings.token };
  const client = new WebClient({ isOffline, secret, ...(onNote ? { onNote } : {}) });
  const dataset = new HubDataset({
    name,
    revision,
    settings,
    client,
    isOffline,
    cache: join(options.cache, "hub"),
  });
  let chosen: Promise<readonly HubFile[]> | undefined;
  const files = () => {
    chosen ??= chosenFiles(dataset, config);
    return chosen;
  };
  const address = (path: string) => `hf://datasets/${name}/${path}`;
  return {
    file: joinedFiles(`hf://datasets/${name}`, async function* (): AsyncGenerator<DataFile> {
      const all = await files();
      for (const { path } of all) {
        const file = singleFile({
          path: await dataset.fetch(path),
          name: path,
          blobs: options.blobs,
        });
        yield { ...(all.length > 1 ? asItem(file, path) : file), path: address(path) };
      }
    }),
    isSplitByFile: config.path === undefined,
    mediaRoot: async () => options.directory,
    media: hubMedia(dataset, { name, media: config.media, cache: options.cache }),
    async facts() {
      const facts: Record<string, FileFacts> = {};
      for (const { path, sizeBytes, checksum } of await files())
        facts[address(path)] = {
          sizeBytes,
          sha256: checksum.kind === "sha256" ? checksum.value : `git-sha1:${checksum.value}`,
        };
      return facts;
    },
    async origin() {
      const { split = null, config: part = null } = config;
      return {
        huggingface: name,
        revision,
        commit: await dataset.commit(),
        config: part,
        split,
        files: (await files()).length,
      };
    },
  };
}

async function chosenFiles(dataset: HubDataset, config: HubConfig): Promise<readonly HubFile[]> {
  const all = await dataset.files();
  const paths = all
    .map(({ path }) => path)
    .filter((path) => !path.split("/").some((part) => part.startsWith(".")));
  const wanted = { dataset: config.huggingface, config: config.config, split: config.split };
  const names =
    config.path === undefined
      ? splitFiles(paths, await configsOf(dataset, paths), wanted)
      : named(paths, config);
  return names.map((name) => all.find(({ path }) => path === name)!);
}

async function configsOf(dataset: HubDataset, paths: readonly string[]) {
  return paths.includes("README.md")
    ? cardConfigs(await readFile(await dataset.fetch("README.md"), "utf8"))
    : [];
}

/** Files that the configuration names itself, folders with all of their data. */
function named(paths: readonly string[], { path, huggingface }: HubConfig): readonly string[] {
  return pathsOf(path).flatMap((pattern) => {
    const matches = globPattern(pattern);
    const folder = `${pattern.replace(/\/+$/, "")}/`;
    const found = paths.filter(
      (file) => matches.test(file) || (file.startsWith(folder) && knownEnding(file) !== undefined),
    );
    if (found.length === 0) throw new UserError(`${huggingface}: no file matches ${pattern}`);
    return found;
  });
}
