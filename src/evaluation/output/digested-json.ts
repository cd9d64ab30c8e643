import { isRecord } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";

/**
 * JSON whose last member, `digest`, is the SHA-256 of all others, so that a file that was edited is
 * told from one that was written.
 */
export function withDigest(content: object): string {
  return `${JSON.stringify({ ...content, digest: contentDigest(JSON.stringify(content)) }, null, 2)}\n`;
}

/** Such a text without its digest; `undefined` where it is not as it was written. */
export function readDigested<Content extends object>(
  text: string,
): { readonly content: Content; readonly digest: string } | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (!isRecord(read) || typeof read.digest !== "string") return undefined;
    const { digest, ...content } = read;
    return contentDigest(JSON.stringify(content)) === digest
      ? { content: content as Content, digest }
      : undefined;
  } catch {
    return undefined;
  }
}
