import { Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { TimelineMark, ViewTimeline } from "../../../src/core/scores/view.ts";
import { type TimeScale, timeScale } from "../../../src/report/chart/time-scale.ts";
import { signalText } from "../../../src/report/chart/timeline-signal.ts";
import classes from "./timeline.module.css";

const mostListed = 300;
const mostOpen = 60;

/** All marks that are seen, in the order of time: what the lanes show, for reading and for keys. */
export function MarkList(props: {
  readonly timeline: ViewTimeline;
  readonly from: number;
  readonly to: number;
  readonly onSeek?: ((seconds: number) => void) | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState(() => isTranscript(props.timeline));
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
    .filter(({ mark }) => mark.text !== "" && mark.endSeconds >= from && mark.startSeconds <= to)
    .sort((a, b) => a.mark.startSeconds - b.mark.startSeconds);
  return (
    <>
      <ul>
        {items.slice(0, mostListed).map(({ label, mark, lane, at }) => (
          <li key={`${lane} ${at}`}>
            <Item mark={mark} label={label} scale={scale} onSeek={onSeek} />
          </li>
        ))}
      </ul>
      {timeline.lanes.some(({ signal }) => signal) && (
        <ul>
          {timeline.lanes.map(
            ({ label, signal }) =>
              signal && (
                <li key={label} className={classes.item}>
                  <span />
                  <span className={classes.lane}>{label}</span>
                  <span>{signalText(signal)}</span>
                </li>
              ),
          )}
        </ul>
      )}
      {items.length > mostListed && (
        <Text size="xs" c="dimmed">
          {items.length - mostListed} more: zoom in to see them.
        </Text>
      )}
    </>
  );
}

function Item(props: {
  readonly mark: TimelineMark;
  readonly label: string;
  readonly scale: TimeScale;
  readonly onSeek: ((seconds: number) => void) | undefined;
}): ReactNode {
  const { mark, label, scale, onSeek } = props;
  const { startSeconds, endSeconds, text, note } = mark;
  const words = (
    <>
      <span className={classes.time}>{scale.span(startSeconds, endSeconds)}</span>
      <span className={classes.lane}>{label}</span>
      <span>
        {text}
        {note !== undefined && <span className={classes.lane}> ({note})</span>}
      </span>
    </>
  );
  return onSeek ? (
    <UnstyledButton className={classes.item} onClick={() => onSeek(startSeconds)}>
      {words}
    </UnstyledButton>
  ) : (
    <span className={classes.item}>{words}</span>
  );
}

/** What was said is read, not looked at. */
function isTranscript({ lanes }: ViewTimeline): boolean {
  const marks = lanes.flatMap((lane) => lane.marks).filter(({ text }) => text !== "");
  const isMoment = ({ startSeconds, endSeconds }: TimelineMark) => startSeconds === endSeconds;
  return marks.length > 0 && marks.length <= mostOpen && marks.every(isMoment);
}
