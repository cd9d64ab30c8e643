import { frameAt, frameNearest, type PlayedPart } from "../../../src/summary/browse/played-part.ts";
import { StillPictures } from "./still-pictures.ts";

/** Where a player is. */
export interface PlayerTime {
  readonly seconds: number;
  readonly frame: number;
  readonly isPlaying: boolean;
}

export interface PlaybackOptions {
  readonly part: PlayedPart;
  /** Absent where the browser cannot play the file: it is played as frames then. */
  readonly video: HTMLVideoElement | undefined;
  /** Frames of our decoder are drawn here. */
  readonly canvas: HTMLCanvasElement;
  /** Address of a frame by its place in the file; absent where there are none to be had. */
  readonly frameAddress: ((frame: number) => string) | undefined;
  onChange(time: PlayerTime): void;
  onProblem(message: string): void;
}

/** A moment after a frame begins: browsers round times, and would show the frame before. */
const justAfterSeconds = 0.001;
/** Of frames that are played: so many are loaded before they are due, so many at the same time. */
const loadedAhead = 10;
const loadedAtOnce = 6;

/**
 * Plays a video and stands still on exact frames: what is shown at rest is our decoder's frame, and
 * where playing stopped is known by the timestamp of the picture that the browser showed last.
 */
export class Playback implements Disposable {
  readonly #options: PlaybackOptions;
  readonly #stills: StillPictures | undefined;
  #video: HTMLVideoElement | undefined;
  #frame = 0;
  #isPlaying = false;
  #speed = 1;
  #loop: readonly [number, number] | undefined;
  /** What the browser's clock says at the start of the file: not 0 where the file starts later. */
  #videoStart = 0;
  #isVideoShown = false;
  #isGone = false;
  /** Resolved when `#videoStart` is known. */
  readonly #started = Promise.withResolvers<void>();
  #tick = 0;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const { part, frameAddress, video } = options;
    this.#stills = frameAddress && new StillPictures((frame) => frameAddress(part.offset + frame));
    this.#video = video;
    if (video) this.#listen(video);
    void this.#showStill();
  }

  get frame(): number {
    return this.#frame;
  }

  get seconds(): number {
    return this.times[this.#frame]!;
  }

  get times(): readonly number[] {
    return this.#options.part.times;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  play(): void {
    if (this.#isPlaying || this.times.length < 2) return;
    const [from, to] = this.#span();
    const isOutside = this.seconds < from - justAfterSeconds || this.#endOf(this.#frame) >= to;
    if (isOutside) this.#frame = this.#frameFrom(from);
    this.#isPlaying = true;
    this.#changed();
    if (this.#video) void this.#playVideo(this.#video);
    else this.#playFrames();
  }

  pause(): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    cancelAnimationFrame(this.#tick);
    this.#video?.pause();
    this.#changed();
    void this.#showStill();
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  step(frames: number): void {
    this.pause();
    this.seekFrame(this.#frame + frames);
  }

  seek(seconds: number): void {
    this.seekFrame(frameAt(this.times, seconds));
  }

  seekFrame(frame: number): void {
    if (!Number.isFinite(frame)) return;
    this.#frame = Math.min(Math.max(Math.round(frame), 0), this.times.length - 1);
    this.#changed();
    if (!this.#isPlaying) void this.#showStill();
    else if (this.#video) void this.#playVideo(this.#video);
    else this.#playFrames();
  }

  setSpeed(rate: number): void {
    this.#speed = rate;
    if (this.#video) this.#video.playbackRate = rate;
    else if (this.#isPlaying) this.#playFrames();
  }

  setLoop(loop: readonly [number, number] | undefined): void {
    this.#loop = loop;
  }

  [Symbol.dispose](): void {
    this.#isGone = true;
    this.#isPlaying = false;
    cancelAnimationFrame(this.#tick);
    this.#video?.pause();
  }

  #changed(): void {
    const { seconds, frame, isPlaying } = this;
    if (!this.#isGone) this.#options.onChange({ seconds, frame, isPlaying });
  }

  #span(): readonly [number, number] {
    return this.#loop ?? [0, this.#options.part.seconds + justAfterSeconds];
  }

  #endOf(frame: number): number {
    return this.times[frame + 1] ?? this.#options.part.seconds;
  }

  /** The first frame that starts at a time or later, or the one on screen then. */
  #frameFrom(seconds: number): number {
    const at = frameAt(this.times, seconds);
    const next = this.times[at + 1];
    return this.times[at]! < seconds - justAfterSeconds && next !== undefined ? at + 1 : at;
  }

  /** At the end of the loop, or of the part. */
  #isOver(frame: number): boolean {
    return frame >= this.times.length - 1 || this.times[frame + 1]! >= this.#span()[1];
  }

  async #showStill(): Promise<void> {
    const frame = this.#frame;
    if (!this.#stills) {
      await this.#started.promise;
      if (this.#video && !this.#isPlaying) this.#seekVideo(this.#video);
      return;
    }
    try {
      const picture = await this.#stills.newest(frame);
      if (!picture || this.#isGone || this.#frame !== frame) return;
      if (this.#isPlaying && this.#isVideoShown) return;
      this.#drawStill(picture, frame);
      if (!this.#isPlaying) this.#showVideo(false);
      for (const next of [frame + 1, frame + 2, frame - 1])
        if (next >= 0 && next < this.times.length) this.#stills.load(next).catch(() => undefined);
    } catch {
      if (!this.#isGone) this.#options.onProblem(`Frame ${frame} cannot be decoded.`);
    }
  }

  #showVideo(isShown: boolean): void {
    this.#isVideoShown = isShown;
    this.#options.canvas.style.visibility = isShown ? "hidden" : "visible";
  }

  #listen(video: HTMLVideoElement): void {
    const giveUp = () => this.#giveUpVideo(video);
    video.addEventListener("error", giveUp, { once: true });
    // Sound alone can be played of some files.
    video.addEventListener("loadedmetadata", () => video.videoWidth === 0 && giveUp());
    video.addEventListener("ended", () => this.#isPlaying && this.#arriveAtEnd());
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      this.#videoStart = mediaTime;
      this.#started.resolve();
      this.#follow(video);
    });
  }

  #giveUpVideo(video: HTMLVideoElement): void {
    if (this.#video !== video || this.#isGone) return;
    this.#video = undefined;
    this.#showVideo(false);
    if (this.#isPlaying) this.#playFrames();
  }

  #follow(video: HTMLVideoElement): void {
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      if (this.#isGone || this.#video !== video) return;
      if (this.#isPlaying && !video.seeking) this.#hear(video, mediaTime);
      this.#follow(video);
    });
  }

  /** The browser shows the picture of this time. */
  #hear(video: HTMLVideoElement, mediaTime: number): void {
    const { from } = this.#options.part;
    const frame = frameNearest(this.times, mediaTime - this.#videoStart - from);
    this.#frame = frame;
    if (!this.#isVideoShown) this.#showVideo(true);
    this.#changed();
    if (!this.#isOver(frame)) return;
    if (this.#loop) {
      this.#frame = this.#frameFrom(this.#loop[0]);
      this.#seekVideo(video);
    } else if (frame >= this.times.length - 1) this.#arriveAtEnd();
  }

  #arriveAtEnd(): void {
    this.#frame = this.times.length - 1;
    this.pause();
  }

  #seekVideo(video: HTMLVideoElement): void {
    const length = this.#endOf(this.#frame) - this.seconds;
    const inside = this.seconds + Math.min(justAfterSeconds, length / 2);
    video.currentTime = this.#videoStart + this.#options.part.from + inside;
  }

  async #playVideo(video: HTMLVideoElement): Promise<void> {
    await this.#started.promise;
    if (!this.#isPlaying || this.#video !== video) return;
    this.#seekVideo(video);
    video.playbackRate = this.#speed;
    try {
      await video.play();
    } catch {
      // Paused again at once, or not to be played, which the error event says.
    }
  }

  /** By the clock of the browser; frames that come too late are left out. */
  #playFrames(): void {
    cancelAnimationFrame(this.#tick);
    const stills = this.#stills;
    if (!stills) {
      this.pause();
      return;
    }
    const startedAt = performance.now();
    const startSeconds = this.seconds;
    const tick = (now: number) => {
      if (!this.#isPlaying) return;
      const seconds = startSeconds + (Math.max(0, now - startedAt) / 1000) * this.#speed;
      const end = Math.min(this.#loop?.[1] ?? Infinity, this.#options.part.seconds);
      const due = frameAt(this.times, Math.min(seconds, end));
      this.#drawDue(stills, due);
      if (seconds < end) this.#tick = requestAnimationFrame(tick);
      else if (this.#loop) {
        this.#frame = this.#frameFrom(this.#loop[0]);
        this.#playFrames();
      } else this.#arriveAtEnd();
    };
    this.#tick = requestAnimationFrame(tick);
  }

  /** Draws the newest picture that is ready and has others loaded, in the pace of the speed. */
  #drawDue(stills: StillPictures, due: number): void {
    for (let frame = due; frame > this.#frame; frame--) {
      const picture = stills.peek(frame);
      if (!picture) continue;
      this.#drawStill(picture, frame);
      this.#frame = frame;
      this.#changed();
      break;
    }
    const stride = Math.max(1, Math.round(this.#speed));
    for (let ahead = 0; ahead < loadedAhead && stills.loading < loadedAtOnce; ahead++) {
      const frame = due + ahead * stride;
      if (frame < this.times.length) stills.load(frame).catch(() => undefined);
    }
  }

  #drawStill(picture: HTMLImageElement, frame: number): void {
    const { canvas } = this.#options;
    draw(canvas, picture);
    canvas.dataset.frame = String(frame);
  }
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement): void {
  if (canvas.width !== picture.naturalWidth || canvas.height !== picture.naturalHeight) {
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
  }
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
}
