import { ActionIcon, Text } from "@mantine/core";
import {
  type Dispatch,
  type ReactNode,
  type Ref,
  type SetStateAction,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { documents, fileAddress, frameAddress } from "../../../src/server/contract.ts";
import type { MediaTimes, PlayableMedia } from "../../../src/summary/browse/playable-media.ts";
import { playedPart } from "../../../src/summary/browse/played-part.ts";
import { clock } from "../app/clock.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { Playback, type PlayerTime } from "./playback.ts";
import classes from "./player.module.css";

/** What pages do with a player: keys, timelines and lists of moments. */
export interface PlayerHandle {
  play(): void;
  pause(): void;
  toggle(): void;
  step(frames: number): void;
  /** To the frame on screen at this second of the video, or of the part that is played. */
  seek(seconds: number): void;
  seekFrame(frame: number): void;
  setSpeed(rate: number): void;
  /** To the next speed up or down. */
  changeSpeed(by: -1 | 1): void;
  /** When the frame that is shown begins: a presentation timestamp. */
  readonly seconds: number;
  readonly frame: number;
  readonly times: readonly number[];
}

export interface PlayerProps {
  readonly media: PlayableMedia;
  readonly ref?: Ref<PlayerHandle>;
  readonly onTime?: ((time: PlayerTime) => void) | undefined;
  /**
   * The second of the video, as the data counts it, at which a clip of it begins: the clock shows
   * times of that video, and frames are counted from its start.
   */
  readonly clipStart?: number | undefined;
  /** Played again and again, in seconds. */
  readonly loop?: readonly [number, number] | undefined;
}

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/**
 * A picture or video. At rest it shows our decoder's frame, the one that is evaluated at this time;
 * the browser plays it, or, where it cannot, our frames are played.
 */
export function Player(props: PlayerProps): ReactNode {
  const { id, problem, path } = props.media;
  const times = useDocument(id === null ? undefined : documents.times(id));
  const { data: facts } = useDocument(documents.app);
  if (id === null)
    return <div className={classes.problem}>{problem ?? `${path} cannot be shown.`}</div>;
  if (times.error) return <Failed error={times.error} />;
  if (!times.data || !facts) return <Loading />;
  // A static export has frames of pictures alone; browsers show videos by themselves there.
  const hasFrames = facts.mode === "live" || times.data.times.length === 1;
  if (!hasFrames && !times.data.isUsuallyPlayable)
    return (
      <div className={classes.problem}>
        Browsers cannot play {times.data.codec}; vidimus view shows it as frames.
      </div>
    );
  return (
    <Screen
      {...props}
      key={`${id} ${props.media.from} ${props.media.to}`}
      id={id}
      times={times.data}
      hasFrames={hasFrames}
    />
  );
}

interface ScreenProps extends PlayerProps {
  readonly id: string;
  readonly times: MediaTimes;
  readonly hasFrames: boolean;
}

function Screen(props: ScreenProps): ReactNode {
  const { media, id, times, hasFrames, ref, onTime, clipStart = 0, loop } = props;
  const { from, to } = media;
  const part = useMemo(() => playedPart(times, { from, to }), [times, from, to]);
  const origin = useMemo(() => {
    const whole = playedPart(times, { from: (from ?? 0) - clipStart });
    return { seconds: clipStart, frame: part.offset - whole.offset };
  }, [times, from, clipStart, part]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const playback = useRef<Playback>(undefined);
  const listener = useRef(onTime);
  listener.current = onTime;
  const [time, setTime] = useState<PlayerTime>({ seconds: 0, frame: 0, isPlaying: false });
  const [problem, setProblem] = useState<string>();
  const isTried =
    times.isUsuallyPlayable && "requestVideoFrameCallback" in HTMLVideoElement.prototype;
  const isStill = part.times.length === 1;
  useEffect(() => {
    const playing = new Playback({
      part,
      video: video.current ?? undefined,
      canvas: canvas.current!,
      frameAddress: hasFrames ? (frame) => frameAddress(id, frame) : undefined,
      onChange(now) {
        setTime(now);
        setProblem(undefined);
        listener.current?.(now);
      },
      onProblem: setProblem,
    });
    playback.current = playing;
    return () => playing[Symbol.dispose]();
  }, [part, id, hasFrames]);
  useEffect(() => playback.current?.setLoop(loop), [loop]);
  const [speed, setSpeed] = useState(1);
  useEffect(() => playback.current?.setSpeed(speed), [speed]);
  const handle = useMemo(() => handleOf(playback, part.times, setSpeed), [part]);
  useImperativeHandle(ref, () => handle, [handle]);
  const aspect = times.width / times.height;
  const width = `min(100%, ${46 * aspect}vh)`;
  return (
    <div className={classes.player} style={{ width }}>
      <div
        className={classes.screen}
        style={{ aspectRatio: aspect, width }}
        role="img"
        aria-label={media.path}
      >
        {isTried && (
          // biome-ignore lint/a11y/useMediaCaption: evaluated videos have no captions of their own.
          <video
            ref={video}
            className={classes.layer}
            src={fileAddress(id)}
            preload="auto"
            playsInline
            tabIndex={-1}
          />
        )}
        <canvas ref={canvas} className={classes.layer} hidden={!hasFrames && isTried} />
      </div>
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      {!isStill && <Bar handle={handle} time={time} origin={origin} speed={speed} />}
    </div>
  );
}

function Bar({
  handle,
  time,
  origin,
  speed,
}: {
  readonly speed: number;
  readonly handle: PlayerHandle;
  readonly time: PlayerTime;
  /** What is shown for the first frame that is played. */
  readonly origin: Pick<PlayerTime, "seconds" | "frame">;
}): ReactNode {
  const last = handle.times.length - 1;
  const seconds = clock(origin.seconds + time.seconds);
  const frame = origin.frame + time.frame;
  return (
    <div className={classes.bar}>
      <Control
        label="Previous frame"
        onClick={() => handle.step(-1)}
        path="M12 3v12L5 9zM4 3h1.5v12H4z"
      />
      <Control
        label={time.isPlaying ? "Pause" : "Play"}
        onClick={() => handle.toggle()}
        path={time.isPlaying ? "M5 3h3v12H5zM10 3h3v12h-3z" : "M5 3l10 6-10 6z"}
      />
      <Control
        label="Next frame"
        onClick={() => handle.step(1)}
        path="M6 3v12l7-6zM12.5 3H14v12h-1.5z"
      />
      <input
        className={classes.seek}
        type="range"
        aria-label="Frame"
        aria-valuetext={`${seconds}, frame ${frame} of ${origin.frame + last}`}
        min={0}
        max={last}
        value={time.frame}
        onChange={(event) => handle.seekFrame(event.currentTarget.valueAsNumber)}
      />
      <span className={classes.place}>
        {seconds} <span className={classes.frame}>frame {frame}</span>
      </span>
      <select
        className={classes.speed}
        aria-label="Speed"
        value={speed}
        onChange={(event) => handle.setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </div>
  );
}

function Control(props: {
  readonly label: string;
  readonly path: string;
  onClick(): void;
}): ReactNode {
  return (
    <ActionIcon variant="subtle" color="gray" onClick={props.onClick} aria-label={props.label}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d={props.path} fill="currentColor" />
      </svg>
    </ActionIcon>
  );
}

function handleOf(
  playback: { readonly current: Playback | undefined },
  times: readonly number[],
  setSpeed: Dispatch<SetStateAction<number>>,
): PlayerHandle {
  return {
    play: () => playback.current?.play(),
    pause: () => playback.current?.pause(),
    toggle: () => playback.current?.toggle(),
    step: (frames) => playback.current?.step(frames),
    seek: (seconds) => playback.current?.seek(seconds),
    seekFrame: (frame) => playback.current?.seekFrame(frame),
    setSpeed,
    changeSpeed: (by) => setSpeed((now) => speeds[speeds.indexOf(now) + by] ?? now),
    times,
    get seconds() {
      return playback.current?.seconds ?? 0;
    },
    get frame() {
      return playback.current?.frame ?? 0;
    },
  };
}
