/** What becomes of text that comes in pieces. */
interface LineListener {
  /** Called with each line; of one that can be no message only its beginning. */
  onLine(line: string): void;
  /** Called once a line that may be a message is longer than any message. */
  onEndless?(): void;
}

interface LineSplitter {
  /** Takes the next piece. */
  take(text: string): void;
  /** Hands on what stands behind the last line feed. */
  end(): void;
}

/** In characters. A reply with a hundred million of them is no reply. */
export const longestMessage = 100_000_000;
/** As much is kept of a line that is no message. */
const longestRemark = 400;

/**
 * Cuts text into lines. Only what may be a message, which begins with a brace, is kept whole:
 * programs print whatever they like, and some of them without an end. Every character is looked at
 * once, however long its line is.
 */
export function lineSplitter({ onLine, onEndless }: LineListener): LineSplitter {
  let pieces: string[] = [];
  let length = 0;
  /** Unknown while there is nothing but space. */
  let mayBeMessage: boolean | undefined;
  const forget = () => {
    pieces = [];
    length = 0;
    mayBeMessage = undefined;
  };
  const add = (piece: string) => {
    const begun = mayBeMessage === undefined ? piece.trimStart() : "";
    if (begun !== "") mayBeMessage = begun.startsWith("{");
    if (mayBeMessage !== true && length > longestRemark) return;
    pieces.push(mayBeMessage ? piece : piece.slice(0, longestRemark));
    length += piece.length;
    if (!mayBeMessage || length <= longestMessage) return;
    forget();
    onEndless?.();
  };
  const end = () => {
    const line = pieces.join("").trimEnd();
    forget();
    if (line !== "") onLine(line);
  };
  return {
    take(text) {
      let from = 0;
      for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
        add(text.slice(from, to));
        end();
        from = to + 1;
      }
      add(text.slice(from));
    },
    end,
  };
}
