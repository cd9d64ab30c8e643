import { resolve } from "node:path";
import type { Config, SystemConfig } from "../../config/config.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { redactor } from "../../config/redactor.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { System } from "../../core/asking/system.ts";
import type { SystemContext, SystemJournal } from "../../core/asking/system-kind.ts";
import { findById } from "../../core/registry.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { probedSystem } from "../../systems/probe/probed-system.ts";
import type { SharedSystems } from "../../systems/probe/shared-systems.ts";
import type { Task } from "../task/open-task.ts";
import { modelOpener } from "./model-opener.ts";
import { redactedSystem } from "./redacted.ts";
import { repeatSeed } from "./repeat-seed.ts";

interface Making {
  readonly task: Task;
  readonly repeat: number;
  readonly shared: SharedSystems;
  readonly isOffline?: boolean | undefined;
  readonly journal?: SystemJournal;
  readonly lacksKey?: SystemContext["lacksKey"];
  readonly warn?: SystemContext["warn"];
}

/** The system of a configuration that is asked about a task, under its probe where it is one. */
export async function makeSystem(
  { config, directory, secrets, registries }: LoadedConfig,
  id: string,
  { task, repeat, shared, isOffline, journal, lacksKey, warn }: Making,
): Promise<System> {
  const ofId = (wanted: string) => config.systems.find((system) => system.id === wanted)!;
  const { kind } = ofId(id);
  const { id: inner, kind: innerKind, settings } = ofId(task.probe?.of ?? id);
  const open = (path: string) => openDataFile(resolve(directory, path));
  const context = {
    id,
    task: task.id,
    family: task.family,
    options: task.settings.options,
    seed: repeatSeed(config.seed, repeat),
    open,
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
    pixels: (frames: readonly FrameRef[], signal: AbortSignal) => task.media.pixels(frames, signal),
    file: async (video: FrameRef) => (await task.media.openWhole()).path(video),
    model: modelOpener(isOffline),
    arrays: task.arrays,
    ...(journal ? { journal } : {}),
    ...(lacksKey ? { lacksKey } : {}),
    ...(warn ? { warn: (message: string) => warn(`${id}: ${message}`) } : {}),
  };
  const maker = findById(registries.systemKinds, innerKind, "kind of system");
  // As if there were no probe: the first to ask makes it for all.
  const family = () =>
    findById(registries.families, config.tasks.find((one) => one.id === task.id)!.family, "family");
  const made = maker.isShared?.(settings)
    ? await shared.lend(JSON.stringify([task.id, inner]), () =>
        maker.create(settings, { ...context, id: inner, family: family() }),
      )
    : await maker.create(settings, context);
  const system = task.probe
    ? probedSystem(made, { id, kind, condition: task.probe.condition })
    : made;
  return secrets.length === 0 ? system : redactedSystem(system, redactor(secrets));
}

/** What systems may keep in the log of a run. */
export function journalOf(store: RunStore): SystemJournal {
  return {
    notes: async (name) => (await store.notes(name)).map(({ data = null }) => data),
    note: (name, data) => store.append([{ event: "note", note: name, data, at: Date.now() }]),
    async requestIds() {
      const ids = new Set<string>();
      for await (const event of store.events())
        if (event.event === "reply" && event.facts?.requestId !== undefined)
          ids.add(event.facts.requestId);
      return ids;
    },
  };
}

export async function makeGrader(
  {
    config,
    directory,
    secrets,
    registries,
  }: Pick<LoadedConfig, "directory" | "secrets" | "registries"> & {
    readonly config: Pick<Config, "seed">;
  },
  { id, kind, settings }: SystemConfig,
  {
    task,
    isOffline,
    journal,
    lacksKey,
  }: Pick<Making, "task" | "isOffline" | "journal" | "lacksKey">,
): Promise<System> {
  const context = {
    id,
    task: task.id,
    family: task.family,
    seed: config.seed,
    open: (path: string) => openDataFile(resolve(directory, path)),
    model: modelOpener(isOffline),
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
    ...(journal ? { journal } : {}),
    ...(lacksKey ? { lacksKey } : {}),
  };
  const made = await findById(registries.systemKinds, kind, "kind of system").create(
    settings,
    context,
  );
  return secrets.length === 0 ? made : redactedSystem(made, redactor(secrets));
}
