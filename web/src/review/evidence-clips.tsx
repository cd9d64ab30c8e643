import { SegmentedControl, Stack, Text } from "@mantine/core";
import { type ReactNode, type Ref, useMemo } from "react";
import type { PlayableClip } from "../../../src/summary/review/review-pages.ts";
import { Player, type PlayerHandle } from "../player/player.tsx";

interface EvidenceClipsProps {
  readonly clips: readonly PlayableClip[];
  /** Which of them is shown. */
  readonly at: number;
  onClip(at: number): void;
  readonly player: Ref<PlayerHandle>;
}

/** The clips that an answer rests on, one at a time, played in place. */
export function EvidenceClips({ clips, at, onClip, player }: EvidenceClipsProps): ReactNode {
  const clip = clips[at];
  const media = useMemo(() => clip && playedClip(clip), [clip]);
  if (!clip || !media) return <Text c="dimmed">No clip goes with this answer.</Text>;
  return (
    <Stack gap="xs">
      {clips.length > 1 && (
        <SegmentedControl
          aria-label="Clips"
          size="xs"
          value={String(at)}
          onChange={(value) => onClip(Number(value))}
          data={clips.map(({ label }, place) => ({ value: String(place), label }))}
          style={{ alignSelf: "start", maxWidth: "100%", overflowX: "auto" }}
        />
      )}
      {clips.length === 1 && (
        <Text size="sm" c="dimmed">
          {clip.label}
        </Text>
      )}
      <Player ref={player} media={media} clipStart={isPart(clip) ? clip.startSeconds : 0} />
      {clip.spoken && (
        <Text size="sm">
          <Text span c="dimmed">
            Said:{" "}
          </Text>
          {clip.spoken}
        </Text>
      )}
    </Stack>
  );
}

function isPart({ media, startSeconds, endSeconds }: PlayableClip): boolean {
  return media.kind !== "image" && endSeconds > startSeconds;
}

/** The part of the video alone: what lies around it is no evidence. */
function playedClip(clip: PlayableClip): PlayableClip["media"] {
  const { media, startSeconds, endSeconds } = clip;
  if (!isPart(clip)) return media;
  const from = media.from ?? 0;
  return { ...media, from: from + startSeconds, to: from + endSeconds };
}
