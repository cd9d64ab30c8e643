/**
 * A video from which a sampler cannot choose, such as one without frames. It says something of the
 * file, not of the program.
 */
export class FrameSelectionError extends Error {
  override readonly name = "FrameSelectionError";
}
