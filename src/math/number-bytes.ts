/** Writes numbers as bytes, in memory that is used again for the next list of them. */
export interface ByteWriter {
  /**
   * A whole number from 0 to 2^31 − 1: seven bits a byte, so that small ones, which are common,
   * take one.
   */
  writeNumber(number: number): void;
  /** Rounded to single precision, in four bytes. */
  writeFloat(number: number): void;
  /** Ends the list and answers it; valid until the next one is begun. */
  end(): Uint8Array;
}

export function byteWriter(): ByteWriter {
  let buffer = new Uint8Array(1 << 12);
  let length = 0;
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
    end() {
      const list = buffer.subarray(0, length);
      length = 0;
      return list;
    },
  };
}

/** Reads a list of bytes. */
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
