import { posix } from "node:path";
import { failure, type Result, success } from "../../core/result.ts";
import { UserError } from "../../core/user-error.ts";

/** An object of a bucket; keys are plain text, not encoded as addresses of the web are. */
export interface BucketObject {
  readonly bucket: string;
  readonly key: string;
}

/** Whether a path names a file elsewhere: on the web, in a bucket of S3 or of Google's storage. */
export function isRemote(path: string): boolean {
  return /^(?:https?|s3|gs):\/\//.test(path);
}

/**
 * A configured root, without a slash at its end.
 * @throws {UserError} where it holds what nobody should store, or names no bucket.
 */
export function remoteRoot(media: string): string {
  const isBucket = !media.startsWith("http");
  if (!isBucket && /[?#]/.test(media))
    throw new UserError(
      `data.media: ${withoutSecrets(media)} comes with a query`,
      "name the plain address of a folder; addresses that are signed one by one belong into the data",
    );
  if (!URL.canParse(media) || (isBucket && bucketObject(media).bucket === ""))
    throw new UserError(
      `data.media: ${withoutSecrets(media)} is no address`,
      "expected https://host/folder, s3://bucket/folder or gs://bucket/folder",
    );
  return media.replace(/\/+$/, "");
}

/** The address of a file below a root, by the path that rows have. */
export function addressBelow(root: string, path: string): Result<string> {
  if (posix.isAbsolute(path) || !posix.join("/root", path).startsWith("/root/"))
    return failure(`${path}: lies outside the media folder`);
  const inside = posix.normalize(path);
  return success(
    root.startsWith("http")
      ? `${root}/${inside.split("/").map(encodeURIComponent).join("/")}`
      : `${root}/${inside}`,
  );
}

export function bucketObject(address: string): BucketObject {
  const [, bucket = "", key = ""] = /^[a-z0-9]+:\/\/([^/]*)\/?(.*)$/s.exec(address) ?? [];
  return { bucket, key };
}

/** A key as a path of the web. */
export function encodedKey(key: string): string {
  // A browser's rules would take "." and ".." for steps, and ask for another object.
  if (key.split("/").some((part) => part === "." || part === ".."))
    throw new UserError(`${key}: names with "." or ".." as a folder cannot be fetched`);
  return key
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");
}

/** An address as people may see it: of the web without its query, name and password. */
export function withoutSecrets(address: string): string {
  if (!/^https?:/.test(address)) return address;
  return withoutLogin(address.replace(/[?#].*$/s, ""));
}

/** Without a name and password. */
export function withoutLogin(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/, "$1");
}

/** The ending of a file, such as `mp4`; empty where it has none that a file of the cache may have. */
export function endingOf(address: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(withoutSecrets(address))?.[1]?.toLowerCase() ?? "";
}
