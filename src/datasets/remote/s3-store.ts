import { once } from "../../core/once.ts";
import { UserError } from "../../core/user-error.ts";
import { type AwsSettings, awsSettings } from "./aws-credentials.ts";
import { bucketObject, encodedKey } from "./remote-address.ts";
import type { RemoteStore } from "./remote-store.ts";
import { signedHeaders } from "./signed-headers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const usualRegion = "us-east-1";
const keyHint =
  "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (for a role or single sign-on: aws configure export-credentials --format env), or AWS_PROFILE";

/** What the mistakes of S3 mean to those who have keys. */
const meanings: Readonly<Record<string, string>> = {
  ExpiredToken: "have expired",
  TokenRefreshRequired: "have expired",
  InvalidToken: "come with a session token that is not valid",
  InvalidAccessKeyId: "are not known there",
  SignatureDoesNotMatch: "do not fit: the secret is that of another key",
  RequestTimeTooSkewed: "are refused, because the clock of this machine is wrong",
};

/** Amazon's S3, and other services that speak as it does (`AWS_ENDPOINT_URL_S3`). */
export function s3Store(environment: Environment): RemoteStore {
  const settings = once(() => awsSettings(environment));
  /** Buckets lie in one region, which answers name where another was asked. */
  const regions = new Map<string, string>();
  const regionOf = (bucket: string) => regions.get(bucket) ?? settings().region ?? usualRegion;
  const urlOf = (address: string) => {
    const { bucket, key } = bucketObject(address);
    return `${originOf(settings(), bucket, regionOf(bucket))}/${encodedKey(key)}`;
  };
  return {
    // The region of a bucket is learnt only later, and tells nothing apart.
    place: (address) => {
      const { bucket, key } = bucketObject(address);
      return `${settings().endpoint ?? "https://s3.amazonaws.com"}/${bucket}/${encodedKey(key)}`;
    },
    async request(address, { method, headers }) {
      const url = urlOf(address);
      const { credentials } = settings();
      const region = regionOf(bucketObject(address).bucket);
      return {
        url,
        headers: credentials
          ? await signedHeaders({ method, url, headers }, { ...credentials, region })
          : headers,
        redirect: "manual",
      };
    },
    learns(address, answer) {
      const { bucket } = bucketObject(address);
      const region = answer.headers.get("x-amz-bucket-region");
      if (answer.ok || region === null || region === regionOf(bucket)) return false;
      regions.set(bucket, region);
      return true;
    },
    refusal(address, { status, code }) {
      const { credentials } = settings();
      const named = code === "" ? `${status}` : `${status} ${code}`;
      if (code === "NoSuchBucket")
        return new UserError(`${address}: there is no such bucket`, endpointHint(settings()));
      if (!credentials)
        return new UserError(`${address}: may not be read without keys (${named})`, keyHint);
      const meaning = meanings[code];
      if (meaning !== undefined)
        return new UserError(
          `${address}: the keys of ${credentials.from} ${meaning} (${named})`,
          meaning.includes("clock") ? "set the clock" : keyHint,
        );
      return status === 401 || status === 403
        ? new UserError(
            `${address}: the keys of ${credentials.from} may not read it (${named})`,
            "they need s3:GetObject; of an object that is not there S3 says the same to those without s3:ListBucket",
          )
        : new UserError(`${address}: answered ${named}`, endpointHint(settings()));
    },
  };
}

/** Names of buckets with dots fit no certificate, and other services often have no such hosts. */
function originOf({ endpoint }: AwsSettings, bucket: string, region: string): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function endpointHint({ endpoint, region }: AwsSettings): string {
  return endpoint === undefined
    ? `asked in the region ${region ?? usualRegion}: AWS_REGION names another, AWS_ENDPOINT_URL_S3 another service`
    : `asked at ${endpoint}, which AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL names`;
}
