import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** How the hub is reached. */
export interface HubSettings {
  readonly endpoint: string;
  readonly token: string | undefined;
  /** The variable or file that the token is from. */
  readonly tokenFrom?: string | undefined;
}

/** Variables that may hold the token; the first that is set counts. */
export const tokenVariables = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** From the variables that the hub's own tools read, and the file that their login writes. */
export function hubSettings(environment: Environment): HubSettings {
  const endpoint = (environment.HF_ENDPOINT || "https://huggingface.co").replace(/\/+$/, "");
  const variable = tokenVariables.find((name) => environment[name]);
  if (variable !== undefined)
    return { endpoint, token: environment[variable], tokenFrom: variable };
  const file = loginFile(environment);
  const token = loginToken(file);
  return { endpoint, token, tokenFrom: token === undefined ? undefined : file };
}

/** Whether the environment asks for no network. */
export function isOfflineBy({ HF_HUB_OFFLINE: hub, VIDIMUS_OFFLINE: own }: Environment): boolean {
  return [hub, own].some((value) => /^(?:1|true|yes|on)$/i.test(value ?? ""));
}

function loginFile(environment: Environment): string {
  const home =
    environment.HF_HOME ||
    join(
      environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache"),
      "huggingface",
    );
  return environment.HF_TOKEN_PATH || join(home, "token");
}

function loginToken(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
