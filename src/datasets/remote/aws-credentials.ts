import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** The variable or file that they are from. */
  readonly from: string;
}

export interface AwsSettings {
  /** `undefined`: asked as anybody may. */
  readonly credentials: AwsCredentials | undefined;
  readonly region: string | undefined;
  /** Of another service that speaks as S3 does. */
  readonly endpoint: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Section = ReadonlyMap<string, string>;

/**
 * From the variables that Amazon's own tools read, else from the profile in their files. Profiles
 * that have no keys of their own (roles, single sign-on) give none.
 */
export function awsSettings(environment: Environment): AwsSettings {
  const profile = environment.AWS_PROFILE || environment.AWS_DEFAULT_PROFILE || "default";
  const home = environment.HOME || homedir();
  const file = environment.AWS_SHARED_CREDENTIALS_FILE || join(home, ".aws", "credentials");
  const config = sectionOf(
    environment.AWS_CONFIG_FILE || join(home, ".aws", "config"),
    profile === "default" ? "default" : `profile ${profile}`,
  );
  return {
    credentials: fromVariables(environment) ?? fromFile(file, profile),
    region: environment.AWS_REGION || environment.AWS_DEFAULT_REGION || config.get("region"),
    endpoint: (
      environment.AWS_ENDPOINT_URL_S3 ||
      environment.AWS_ENDPOINT_URL ||
      config.get("endpoint_url")
    )?.replace(/\/+$/, ""),
  };
}

function fromVariables({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Environment): AwsCredentials | undefined {
  if (!accessKeyId || !secretAccessKey) return undefined;
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: sessionToken || undefined,
    from: "AWS_ACCESS_KEY_ID",
  };
}

function fromFile(file: string, profile: string): AwsCredentials | undefined {
  const section = sectionOf(file, profile);
  const accessKeyId = section.get("aws_access_key_id");
  const secretAccessKey = section.get("aws_secret_access_key");
  if (!accessKeyId || !secretAccessKey) return undefined;
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: section.get("aws_session_token"),
    from: `the profile "${profile}" in ${file}`,
  };
}

/** The settings below a heading of an INI file; none where the file or the heading is not there. */
function sectionOf(file: string, heading: string): Section {
  const found = new Map<string, string>();
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return found;
  }
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    const named = /^\s*\[\s*(.*?)\s*\]/.exec(line)?.[1];
    if (named !== undefined) isInside = named === heading;
    const [, name, value] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInside && name !== undefined && value) found.set(name.toLowerCase(), value);
  }
  return found;
}
