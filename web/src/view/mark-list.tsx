import { Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ViewTimeline } from "../../../src/core/scores/view.ts";
import { markWords } from "../../../src/report/chart/mark-paint.ts";
import { timeScale } from "../../../src/report/chart/time-scale.ts";
import classes from "./timeline.module.css";

const mostListed = 300;

/** All marks that are seen, in the order of time: what the lanes show, for reading and for keys. */
export function MarkList(props: {
  readonly timeline: ViewTimeline;
  readonly from: number;
  readonly to: number;
  readonly onSeek?: ((seconds: number) => void) | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.list}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      open={isOpen}
    >
      <summary>As a list</summary>
      {isOpen && <Items {...props} />}
    </details>
  );
}

function Items({ timeline, from, to, onSeek }: Parameters<typeof MarkList>[0]): ReactNode {
  const scale = timeScale(timeline);
  const items = timeline.lanes
    .flatMap(({ label, marks }, lane) => marks.map((mark, at) => ({ label, mark, lane, at })))
    .filter(({ mark }) => mark.endSeconds >= from && mark.startSeconds <= to)
    .sort((a, b) => a.mark.startSeconds - b.mark.startSeconds);
  return (
    <>
      <ul>
        {items.slice(0, mostListed).map(({ label, mark, lane, at }) => {
          const words = `${label}: ${markWords(mark, scale)}`;
          return (
            <li key={`${lane} ${at}`}>
              {onSeek ? (
                <UnstyledButton className={classes.item} onClick={() => onSeek(mark.startSeconds)}>
                  {words}
                </UnstyledButton>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ul>
      {items.length > mostListed && (
        <Text size="xs" c="dimmed">
          {items.length - mostListed} more: zoom in to see them.
        </Text>
      )}
    </>
  );
}
