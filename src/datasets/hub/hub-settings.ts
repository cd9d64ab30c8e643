import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** How the hub is reached. */
export interface HubSettings {
  readonly endpoint: string;
  readonly token: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** From the variables that the hub's own tools read, and the file that their login writes. */
export function hubSettings(environment: Environment): HubSettings {
  const endpoint = (environment.HF_ENDPOINT || "https://huggingface.co").replace(/\/+$/, "");
  return { endpoint, token: environment.HF_TOKEN || environment.HUGGING_FACE_HUB_TOKEN || loginToken(environment) };
}

/** Whether the environment asks for no network. */
export function isOfflineBy({ HF_HUB_OFFLINE: hub, VIDIMUS_OFFLINE: own }: Environment): boolean {
  return [hub, own].some((value) => /^(?:1|true|yes|on)$/i.test(value ?? ""));
}

function loginToken(environment: Environment): string | undefined {
  const home = environment.HF_HOME || join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache"), "huggingface");
  try {
    return readFileSync(environment.HF_TOKEN_PATH || join(home, "token"), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
