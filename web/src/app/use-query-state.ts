import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

/** Changes what follows `?`; `null` takes a name out. */
export type SetQuery = (
  change: Readonly<Record<string, string | null>> | URLSearchParams,
  options?: { readonly isNew?: boolean },
) => void;

/**
 * What follows `?` in the address, which restores a view; changes replace the entry of the history
 * unless they are `isNew`.
 */
export function useQueryState(): readonly [query: URLSearchParams, set: SetQuery] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const set: SetQuery = useCallback(
    (change, { isNew = false } = {}) => {
      const next = change instanceof URLSearchParams ? change : new URLSearchParams(search);
      if (!(change instanceof URLSearchParams))
        for (const [name, value] of Object.entries(change))
          if (value === null) next.delete(name);
          else next.set(name, value);
      const text = next.toString();
      navigate(text === "" ? path : `${path}?${text}`, { replace: !isNew });
    },
    [search, path, navigate],
  );
  return [query, set];
}
