import { Button, Grid, Kbd, Stack, Text } from "@mantine/core";
import { type ReactNode, type Ref, useRef, useState } from "react";
import type { RatedItem } from "../../../src/summary/review/review-pages.ts";
import { Failed } from "../app/loading.tsx";
import type { PlayerHandle } from "../player/player.tsx";
import { EvidenceClips } from "./evidence-clips.tsx";
import { ItemText } from "./item-text.tsx";
import type { Shortcut } from "./shortcuts.tsx";

interface ShownClip {
  /** Which clip of the item is shown. */
  readonly at: number;
  readonly player: Ref<PlayerHandle>;
  readonly shortcuts: readonly Shortcut[];
  show(at: number): void;
}

/** The clip of an item that is played, and the keys for it. */
export function useShownClip(item: Pick<RatedItem, "clips"> | undefined): ShownClip {
  const [at, setAt] = useState(0);
  const player = useRef<PlayerHandle>(null);
  const last = Math.max(0, (item?.clips.length ?? 0) - 1);
  return {
    ...{ at: Math.min(at, last), player, show: setAt },
    shortcuts: [
      { key: " ", title: "Play or pause the clip", run: () => player.current?.toggle() },
      { key: "[", title: "Clip before", run: () => setAt(Math.max(0, at - 1)) },
      { key: "]", title: "Clip after", run: () => setAt(Math.min(last, at + 1)) },
    ],
  };
}

interface ItemDeskProps {
  readonly item: RatedItem;
  readonly clip: ShownClip;
  /** Where the item stands among the others. */
  readonly place: string;
  readonly values: readonly string[];
  readonly chosen: string | undefined;
  readonly problem: Error | undefined;
  /** What others said, above the values. */
  readonly above?: ReactNode;
  /** Below the values. */
  readonly children?: ReactNode;
  onValue(value: string): void;
}

/** One item: its clips played beside what was asked and answered, and what can be said of it. */
export function ItemDesk(props: ItemDeskProps): ReactNode {
  const { item, clip, place, values, chosen, problem, above, children, onValue } = props;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <EvidenceClips
          key={item.id}
          clips={item.clips}
          at={clip.at}
          onClip={clip.show}
          player={clip.player}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <Text size="sm" c="dimmed">
            {place}
          </Text>
          <ItemText item={item} />
          {above}
          <Stack gap={6}>
            {values.map((value, at) => (
              <Button
                key={value}
                variant={value === chosen ? "filled" : "default"}
                justify="start"
                aria-pressed={value === chosen}
                onClick={() => onValue(value)}
                leftSection={<Kbd>{at + 1}</Kbd>}
              >
                {value}
              </Button>
            ))}
          </Stack>
          {children}
          {problem && <Failed error={problem} />}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** A key for each value that can be said. */
export function valueShortcuts(
  values: readonly string[],
  run: (value: string) => unknown,
): readonly Shortcut[] {
  return values.map((value, at) => ({
    key: String(at + 1),
    title: value,
    run: () => void run(value),
  }));
}
