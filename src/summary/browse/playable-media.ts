import type { MediaRef } from "../../core/data/sample.ts";

/** A picture or video that a page can show: what the data says, and how it is had. */
export interface PlayableMedia extends Omit<MediaRef, "names"> {
  /** Names the file in `media/<id>/…` as long as the server knows it; `null` with a `problem`. */
  readonly id: string | null;
  /** Why it cannot be shown: there is no such file, or it may not be handed on. */
  readonly problem?: string;
}

/** What the decoder knows of a video: what is evaluated goes by these times, never by a rate. */
export interface MediaTimes {
  readonly width: number;
  readonly height: number;
  /** When each frame is shown, in seconds, ascending: presentation timestamps. One of a picture. */
  readonly times: readonly number[];
  /** Seconds until the last frame ends. */
  readonly seconds: number;
  /** The codec, and whether browsers usually play it in this container. */
  readonly codec: string;
  readonly isUsuallyPlayable: boolean;
}
