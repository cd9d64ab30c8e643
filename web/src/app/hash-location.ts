import { useSyncExternalStore } from "react";
import type { BaseLocationHook, BaseSearchHook } from "wouter";

/**
 * Where the app is, in the fragment of the address with what follows `?` in it
 * (`#/runs/a?task=b`): an address that is copied restores the view, and no server sees it.
 */
export const useHashLocation: BaseLocationHook & { hrefs(href: string): string } = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, path), navigate],
  { hrefs: (href: string) => `#${href}` },
);

export const useHashSearch: BaseSearchHook = () => useSyncExternalStore(subscribe, search);

/** Goes to a place of the app, by default as a new entry of the history. */
function navigate(to: string, { replace = false } = {}): void {
  const before = location.href;
  history[replace ? "replaceState" : "pushState"](null, "", `#${to}`);
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: location.href }));
}

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

/** The router decodes all but separators, pages decode the rest: `%25` is to outlast the first. */
function path(): string {
  const hash = location.hash.split("?")[0] ?? "";
  return `/${hash.replace(/^#?\/?/, "").replaceAll("%25", "%2525")}`;
}

function search(): string {
  const start = location.hash.indexOf("?");
  return start < 0 ? "" : location.hash.slice(start + 1);
}
