import { useCallback, useState } from "react";

/** Notes what is wrong in a place of a form, or that nothing is wrong there any more. */
export type NoteProblem = (place: string, problem: string | undefined) => void;

/** Whether anything in a form is wrong, and how fields say so. */
export function useProblems(): readonly [hasProblems: boolean, note: NoteProblem] {
  const [places, setPlaces] = useState<ReadonlySet<string>>(new Set());
  const note = useCallback((place: string, problem: string | undefined) => {
    setPlaces((all) => {
      if (all.has(place) === (problem !== undefined)) return all;
      return problem === undefined
        ? new Set([...all].filter((one) => one !== place))
        : new Set([...all, place]);
    });
  }, []);
  return [places.size > 0, note];
}
