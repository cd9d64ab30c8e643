import { valueAtPath } from "../sample-fields.ts";

const place = /\{([\w.-]+)\}/g;

/**
 * The address of one sample: `{id}`, `{group}`, `{media.0.path}` stand for what the sample holds
 * there. `undefined` where it holds no text or number.
 */
export function fillUrl(url: string, sample: unknown): string | undefined {
  let isComplete = true;
  const filled = url.replaceAll(place, (_, path: string) => {
    const value = valueAtPath(sample, path);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return encodeURIComponent(value);
    isComplete = false;
    return "";
  });
  return isComplete ? filled : undefined;
}

export function hasPlaces(url: string): boolean {
  return url.search(place) >= 0;
}

/** The address of a sample that there is none of, to look whether anything answers there. */
export function madeUpUrl(url: string): string {
  return url.replaceAll(place, "doctor");
}
