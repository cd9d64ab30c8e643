import { createSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";

/** How Google's storage is asked; `undefined`: as anybody may. */
export type GcsCredentials =
  | { readonly kind: "token"; readonly from: string; token(): Promise<string> }
  | {
      readonly kind: "hmac";
      readonly from: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

type Environment = Readonly<Record<string, string | undefined>>;
type Grant = () => Readonly<Record<string, string>>;

const scope = "https://www.googleapis.com/auth/devstorage.read_only";
const usualTokenUri = "https://oauth2.googleapis.com/token";
/** A token is renewed while it still has this long to live. */
const leastLifeMs = 120_000;

/**
 * An access token or HMAC keys of the environment, else what the file of a service account or of
 * `gcloud auth application-default login` gives a token for.
 */
export function gcsCredentials(environment: Environment): GcsCredentials | undefined {
  const given = environment.GOOGLE_OAUTH_ACCESS_TOKEN;
  if (given) return { kind: "token", from: "GOOGLE_OAUTH_ACCESS_TOKEN", token: async () => given };
  const { GS_ACCESS_KEY_ID: accessKeyId, GS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (accessKeyId && secretAccessKey)
    return { kind: "hmac", from: "GS_ACCESS_KEY_ID", accessKeyId, secretAccessKey };
  const named = environment.GOOGLE_APPLICATION_CREDENTIALS;
  const login = join(
    environment.CLOUDSDK_CONFIG || join(environment.HOME || homedir(), ".config", "gcloud"),
    "application_default_credentials.json",
  );
  const file = named || login;
  const text = textOf(file, named !== undefined && named !== "");
  if (text === undefined) return undefined;
  const { grant, uri } = grantOf(text, file);
  return { kind: "token", from: file, token: renewed(() => exchange(uri, grant(), file)) };
}

function textOf(file: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    if (isNamed)
      throw new UserError(`cannot read ${file}`, "named by GOOGLE_APPLICATION_CREDENTIALS");
    return undefined;
  }
}

/** What is handed in for a token; nothing of the file is ever put into a message. */
function grantOf(text: string, file: string): { readonly grant: Grant; readonly uri: string } {
  const key = parsed(text);
  const uri = typeof key?.token_uri === "string" ? key.token_uri : usualTokenUri;
  const { type, client_email: email, private_key: secret } = key ?? {};
  if (type === "service_account" && typeof email === "string" && typeof secret === "string")
    return { uri, grant: () => assertionOf({ email, secret, uri, file }) };
  const { client_id: id, client_secret: clientSecret, refresh_token: refresh } = key ?? {};
  if (type === "authorized_user" && typeof id === "string" && typeof refresh === "string")
    return {
      uri,
      grant: () => ({
        grant_type: "refresh_token",
        client_id: id,
        client_secret: String(clientSecret),
        refresh_token: refresh,
      }),
    };
  throw new UserError(
    `${file}: holds no service account and no login of gcloud`,
    "for other ways to log in: GOOGLE_OAUTH_ACCESS_TOKEN=$(gcloud auth print-access-token)",
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface ServiceAccount {
  readonly email: string;
  readonly secret: string;
  readonly uri: string;
  readonly file: string;
}

/** A signed statement of who asks (RFC 7523). */
function assertionOf({
  email,
  secret,
  uri,
  file,
}: ServiceAccount): Readonly<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: email, scope, aud: uri, iat: now, exp: now + 3600 };
  const head = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  try {
    const signature = createSign("RSA-SHA256").update(head).sign(secret, "base64url");
    return {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: `${head}.${signature}`,
    };
  } catch {
    throw new UserError(`${file}: its private key cannot be read`);
  }
}

interface Token {
  readonly value: string;
  readonly endsMs: number;
}

async function exchange(
  uri: string,
  grant: Readonly<Record<string, string>>,
  file: string,
): Promise<Token> {
  const answer = await fetch(uri, { method: "POST", body: new URLSearchParams(grant) }).catch(
    () => {
      throw new UserError(`${uri}: cannot be reached, for a token of ${file}`, "try again later");
    },
  );
  const given: unknown = await answer.json().catch(() => undefined);
  const { access_token: value, expires_in: seconds, error } = isRecord(given) ? given : {};
  if (!answer.ok || typeof value !== "string")
    throw new UserError(
      `${uri}: gives no token for ${file} (${answer.status}${typeof error === "string" ? ` ${error}` : ""})`,
      "the key was deleted, or the login has expired: gcloud auth application-default login",
    );
  return { value, endsMs: Date.now() + 1000 * (typeof seconds === "number" ? seconds : 300) };
}

function renewed(make: () => Promise<Token>): () => Promise<string> {
  let current: Promise<Token> | undefined;
  return async () => {
    const held = await current?.catch(() => undefined);
    if (!held || held.endsMs - Date.now() < leastLifeMs) current = make();
    return (await current!).value;
  };
}
