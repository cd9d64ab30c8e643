import type { System } from "../../core/asking/system.ts";
import { protocolFor } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { NoteEvent } from "../../core/run/run-event.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import type { Task } from "./open-task.ts";
import { plainSamples } from "./plain-samples.ts";

interface SurveyedTask {
  readonly task: Task;
  /** What a reader of the scores must know. */
  readonly remarks: readonly string[];
}

interface Surveying {
  readonly speaks: System["speaks"];
  /** Where what was found is noted, or stands already. */
  readonly store: RunStore | undefined;
  /** Whether it is noted. */
  readonly notes: boolean;
}

/**
 * The task as systems that speak this way meet it: with the options that its data decides. What was
 * found is noted once and kept for the run, so that a corrected truth does not change what is asked.
 */
export async function surveyTask(
  task: Task,
  { speaks, store, notes }: Surveying,
): Promise<SurveyedTask> {
  const readings = task.relay ? [`reads the clips that "${task.relay.system}" found`] : [];
  const survey = protocolFor(task.family, speaks)?.survey?.(task.settings.options);
  if (!survey) return { task, remarks: readings };
  const { options, remark } = await survey.read(plainSamples(task.all));
  const found = foundIn(task.settings.options, options);
  const kept = await keptSurvey(task.id, speaks, store);
  if (!kept && notes) await store?.append([noteOf(task.id, speaks, found)]);
  const isSame = !kept || canonicalJson(kept) === canonicalJson(found);
  const settings = { ...task.settings, options: { ...(options as object), ...kept } };
  const said = isSame
    ? remark
    : `asked as the data was when the run began (${canonicalJson(kept)}), and not as it is now (${canonicalJson(found)}): start a new run (--new) to ask by what the data says now`;
  return {
    task: { ...task, settings, scoring: { ...task.scoring, settings } },
    remarks: [...(said === undefined ? [] : [said]), ...readings],
  };
}

type Found = Readonly<Record<string, Json>>;

/** The options that a survey has decided. */
function foundIn(before: unknown, after: unknown): Found {
  const [old, now] = [before, after] as [Found, Found];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([key, value]) => canonicalJson(value) !== canonicalJson(old[key] ?? null),
    ),
  );
}

async function keptSurvey(
  task: string,
  speaks: System["speaks"],
  store: RunStore | undefined,
): Promise<Found | undefined> {
  // Runs of version 1 have what was found in their keys, and ask again where it has changed.
  if (!store || store.header.schema === "vidimus-run/1") return undefined;
  for (const { data } of await store.notes("survey"))
    if (isRecord(data) && data.task === task && data.speaks === speaks && isRecord(data.found))
      return data.found as Found;
  return undefined;
}

function noteOf(task: string, speaks: System["speaks"], found: Found): NoteEvent {
  return { event: "note", note: "survey", data: { task, speaks, found }, at: Date.now() };
}
