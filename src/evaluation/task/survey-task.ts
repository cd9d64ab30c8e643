import type { System } from "../../core/asking/system.ts";
import { protocolFor } from "../../core/family.ts";
import type { Task } from "./open-task.ts";
import { plainSamples } from "./plain-samples.ts";

interface SurveyedTask {
  readonly task: Task;
  /** What a reader of the scores must know. */
  readonly remarks: readonly string[];
}

/** The task as systems that speak this way meet it: with the options that its data decides. */
export async function surveyTask(task: Task, speaks: System["speaks"]): Promise<SurveyedTask> {
  const readings = task.relay ? [`reads the clips that "${task.relay.system}" found`] : [];
  const survey = protocolFor(task.family, speaks)?.survey?.(task.settings.options);
  if (!survey) return { task, remarks: readings };
  const { options, remark } = await survey.read(plainSamples(task.all));
  const settings = { ...task.settings, options };
  return {
    task: { ...task, settings, scoring: { ...task.scoring, settings } },
    remarks: [...(remark === undefined ? [] : [remark]), ...readings],
  };
}
