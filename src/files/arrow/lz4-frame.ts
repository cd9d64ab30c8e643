const magic = 0x184d2204;
const largestBlock = [0, 0, 0, 0, 1 << 16, 1 << 18, 1 << 20, 1 << 22] as const;

const tooLong = new Error("an LZ4 block says more than it holds");

/**
 * Unpacks an LZ4 frame, as Arrow files hold one for each column. Blocks may lean on the ones before
 * them, which unpackers of single blocks cannot follow. Checksums are passed over: what they would
 * find is found by the length that the file names.
 */
export function unpackLz4Frame(bytes: Uint8Array): Uint8Array {
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (input.length < 7 || input.readUInt32LE(0) !== magic)
    throw new Error("it does not start as an LZ4 frame does");
  const flags = input[4]!;
  const blockBytes = largestBlock[(input[5]! >> 4) & 7];
  if (flags >> 6 !== 1 || !blockBytes) throw new Error("it is an LZ4 frame of an unknown version");
  const sumBytes = flags & 0x10 ? 4 : 0;
  const output: Output = { bytes: Buffer.allocUnsafe(blockBytes), length: 0 };
  for (let at = 7 + (flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0); ; ) {
    const size = input.readUInt32LE(at);
    if (size === 0) return output.bytes.subarray(0, output.length);
    const end = at + 4 + (size & 0x7fff_ffff);
    const block = input.subarray(at + 4, end);
    makeRoom(output, blockBytes);
    if (size >= 0x8000_0000) addPlain(output, block);
    else addBlock(output, block);
    at = end + sumBytes;
  }
}

interface Output {
  bytes: Buffer;
  length: number;
}

/** Grows twofold, so that a column of many blocks is not copied for each. */
function makeRoom(output: Output, blockBytes: number): void {
  if (output.length + blockBytes <= output.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(output.length + blockBytes, output.bytes.length * 2));
  output.bytes.copy(larger, 0, 0, output.length);
  output.bytes = larger;
}

function addPlain(output: Output, block: Uint8Array): void {
  if (output.length + block.length > output.bytes.length) throw tooLong;
  output.bytes.set(block, output.length);
  output.length += block.length;
}

/**
 * A block holds runs of bytes as they are, each but the last followed by a run to be repeated from
 * before.
 */
function addBlock(output: Output, block: Uint8Array): void {
  const { bytes } = output;
  let to = output.length;
  let at = 0;
  const lengthFrom = (nibble: number) => {
    let length = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255; length += more) {
      more = block[at++] ?? 0;
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = lengthFrom(token >> 4);
    if (at + literals > block.length || to + literals > bytes.length) throw tooLong;
    bytes.set(block.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at >= block.length) break;
    const distance = block[at]! | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const length = lengthFrom(token & 15) + 4;
    if (distance === 0 || distance > to || to + length > bytes.length) throw tooLong;
    // Runs overlap themselves on purpose, so they are copied from the front.
    for (const end = to + length; to < end; to++) bytes[to] = bytes[to - distance]!;
  }
  output.length = to;
}
