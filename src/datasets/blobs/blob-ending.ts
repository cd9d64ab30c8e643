/** First bytes of kinds of files, as texts of one sign per byte; `?` is any. */
const kinds: readonly (readonly [start: string, ending: string])[] = [
  ["\x89PNG\r\n\x1a\n", ".png"],
  ["\xff\xd8\xff", ".jpg"],
  ["RIFF????WEBP", ".webp"],
  ["RIFF????AVI ", ".avi"],
  ["RIFF????WAVE", ".wav"],
  ["GIF8", ".gif"],
  ["BM", ".bmp"],
  ["II*\0", ".tiff"],
  ["MM\0*", ".tiff"],
  ["????ftypqt  ", ".mov"],
  ["????ftypavif", ".avif"],
  ["????ftyp", ".mp4"],
  ["\x1aE\xdf\xa3", ".mkv"],
  ["\0\0\x01\xba", ".mpg"],
  ["fLaC", ".flac"],
  ["OggS", ".ogg"],
  ["ID3", ".mp3"],
  ["\xff\xfb", ".mp3"],
  ["\x93NUMPY", ".npy"],
];

/** The ending that fits a file's first bytes; `.bin` where they tell nothing. */
export function blobEnding(start: Uint8Array): string {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(16, start.length)).toString(
    "latin1",
  );
  const fits = (pattern: string) =>
    text.length >= pattern.length &&
    [...pattern].every((sign, i) => sign === "?" || sign === text[i]);
  return kinds.find(([start]) => fits(start))?.[1] ?? ".bin";
}
