import { once } from "../../core/once.ts";
import { UserError } from "../../core/user-error.ts";
import { gcsCredentials } from "./gcs-credentials.ts";
import { bucketObject, encodedKey } from "./remote-address.ts";
import type { RemoteStore } from "./remote-store.ts";
import { signedHeaders } from "./signed-headers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const keyHint =
  "set GOOGLE_APPLICATION_CREDENTIALS (the file of a service account), GOOGLE_OAUTH_ACCESS_TOKEN, or GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY";

/** Google's Cloud Storage by its XML interface, which knows ranges and HMAC keys. */
export function gcsStore(environment: Environment): RemoteStore {
  const credentials = once(() => gcsCredentials(environment));
  const endpoint = endpointOf(environment.STORAGE_EMULATOR_HOST);
  const urlOf = (address: string) => {
    const { bucket, key } = bucketObject(address);
    return `${endpoint}/${bucket}/${encodedKey(key)}`;
  };
  return {
    place: urlOf,
    async request(address, { method, headers }) {
      const url = urlOf(address);
      const keys = credentials();
      if (keys?.kind === "hmac")
        return {
          url,
          headers: await signedHeaders({ method, url, headers }, { ...keys, region: "auto" }),
          redirect: "manual",
        };
      return {
        url,
        headers: keys ? { ...headers, authorization: `Bearer ${await keys.token()}` } : headers,
        redirect: "manual",
      };
    },
    refusal(address, { status, code }) {
      const keys = credentials();
      const named = code === "" ? `${status}` : `${status} ${code}`;
      if (code === "NoSuchBucket") return new UserError(`${address}: there is no such bucket`);
      if (status !== 401 && status !== 403) return new UserError(`${address}: answered ${named}`);
      if (!keys)
        return new UserError(`${address}: may not be read without keys (${named})`, keyHint);
      return status === 401
        ? new UserError(`${address}: ${keys.from} is not valid, or has expired (${named})`, keyHint)
        : new UserError(
            `${address}: ${keys.from} may not read it (${named})`,
            "it needs storage.objects.get",
          );
    },
  };
}

function endpointOf(host: string | undefined): string {
  if (!host) return "https://storage.googleapis.com";
  return (host.includes("://") ? host : `http://${host}`).replace(/\/+$/, "");
}
