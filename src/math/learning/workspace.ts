import { reserve } from "../wasm/assemble.ts";
import { type LearningKernel, learningKernel } from "./kernel.ts";

/**
 * Memory that the kernel works in. Arrays are handed out once and live as long as the workspace;
 * room for all of them is stated when it is opened, because a memory that grows detaches them.
 */
export interface Workspace {
  readonly kernel: LearningKernel;
  /** Zeros. */
  floats(length: number): Float32Array;
  /** Zeros. */
  doubles(length: number): Float64Array;
}

/** What a memory of WebAssembly can hold at most. */
const mostBytes = 2 ** 32 - 65_536;

/** @throws {RangeError} where the bytes are more than WebAssembly can address. */
export function openWorkspace(bytes: number): Workspace {
  if (bytes > mostBytes)
    throw new RangeError(`a workspace of ${bytes} bytes, but it can have ${mostBytes} at most`);
  const kernel = learningKernel();
  reserve(kernel, bytes);
  let used = 0;
  function take(size: number): number {
    const at = used;
    used += roundedBytes(size);
    if (used > bytes)
      throw new RangeError(`the workspace has ${bytes} bytes, but ${used} are used`);
    return at;
  }
  return {
    kernel,
    floats: (length) => new Float32Array(kernel.memory.buffer, take(4 * length), length),
    doubles: (length) => new Float64Array(kernel.memory.buffer, take(8 * length), length),
  };
}

/** What an array of so many bytes takes up in a workspace: whole vectors and cache lines. */
export function roundedBytes(size: number): number {
  return Math.ceil(size / 64) * 64;
}
