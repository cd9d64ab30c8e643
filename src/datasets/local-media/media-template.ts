import { withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";

/**
 * A path made of what a sample says: `{id}` is the name of the video (of the sample, where the data
 * names no video), every other name is a member of the sample or of its metadata; `{sample.id}` is
 * always the sample's own.
 */
export function fillMediaTemplate(
  template: string,
  sample: Sample,
  media: MediaRef,
): Result<string> {
  const members = sample as Sample & Readonly<Record<string, unknown>>;
  const metadata = isRecord(members.metadata) ? members.metadata : {};
  const known: Readonly<Record<string, unknown>> = {
    ...metadata,
    ...members,
    sample,
    id: videoName(media),
  };
  let absent: string | undefined;
  const path = template.replace(/\{([^{}]+)\}/g, (place, name: string) => {
    const value = memberAt(known, name.trim());
    if (typeof value === "string" || typeof value === "number") return String(value);
    absent ??= name.trim();
    return place;
  });
  return absent === undefined
    ? success(path)
    : failure(`data.media asks for {${absent}}, which the sample "${sample.id}" does not say`);
}

/** Without the folders that a layout has it in. */
function videoName({ names, path }: MediaRef): string {
  const name = names?.[0] ?? withoutMediaEnding(path);
  return name.slice(name.lastIndexOf("/") + 1);
}

function memberAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split("."))
    at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}
