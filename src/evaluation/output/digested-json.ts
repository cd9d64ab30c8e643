import { isRecord } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";

/**
 * JSON whose last member, `digest`, is the SHA-256 of all others, so that a file that was edited is
 * told from one that was written.
 */
export function withDigest(content: object): string {
  const digest = contentDigest(JSON.stringify(content));
  return `${withShortLists(JSON.stringify({ ...content, digest }, null, 2))}\n`;
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

const number = String.raw`(?:-?\d[\d.eE+-]*|null)`;
/** Line breaks are escaped within texts, so that only lists are found. */
const numbers = new RegExp(String.raw`\[\n *(${number}(?:,\n *${number})*)\n *\]`, "g");

/** Lists of nothing but numbers in a line each: one number a line is long and not read. */
function withShortLists(json: string): string {
  return json.replace(numbers, (_, list: string) => `[${list.replace(/,\n */g, ", ")}]`);
}
