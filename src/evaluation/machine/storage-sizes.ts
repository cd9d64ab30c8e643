import { resolve } from "node:path";
import type { StorageConfig } from "../../config/config.ts";
import { isRecord } from "../../core/json.ts";
import type { StorageSize } from "../../summary/performance/machine-summary.ts";
import { httpClient } from "../../systems/http/http-client.ts";
import { valueAtPath } from "../../systems/sample-fields.ts";
import { folderSize } from "./folder-size.ts";

const timeoutMs = 30_000;

/** Measures what systems store; a probe that fails says why and ends nothing. */
export async function storageSizes(
  places: readonly StorageConfig[],
  { directory, videoHours }: { readonly directory: string; readonly videoHours: number | null },
): Promise<readonly StorageSize[]> {
  const sizes: StorageSize[] = [];
  for (const place of places) {
    const hours = place.videoHours ?? videoHours;
    const found = await sizeOf(place, directory).catch((error: unknown) => String(error));
    sizes.push(
      typeof found === "number"
        ? { name: place.name, bytes: found, videoHours: hours }
        : { name: place.name, bytes: null, reason: found, videoHours: hours },
    );
  }
  return sizes;
}

/** Bytes, or why they are not known. */
async function sizeOf(place: StorageConfig, directory: string): Promise<number | string> {
  if (place.path !== undefined) {
    const { bytes, isWhole } = await folderSize(resolve(directory, place.path), timeoutMs);
    if (!isWhole) return `${place.path} has more files than can be counted in ${timeoutMs} ms`;
    return bytes > 0 ? bytes : `there is nothing in ${place.path}`;
  }
  return await askedSize(place);
}

async function askedSize({ url = "", at, headers = {} }: StorageConfig): Promise<number | string> {
  await using client = httpClient(1);
  const reply = await client.fetchWhole(url, {
    headers: { accept: "application/json", ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) return `${url} answered HTTP ${reply.status}`;
  const document: unknown = JSON.parse(await reply.text());
  const usual = isRecord(document) && at === undefined ? document.bytes : document;
  const bytes = valueAtPath(usual, at ?? "");
  if (typeof bytes === "number" && Number.isFinite(bytes) && bytes >= 0) return bytes;
  return `${url} has no number of bytes${at === undefined ? "; name where it stands as at" : ` at ${at}`}`;
}
