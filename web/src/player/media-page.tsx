import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { Player } from "./player.tsx";

/** One picture or video by itself. */
export function MediaPage(): ReactNode {
  const { media = "" } = useParams<{ media: string }>();
  return (
    <Stack>
      <Player media={{ kind: "video", path: "Video", id: decodeURIComponent(media) }} />
    </Stack>
  );
}
