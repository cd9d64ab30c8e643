import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";

const opening = '{"sha256":"';
const between = '","content":';
const contentAt = opening.length + 64 + between.length;

/**
 * A JSON document that carries the digest of its content, so that a changed byte is noticed and not
 * believed.
 */
export function sealJson(value: unknown): string {
  const content = canonicalJson(value);
  return `${opening}${contentDigest(content)}${between}${content}}`;
}

/** The content of a sealed document; `undefined` unless every byte is as it was written. */
export function unsealJson(text: string): unknown {
  const content = text.slice(contentAt, -1);
  if (text !== `${opening}${contentDigest(content)}${between}${content}}`) return undefined;
  return JSON.parse(content) as unknown;
}
