import { formatByteSize } from "../../../summary/format-number.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import type { CacheEntry, CacheKind } from "./cache-kind.ts";

/** Entries that are shown of a kind unless all are asked for. */
const fewEntries = 20;

export interface ListedCache {
  readonly directory: string;
  readonly kinds: readonly CacheKind[];
  /**
   * `totals`: no entries; `some`: of each kind those used last. Programs get all entries of `some`
   * too.
   */
  readonly shown: "totals" | "some" | "all";
}

/**
 * What is in a cache, as data and as text: how much of each kind, then the entries that were asked
 * for.
 */
export async function listCache({ directory, kinds, shown }: ListedCache) {
  const sizes = await Promise.all(
    kinds.map(async ({ id, what, size }) => ({ id, what, ...(await size()) })),
  );
  const listed =
    shown === "totals"
      ? []
      : await Promise.all(kinds.map(async (kind) => ({ kind, entries: await kind.entries?.() })));
  const entries = listed.flatMap(({ kind, entries: found = [] }) =>
    found.map(({ sizeBytes, usedMs, data }) => ({ kind: kind.id, sizeBytes, usedMs, ...data })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const text = [
    terminalRows(
      ["kind", "number", "size", "what"],
      sizes.map(({ id, count, bytes, what }) => [id, String(count), formatByteSize(bytes), what]),
    ),
    `${formatByteSize(total)} in ${directory}\n`,
    ...listed.map(({ kind, entries: found }) =>
      entriesText(kind.id, found, shown === "all" ? Number.POSITIVE_INFINITY : fewEntries),
    ),
    shown === "totals" && total > 0 ? "entries of a kind: vidimus cache list --kind frames\n" : "",
  ];
  return {
    data: { kinds: sizes, ...(shown === "totals" ? {} : { entries }) },
    text: text.join(""),
  };
}

function entriesText(
  kind: string,
  entries: readonly CacheEntry[] | undefined,
  most: number,
): string {
  if (!entries) return `\n${kind}: entries are not listed\n`;
  if (entries.length === 0) return "";
  const nowMs = Date.now();
  const shown = entries.slice(0, most);
  const title =
    shown.length < entries.length
      ? `the ${shown.length} of ${entries.length} used last (--all lists all)`
      : "used last first";
  const isTold = shown.some(({ about }) => about !== "");
  const rows = shown.map(({ name, sizeBytes, usedMs, about }) => [
    name,
    formatByteSize(sizeBytes),
    ageText(nowMs - usedMs),
    ...(isTold ? [about] : []),
  ]);
  return `\n${kind}, ${title}\n${terminalRows(["entry", "size", "used", ...(isTold ? ["frames"] : [])], rows)}`;
}

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60
    ? `${Math.floor(minutes / 60)} h ago`
    : `${Math.floor(minutes / 1440)} days ago`;
}
