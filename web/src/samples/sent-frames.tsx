import { Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { isWholeVideo } from "../../../src/core/asking/chat.ts";
import { documents, frameAddress, sentFrameAddress } from "../../../src/server/contract.ts";
import type { MediaTimes, PlayableMedia } from "../../../src/summary/browse/playable-media.ts";
import { frameNearest, playedPart } from "../../../src/summary/browse/played-part.ts";
import type {
  SampleAnswer,
  SamplePage as SampleDocument,
  SampleLook,
  SentFrame,
} from "../../../src/summary/browse/sample-page.ts";
import { formatQuantity } from "../../../src/summary/format-number.ts";
import { useDocument } from "../app/use-document.ts";
import classes from "./samples.module.css";

interface SentFramesProps {
  readonly page: SampleDocument;
  readonly answer: SampleAnswer;
  /** What the player shows. */
  readonly shown: PlayableMedia | undefined;
  readonly seconds: number;
  onSeek(seconds: number): void;
}

/** The frames that a system was shown, as they were sent, with their times. */
export function SentFrames(props: SentFramesProps): ReactNode {
  const looks = props.answer.looks.filter(({ frames }) => frames.length > 0);
  const files = Map.groupBy(looks, ({ path, from }) => JSON.stringify([path, from]));
  return [...files].map(([key, own]) => <FileFrames key={key} looks={own} {...props} />);
}

interface FileFramesProps extends SentFramesProps {
  readonly looks: readonly SampleLook[];
}

/** What was sent of one file, perhaps in several looks at it. */
function FileFrames(props: FileFramesProps): ReactNode {
  const { looks, page, answer, shown, seconds, onSeek } = props;
  const { condition } = answer;
  const { path, from, decoder } = looks[0]!;
  const frames = looks.flatMap((look) => look.frames);
  const first = frames[0]!;
  const own = page.media.find((media) => media.path === path && media.from === from);
  const address = usePictures(props, { own, frames });
  // The times of frames that a probe put elsewhere are not those of their file.
  const canSeek = condition === undefined && own !== undefined && own === shown;
  const current = canSeek ? currentFrame(frames, seconds) : -1;
  if (isWholeVideo(first))
    return (
      <Text size="sm">
        The whole video was sent: <code>{path}</code>
      </Text>
    );
  const count = formatQuantity(frames.length, "frame");
  return (
    <section aria-label={`Frames sent of ${path}`}>
      <Text size="sm" fw={600}>
        {looks.length === 1 ? `${count} sent` : `${count} sent in ${looks.length} looks`}
      </Text>
      <Text size="xs" c="dimmed" className={classes.wrap}>
        {path}, {first.width} × {first.height} {first.mediaType}
        {condition !== undefined && `; the probe “${condition}” chose them and their times`}
      </Text>
      <ul className={classes.frames}>
        {frames.map((frame, at) => (
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
      {[...new Set(looks.flatMap(({ warnings }) => warnings))].map((warning) => (
        <Text key={warning} size="xs" className={classes.caution}>
          {warning}
        </Text>
      ))}
      <Text size="xs" c="dimmed" className={classes.wrap}>
        {decoder}
      </Text>
    </section>
  );
}

/**
 * Where the picture of a frame is had: as it was sent, or decoded again. Where a probe changed times,
 * a system that was asked without it says when the same frame is really shown.
 */
function usePictures(
  { page, answer }: SentFramesProps,
  file: { readonly own: PlayableMedia | undefined; readonly frames: readonly SentFrame[] },
): (frame: SentFrame) => string | undefined {
  const { own, frames } = file;
  const { data: facts } = useDocument(documents.app);
  const isLive = facts?.mode === "live";
  const isDecoded = own?.id != null && isLive && frames.some(({ isKept }) => !isKept);
  const { data: times } = useDocument(isDecoded ? documents.times(own.id!) : undefined);
  const known = useMemo(() => trueTimes(page), [page]);
  return (frame) => {
    if (frame.isKept) return sentFrameAddress(frame.digest);
    if (!isLive) return undefined;
    const atSeconds = answer.condition === undefined ? frame.atSeconds : known.get(frame.digest);
    return times && own && atSeconds !== undefined
      ? decodedAddress(own, times, atSeconds)
      : undefined;
  };
}

/** When frames are shown in their file, by their digests. */
function trueTimes({ systems }: SampleDocument): ReadonlyMap<string, number> {
  const answers = systems.flatMap((system) => system.answers);
  return new Map(
    answers
      .filter(({ condition }) => condition === undefined)
      .flatMap(({ looks }) => looks.flatMap(({ frames }) => frames))
      .map(({ digest, atSeconds }) => [digest, atSeconds]),
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
