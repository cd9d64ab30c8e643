import { join } from "node:path";
import type { Config } from "../../../config/config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { HubDataset, type HubDatasetOptions } from "../../../datasets/hub/hub-dataset.ts";
import { type HubSettings, hubSettings, isOfflineBy } from "../../../datasets/hub/hub-settings.ts";
import { WebClient } from "../../../datasets/web/web-client.ts";
import { cacheDirectory } from "../../../media/cache/cache-directory.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository of the hub, and who needs it. */
interface Needed extends Required<Pick<HubDatasetOptions, "name" | "revision" | "kind">> {
  readonly by: string;
}

/** A first wait; a server that is not there is given up on after about a second. */
const firstPauseMs = 50;

/**
 * Whether datasets and models of the hub may be read with the token there is, or which variable
 * would help. Nothing is fetched.
 */
export async function checkHub(
  configs: readonly Pick<Config, "tasks" | "graders">[],
  environment: Environment,
): Promise<readonly Finding[]> {
  const needed = Map.groupBy(configs.flatMap(neededBy), ({ kind, name, revision }) =>
    [kind, name, revision].join(" "),
  );
  if (needed.size === 0) return [];
  const settings = hubSettings(environment);
  return Promise.all(
    [...needed.values()].map((all) => {
      const users = [...new Set(all.map(({ by }) => by))].join(", ");
      return look(all[0]!, users, { settings, isOffline: isOfflineBy(environment) });
    }),
  );
}

function neededBy({ tasks, graders }: Pick<Config, "tasks" | "graders">): readonly Needed[] {
  const datasets = tasks.flatMap(({ id, data: { huggingface: name, revision = "main" } }) =>
    name === undefined
      ? []
      : [{ kind: "dataset" as const, name, revision, by: `the task "${id}"` }],
  );
  const models = graders.flatMap(({ id, settings }) =>
    isRecord(settings) && typeof settings.huggingface === "string"
      ? [
          {
            kind: "model" as const,
            name: settings.huggingface,
            revision: String(settings.revision ?? "main"),
            by: `the grader "${id}"`,
          },
        ]
      : [],
  );
  return [...datasets, ...models];
}

interface Hub {
  readonly settings: HubSettings;
  readonly isOffline: boolean;
}

async function look(
  { kind, name, revision }: Needed,
  users: string,
  { settings, isOffline }: Hub,
): Promise<Finding> {
  const what = `${kind} ${name}`;
  if (isOffline)
    return { what, state: "fine", detail: `not looked at: offline (needed by ${users})` };
  const { endpoint, token, tokenFrom } = settings;
  const secret = token === undefined ? undefined : { origin: new URL(endpoint).origin, token };
  const client = new WebClient({ isOffline, secret, firstPauseMs });
  try {
    await new HubDataset({
      kind,
      name,
      revision,
      settings,
      client,
      isOffline,
      cache: join(cacheDirectory(), "hub"),
    }).checkAccess();
    const how = tokenFrom === undefined ? "without a token" : `with the token of ${tokenFrom}`;
    return { what, state: "fine", detail: `can be read ${how} (needed by ${users})` };
  } catch (error) {
    const hint = error instanceof UserError && error.hint !== undefined ? `; ${error.hint}` : "";
    return {
      what,
      state: "problem",
      detail: `${error instanceof Error ? error.message : error}${hint} (needed by ${users})`,
    };
  }
}
