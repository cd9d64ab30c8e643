import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import type { RunCard } from "../../../src/summary/browse/run-page.ts";

/** Names of tones of the palette, whose contrast is checked in light and dark. */
const tones: Readonly<Record<RunCard["state"], string>> = {
  running: "accent",
  complete: "good",
  stopped: "caution",
  unreadable: "bad",
};

/** What a run is doing. */
export function StateBadge({ state }: Pick<RunCard, "state">): ReactNode {
  const tone = `var(--${tones[state]})`;
  return (
    <Badge variant="outline" size="sm" tt="none" style={{ color: tone, borderColor: tone }}>
      {state}
    </Badge>
  );
}
