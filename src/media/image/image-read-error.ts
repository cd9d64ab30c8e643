/**
 * A picture that cannot be read: the message names the file and the reason. It says something of
 * the file, not of the program.
 */
export class ImageReadError extends Error {
  override readonly name = "ImageReadError";
}
