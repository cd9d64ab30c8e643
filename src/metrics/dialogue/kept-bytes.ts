/** Writes lists of bytes that are kept for long, one after the other into large blocks outside the heap of JavaScript. */
interface ByteKeeper {
  /** A whole number from 0 to 2^31 − 1: seven bits a byte, so that small ones, which are common, take one. */
  writeNumber(number: number): void;
  /** Rounded to single precision, in four bytes. */
  writeFloat(number: number): void;
  /** Ends the list and answers it. */
  keep(): Uint8Array;
}

const blockLength = 1 << 18;

export function byteKeeper(): ByteKeeper {
  let buffer = new Uint8Array(1 << 12);
  let length = 0;
  let block = new Uint8Array(0);
  let used = 0;
  const float = new DataView(new ArrayBuffer(4));

  /** Room for a number of any kind. */
  function reserve(): void {
    if (length + 5 <= buffer.length) return;
    const larger = new Uint8Array(2 * buffer.length);
    larger.set(buffer);
    buffer = larger;
  }

  return {
    writeNumber(number) {
      reserve();
      let rest = number;
      for (; rest > 127; rest >>>= 7) buffer[length++] = rest | 128;
      buffer[length++] = rest;
    },
    writeFloat(number) {
      reserve();
      float.setFloat32(0, number, true);
      for (let i = 0; i < 4; i++) buffer[length++] = float.getUint8(i);
    },
    keep() {
      const list = buffer.subarray(0, length);
      length = 0;
      // A long list has a block of its own, so that less than half of any other is left empty.
      if (2 * list.length > blockLength) return list.slice();
      if (used + list.length > block.length) {
        block = new Uint8Array(blockLength);
        used = 0;
      }
      block.set(list, used);
      used += list.length;
      return block.subarray(used - list.length, used);
    },
  };
}

/** Reads a kept list. */
export interface ByteReader {
  /** Where the next number begins. */
  at: number;
  number(): number;
  float(): number;
}

export function byteReader(bytes: Uint8Array, at = 0): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader: ByteReader = {
    at,
    number() {
      let number = bytes[reader.at++]!;
      if (number < 128) return number;
      number &= 127;
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[reader.at++]!;
        number |= (byte & 127) << shift;
        if (byte < 128) return number;
      }
    },
    float() {
      reader.at += 4;
      return view.getFloat32(reader.at - 4, true);
    },
  };
  return reader;
}
