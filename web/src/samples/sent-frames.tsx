import { Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { isWholeVideo } from "../../../src/core/asking/chat.ts";
import { documents, frameAddress, sentFrameAddress } from "../../../src/server/contract.ts";
import type { MediaTimes, PlayableMedia } from "../../../src/summary/browse/playable-media.ts";
import { frameNearest, playedPart } from "../../../src/summary/browse/played-part.ts";
import type {
  SampleAnswer,
  SampleLook,
  SentFrame,
} from "../../../src/summary/browse/sample-page.ts";
import { formatQuantity } from "../../../src/summary/format-number.ts";
import { useDocument } from "../app/use-document.ts";
import classes from "./samples.module.css";

interface SentFramesProps {
  readonly answer: SampleAnswer;
  readonly media: readonly PlayableMedia[];
  /** What the player shows. */
  readonly shown: PlayableMedia | undefined;
  readonly seconds: number;
  onSeek(seconds: number): void;
}

/** The frames that a system was shown, as they were sent, with their times. */
export function SentFrames({ answer, ...props }: SentFramesProps): ReactNode {
  const looks = answer.looks.filter(({ frames }) => frames.length > 0);
  return (
    <>
      {looks.map((look, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may be looked at twice
        <Look key={at} look={look} condition={answer.condition} {...props} />
      ))}
    </>
  );
}

interface LookProps extends Omit<SentFramesProps, "answer"> {
  readonly look: SampleLook;
  readonly condition: string | undefined;
}

function Look({ look, condition, media, shown, seconds, onSeek }: LookProps): ReactNode {
  const own = media.find(({ path, from }) => path === look.path && from === look.from);
  const { data: facts } = useDocument(documents.app);
  const isLive = facts?.mode === "live";
  const needsTimes = own?.id != null && isLive && look.frames.some(({ isKept }) => !isKept);
  const { data: times } = useDocument(needsTimes ? documents.times(own.id!) : undefined);
  const [first] = look.frames;
  // The times of frames that a probe put elsewhere are not those of their file.
  const canSeek = condition === undefined && own !== undefined && own === shown;
  const current = canSeek ? currentFrame(look.frames, seconds) : -1;
  if (isWholeVideo(first!))
    return (
      <Text size="sm">
        The whole video was sent: <code>{look.path}</code>
      </Text>
    );
  const address = (frame: SentFrame): string | undefined => {
    if (!isLive) return undefined;
    if (frame.isKept) return sentFrameAddress(frame.digest);
    return times && own && condition === undefined
      ? decodedAddress(own, times, frame.atSeconds)
      : undefined;
  };
  return (
    <section aria-label={`Frames sent of ${look.path}`}>
      <Text size="sm" fw={600}>
        {formatQuantity(look.frames.length, "frame")} sent
      </Text>
      <Text size="xs" c="dimmed" className={classes.wrap}>
        {look.path}, {first!.width} × {first!.height} {first!.mediaType}
        {condition !== undefined && `; the probe “${condition}” chose them and their times`}
      </Text>
      <ul className={classes.frames}>
        {look.frames.map((frame, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a frame may be sent twice
          <li key={at}>
            <UnstyledButton
              className={classes.frame}
              disabled={!canSeek}
              aria-current={at === current}
              onClick={() => onSeek(frame.atSeconds)}
            >
              <Picture src={address(frame)} frame={frame} />
              <span data-seconds={frame.atSeconds}>{timeText(frame.atSeconds)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {look.warnings.map((warning) => (
        <Text key={warning} size="xs" className={classes.caution}>
          {warning}
        </Text>
      ))}
      <Text size="xs" c="dimmed" className={classes.wrap}>
        {look.decoder}
      </Text>
    </section>
  );
}

function Picture(props: {
  readonly src: string | undefined;
  readonly frame: SentFrame;
}): ReactNode {
  const { src, frame } = props;
  const style = { aspectRatio: `${frame.width || 16} / ${frame.height || 9}` };
  return src === undefined ? (
    <span className={classes.gone} style={style} />
  ) : (
    <img src={src} alt={`Frame at ${timeText(frame.atSeconds)}`} loading="lazy" style={style} />
  );
}

function decodedAddress(media: PlayableMedia, times: MediaTimes, atSeconds: number): string {
  const part = playedPart(times, media);
  return frameAddress(media.id!, part.offset + frameNearest(part.times, atSeconds));
}

/** The last that is not later than what the player shows. */
function currentFrame(frames: readonly SentFrame[], seconds: number): number {
  let found = -1;
  for (const [at, { atSeconds }] of frames.entries())
    if (atSeconds <= seconds + 1e-6 && (found < 0 || atSeconds >= frames[found]!.atSeconds))
      found = at;
  return found;
}

function timeText(seconds: number): string {
  return `${Number(seconds.toFixed(3))} s`;
}
