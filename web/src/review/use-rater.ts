import { useState } from "react";

const place = "vidimus-rater";

/** The name that somebody rates under, asked once and kept in this browser. */
export function useRater(): readonly [string, (name: string) => void] {
  const [rater, setRater] = useState(() => localStorage.getItem(place) ?? "");
  return [
    rater,
    (name) => {
      const kept = name.trim();
      if (kept === "") localStorage.removeItem(place);
      else localStorage.setItem(place, kept);
      setRater(kept);
    },
  ];
}
