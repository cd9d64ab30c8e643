/** A message as it is written: a line of JSON, and the bytes that its members stand for. */
export interface WrittenMessage {
  readonly line: string;
  readonly attached: readonly Uint8Array[];
}

/** Bytes in a message become their place among those that are written behind it. */
export function writtenMessage(message: unknown): WrittenMessage {
  const attached: Uint8Array[] = [];
  let size = 0;
  const text = JSON.stringify(message, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    const place = { at: size, bytes: value.length };
    attached.push(value);
    size += value.length;
    return place;
  });
  const line = attached.length === 0 ? text : `${text.slice(0, -1)},"attached":${size}}`;
  return { line: `${line}\n`, attached };
}
