/**
 * A small assembler of WebAssembly, for hot loops that need SIMD: instructions are lists of bytes,
 * put together by the functions of this file. Numbers are those of the specification (core and
 * SIMD, https://webassembly.github.io/spec/core/binary/).
 */
export type Code = readonly number[];

/** A function of whole numbers (addresses and counts) that returns nothing. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  /** Further variables: whole numbers first, then vectors of 128 bits. */
  readonly integers: number;
  readonly vectors: number;
  readonly body: Code;
}

/** What runs: its memory, and its functions by their names. */
export interface WasmInstance {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
}

/** The part of the global `WebAssembly` that is used; TypeScript knows it of browsers only. */
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

/** Compiles functions; every call of the result makes an instance with a memory of its own. */
export function compile<T extends WasmInstance>(functions: readonly WasmFunction[]): () => T {
  const module = new Module(assemble(functions));
  return () => new Instance(module).exports as T;
}

/** Makes room for so many bytes, rounded up to pages. */
export function reserve({ memory }: WasmInstance, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

const pageBytes = 65_536;

/** The bytes of a module with these functions and a memory that can grow. */
function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    ...[0x60, ...unsigned(parameters), ...Array<number>(parameters).fill(i32), 0],
  ]);
  const bodies = functions.map(({ integers, vectors, body }) => {
    const code = [2, ...unsigned(integers), i32, ...unsigned(vectors), v128, ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  const exports = functions.map(({ name }, i) => [...text(name), 0, ...unsigned(i)]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(5, [[0, 1]]),
    ...section(7, [...exports, [...text("memory"), 2, 0]]),
    ...section(10, bodies),
  ]);
}

const i32 = 0x7f;
const v128 = 0x7b;

function section(id: number, items: readonly Code[]): Code {
  const content = [...unsigned(items.length), ...items.flat()];
  return [id, ...unsigned(content.length), ...content];
}

function text(name: string): Code {
  return [...unsigned(name.length), ...Buffer.from(name, "latin1")];
}

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

export const get = (variable: number): Code => [0x20, ...unsigned(variable)];
export const set = (variable: number, value: Code): Code => [...value, 0x21, ...unsigned(variable)];
export const int = (value: number): Code => [0x41, ...signed(value)];
export const add = (a: Code, b: Code): Code => [...a, ...b, 0x6a];
export const loadInt = (at: Code): Code => [...at, 0x28, 2, 0];
export const advance = (variable: number, by: Code): Code => set(variable, add(get(variable), by));

/** Runs the body while `variable` is below `end`; the body must advance it. */
export function whileBelow(variable: number, end: Code, body: Code): Code {
  const isOver = [...get(variable), ...end, 0x4f];
  return [0x02, 0x40, 0x03, 0x40, ...isOver, 0x0d, 1, ...body, 0x0c, 0, 0x0b, 0x0b];
}

/** An instruction of SIMD by its number. */
const simd = (number: number): Code => [0xfd, ...unsigned(number)];
/** Any alignment, without an offset. */
const memory: Code = [0, 0];
export const vector = {
  load: (at: Code): Code => [...at, ...simd(0), ...memory],
  /** The first four bytes; the rest is zero. */
  load4: (at: Code): Code => [...at, ...simd(92), ...memory],
  store: (at: Code, value: Code): Code => [...at, ...value, ...simd(11), ...memory],
  /** The first four bytes of the value. */
  store4: (at: Code, value: Code): Code => [...at, ...value, ...simd(90), ...memory, 0],
  splat: (value: Code): Code => [...value, ...simd(17)],
  bytesToShorts: (value: Code, half: "low" | "high"): Code => [
    ...value,
    ...simd(half === "low" ? 137 : 138),
  ],
  shortsToInts: (value: Code, half: "low" | "high"): Code => [
    ...value,
    ...simd(half === "low" ? 169 : 170),
  ],
  /** Eight whole numbers of 32 bits as 16 bits, those beyond as the nearest. */
  intsToShorts: (a: Code, b: Code): Code => [...a, ...b, ...simd(133)],
  /** Sixteen of 16 bits as bytes between 0 and 255, those beyond as the nearest. */
  shortsToBytes: (a: Code, b: Code): Code => [...a, ...b, ...simd(102)],
  shiftRight: (value: Code, bits: number): Code => [...value, ...int(bits), ...simd(172)],
  addInts: (a: Code, b: Code): Code => [...a, ...b, ...simd(174)],
  multiplyInts: (a: Code, b: Code): Code => [...a, ...b, ...simd(181)],
};

/** Instructions on vectors of floating-point numbers. */
interface FloatVector {
  /** How many bytes one number takes. */
  readonly bytes: 4 | 8;
  load(at: Code, offset?: number): Code;
  /** One number of the memory in all places. */
  loadSplat(at: Code, offset?: number): Code;
  add(a: Code, b: Code): Code;
  subtract(a: Code, b: Code): Code;
  multiply(a: Code, b: Code): Code;
  divide(a: Code, b: Code): Code;
  squareRoot(a: Code): Code;
  /**
   * `a · b + c`, rounded once where the processor can (all x86-64 since 2013 and all ARM64), else
   * twice: of the extension Relaxed SIMD.
   */
  multiplyAdd(a: Code, b: Code, c: Code): Code;
}

/** Four numbers of single precision. */
export const floats: FloatVector = floatVector(4, 9, 0xe3, 0x105);
/** Two numbers of double precision. */
export const doubles: FloatVector = floatVector(8, 10, 0xef, 0x107);

/** The arithmetic of both follows its square root in the same order. */
function floatVector(bytes: 4 | 8, splat: number, root: number, fused: number): FloatVector {
  const of =
    (number: number) =>
    (a: Code, b: Code): Code => [...a, ...b, ...simd(number)];
  return {
    bytes,
    load: (at, offset = 0) => [...at, ...simd(0), 0, ...unsigned(offset)],
    loadSplat: (at, offset = 0) => [...at, ...simd(splat), 0, ...unsigned(offset)],
    squareRoot: (a) => [...a, ...simd(root)],
    add: of(root + 1),
    subtract: of(root + 2),
    multiply: of(root + 3),
    divide: of(root + 4),
    multiplyAdd: (a, b, c) => [...a, ...b, ...c, ...simd(fused)],
  };
}
