import { gunzipSync, gzipSync } from "node:zlib";
import { contentDigest } from "../../files/content-digest.ts";
import type { HeadlineEvidence } from "./headline-evidence.ts";

const seal = /(<meta name="vidimus-digest" content=")([0-9a-f]{64})?(">)/;

/** A page with the digest of all the rest of it in its head. */
export function sealPage(page: string): string {
  return page.replace(seal, `$1${contentDigest(unsealed(page))}$3`);
}

/** Whether a page is as it was written; `unsealed` where it says nothing of that. */
export function sealOf(page: string): "unchanged" | "changed" | "unsealed" {
  const digest = seal.exec(page)?.[2];
  if (digest === undefined) return "unsealed";
  return contentDigest(unsealed(page)) === digest ? "unchanged" : "changed";
}

function unsealed(page: string): string {
  return page.replace(seal, "$1$3");
}

/** Evidence as the text that a page carries. */
export function packedEvidence(evidence: HeadlineEvidence): string {
  return gzipSync(JSON.stringify(evidence), { level: 9 }).toString("base64");
}

/** The evidence that a page carries; `undefined` where it has none that can be read. */
export function evidenceIn(page: string): HeadlineEvidence | undefined {
  const text = /<script type="application\/gzip" id="evidence">([^<]*)<\/script>/.exec(page)?.[1];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString()) as HeadlineEvidence;
  } catch {
    return undefined;
  }
}
