/** Numbers as samples and predictions hold them: little-endian single precision in base64. */
export function packValues(values: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (let at = 0; at < values.length; at++) view.setFloat32(at * 4, values[at]!, true);
  let text = "";
  for (let at = 0; at < view.byteLength; at++) text += String.fromCharCode(view.getUint8(at));
  return btoa(text);
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The numbers that are packed in a text; `undefined` where it holds none. */
export function unpackValues(packed: string): Float32Array | undefined {
  const text = decoded(packed);
  if (text === undefined || text.length % 4 !== 0) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  if (isLittleEndian) return new Float32Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: text.length / 4 }, (_, at) => view.getFloat32(at * 4, true));
}

function decoded(packed: string): string | undefined {
  try {
    return atob(packed);
  } catch {
    return undefined;
  }
}
