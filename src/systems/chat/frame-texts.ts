import type { FrameRef } from "../../core/asking/chat.ts";

/**
 * A character takes a byte: some 1,200 frames of 10 kB, the questions about one video several times
 * over.
 */
const mostCharacters = 16 * 1024 * 1024;

/** A system that was not asked for so long has ended its task. */
const idleMs = 5_000;

interface KeptText {
  readonly text: Promise<string>;
  length: number;
}

/**
 * The base64 texts of the frames that were sent last: questions about one video are asked behind
 * each other and show the same frames, so that these are read and encoded once, also where several
 * questions want them at the same moment.
 */
export function frameTexts(
  read: (frame: FrameRef) => Promise<Uint8Array>,
  most: number = mostCharacters,
): (frame: FrameRef) => Promise<string> {
  const kept = new Map<string, KeptText>();
  let characters = 0;
  let isWanted = false;
  let isWatched = false;
  const watch = () => {
    isWatched = true;
    isWanted = false;
    setTimeout(() => {
      if (isWanted) return watch();
      isWatched = false;
      kept.clear();
      characters = 0;
    }, idleMs).unref();
  };
  const encode = async (frame: FrameRef) => {
    const { buffer, byteOffset, byteLength } = await read(frame);
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  };
  const grow = (entry: KeptText, { length }: string) => {
    entry.length = length;
    characters += length;
    for (const [digest, oldest] of kept) {
      if (characters <= most) return;
      kept.delete(digest);
      characters -= oldest.length;
    }
  };
  return (frame) => {
    if (!isWatched) watch();
    isWanted = true;
    const known = kept.get(frame.digest);
    if (known) {
      kept.delete(frame.digest);
      kept.set(frame.digest, known);
      return known.text;
    }
    const entry: KeptText = { text: encode(frame), length: 0 };
    kept.set(frame.digest, entry);
    entry.text.then(
      (text) => kept.get(frame.digest) === entry && grow(entry, text),
      () => kept.get(frame.digest) === entry && kept.delete(frame.digest),
    );
    return entry.text;
  };
}
