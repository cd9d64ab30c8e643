/**
 * A file that cannot give what was asked of it. Not a bug and not an answer: callers turn it into a
 * `media-error` outcome.
 */
export class MediaError extends Error {
  override readonly name = "MediaError";
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
    this.path = path;
  }
}
