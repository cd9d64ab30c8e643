import { useMediaQuery } from "@mantine/hooks";

/** Whether the screen is as narrow as that of a phone; style sheets say `max-width: 48em`. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
}
