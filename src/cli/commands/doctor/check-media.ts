import type { TaskConfig } from "../../../config/config.ts";
import type { LoadedConfig } from "../../../config/load-config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { UserError } from "../../../core/user-error.ts";
import { isRemote, withoutSecrets } from "../../../datasets/remote/remote-address.ts";
import { MediaSurvey } from "../../../evaluation/task/media-survey.ts";
import { openTask } from "../../../evaluation/task/open-task.ts";
import { showsMedia } from "../../../evaluation/task/shows-media.ts";
import { formatCount } from "../../../summary/format-number.ts";

/** So many samples are looked at; `vidimus check` looks at all of them. */
const mostSamples = 200;

/**
 * Whether systems that look would have something to see on a task; nothing where none looks. Data
 * that is not on this machine yet is not fetched.
 */
export async function checkMedia(
  config: TaskConfig,
  loaded: Pick<LoadedConfig, "config" | "directory" | "registries">,
): Promise<readonly Finding[]> {
  if (!showsMedia(config, loaded)) return [];
  const what = `media of ${config.id}`;
  if (config.data.media === "none")
    return [
      { what, state: "warning", detail: "systems are asked without media: data.media is none" },
    ];
  if (isRemote(config.data.media ?? ""))
    return [
      {
        what,
        state: "fine",
        detail: `at ${withoutSecrets(config.data.media ?? "")}, where vidimus check asks for each of them`,
      },
    ];
  try {
    return [{ what, ...(await look(config, loaded)) }];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ what, state: "warning", detail: `not looked for: ${error.message}` }];
  }
}

async function look(
  config: TaskConfig,
  { directory, registries }: Pick<LoadedConfig, "directory" | "registries">,
): Promise<Omit<Finding, "what">> {
  const reading = {
    selection: { limit: mostSamples, seed: 1 },
    seed: 1,
    isOffline: true,
    keepsMedia: false,
    onWarning: () => undefined,
  };
  const task = openTask(
    { ...config, graders: {} },
    { ...reading, directory, families: registries.families },
  );
  const survey = new MediaSurvey(task);
  for await (const batch of task.samples) await survey.add(batch);
  const refusal = await survey.refusal();
  if (refusal) return { state: "problem", detail: `${refusal.message}; ${refusal.hint}` };
  const there = survey.count - survey.missing.length;
  const detail = `${formatCount(there)} of ${formatCount(survey.count)} pictures and videos are there`;
  const [first] = survey.missing;
  return first
    ? { state: "warning", detail: `${detail}: ${first.reason}` }
    : { state: "fine", detail };
}
