import { readdirSync, statSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { memoryScratch, type Scratch } from "../core/data/scratch.ts";
import type { UserError } from "../core/user-error.ts";
import { fileScratch } from "./file-scratch.ts";
import { type Disk, realDisk } from "./unlinked-file.ts";

const folder = temporaryFolder();
const made: Disposable[] = [];

/** In a file as soon as one block is full. */
function smallScratch(
  more: NonNullable<Parameters<typeof fileScratch>[1]> = {},
): Scratch & Disposable {
  const scratch = fileScratch(0, { folder: folder.path, mostInMemory: 0, ...more });
  made.push(scratch);
  return scratch;
}

afterEach(() => {
  for (const scratch of made.splice(0)) scratch[Symbol.dispose]();
  expect(readdirSync(folder.path)).toEqual([]);
});

const block = 1 << 18;
/** Bytes that tell lists and places apart. */
function bytes(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (seed * 31 + i * 7 + (i >> 8)) & 255);
}

const kinds: readonly (readonly [string, () => Scratch])[] = [
  ["in memory", memoryScratch],
  ["in a file that may hold little in memory", () => smallScratch()],
  ["in a file after three blocks", () => smallScratch({ mostInMemory: 3 * block })],
];

describe.each(kinds)("a scratch %s", (_, make) => {
  it("gives back what was kept, in any order, however long it is", () => {
    const border = fc.constantFrom(
      0,
      1,
      65_535,
      65_536,
      65_537,
      block - 1,
      block,
      block + 1,
      2 * block + 3,
    );
    const length = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
      { weight: 1, arbitrary: border },
    );
    const step = fc.record({ length, reads: fc.array(fc.nat(), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const scratch = make();
        const kept: { readonly place: number; readonly length: number }[] = [];
        const check = (number: number) => {
          const { place, length: own } = kept[number]!;
          expect(Buffer.compare(scratch.read(place), bytes(own, number))).toBe(0);
        };
        for (const [number, { length: own, reads }] of steps.entries()) {
          kept.push({ place: scratch.keep(bytes(own, number)), length: own });
          for (const read of reads) check(read % kept.length);
        }
        for (let number = 0; number < kept.length; number++) check(number);
      }),
      { numRuns: 40 },
    );
  });

  it("knows nothing of places where nothing was kept", () => {
    const scratch = make();
    expect(() => scratch.read(0)).toThrow(RangeError);
    scratch.keep(bytes(3, 1));
    expect(() => scratch.read(1)).toThrow(RangeError);
    expect(() => scratch.read(-1)).toThrow(RangeError);
  });
});

describe("fileScratch", () => {
  it("makes no file while there is little, and one that nobody can open by its name once there is much", () => {
    const opened: string[] = [];
    const disk = fakeDisk({ onOpen: (path) => opened.push(path) });
    const scratch = smallScratch({ mostInMemory: 2 * block, disk });
    for (let i = 0; i < 4; i++) scratch.keep(bytes(block / 2, i));
    expect(opened).toEqual([]);
    scratch.keep(bytes(1, 4));
    expect(opened).toHaveLength(1);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(Buffer.compare(scratch.read(0), bytes(block / 2, 0))).toBe(0);
  });

  it("begins in a file where much is expected", () => {
    const opened: string[] = [];
    const scratch = fileScratch(1e9, {
      folder: folder.path,
      disk: fakeDisk({ onOpen: (path) => opened.push(path) }),
    });
    made.push(scratch);
    for (let i = 0; i < 3; i++) scratch.keep(bytes(block, i));
    expect(opened).toHaveLength(1);
    expect(Buffer.compare(scratch.read(1), bytes(block, 1))).toBe(0);
  });

  it("makes a file for nobody else to read, which is there once at most", () => {
    const modes: number[] = [];
    const disk = fakeDisk({ onOpen: (path) => modes.push(statSync(path).mode & 0o777) });
    const scratch = smallScratch({ disk });
    scratch.keep(bytes(3 * block, 1));
    if (process.platform !== "win32") expect(modes).toEqual([0o600]);
  });

  it("removes the file on disposal where it could not be removed before, or as the process ends", () => {
    let refusals = 1;
    const disk = fakeDisk({
      onRemove() {
        if (refusals-- > 0) throw Object.assign(new Error("busy"), { code: "EBUSY" });
      },
    });
    const before = process.listenerCount("exit");
    const scratch = smallScratch({ disk });
    scratch.keep(bytes(3 * block, 1));
    expect(readdirSync(folder.path)).toHaveLength(1);
    expect(process.listenerCount("exit")).toBe(before + 1);
    scratch[Symbol.dispose]();
    expect(readdirSync(folder.path)).toEqual([]);
    expect(process.listenerCount("exit")).toBe(before);
  });

  it.each(["ENOSPC", "EDQUOT"])("says where there is no room, and what would help (%s)", (code) => {
    let room = 2;
    const disk = fakeDisk({
      onWrite() {
        if (room-- === 0) throw Object.assign(new Error("write"), { code });
      },
    });
    const scratch = smallScratch({ disk });
    const kept = [1, 2].map((seed) => scratch.keep(bytes(block, seed)));
    const error = caught(() => scratch.keep(bytes(2 * block, 3)));
    expect(error.name).toBe("UserError");
    expect(error.message).toBe(
      `${folder.path}: no room for what is laid aside while scoring (1 MB so far)`,
    );
    expect(error.hint).toContain("TMPDIR");
    for (const [i, place] of kept.entries())
      expect(Buffer.compare(scratch.read(place), bytes(block, i + 1))).toBe(0);
  });

  it("writes the rest where the disk takes a part at a time", () => {
    const scratch = smallScratch({ disk: fakeDisk({ mostAtOnce: 100_001 }) });
    const places = [0, 1, 2].map((seed) => scratch.keep(bytes(block + 5, seed)));
    for (const [seed, place] of places.entries())
      expect(Buffer.compare(scratch.read(place), bytes(block + 5, seed))).toBe(0);
  });

  it("stays in memory where no file can be made", () => {
    const scratch = fileScratch(0, { folder: `${folder.path}/nowhere`, mostInMemory: 0 });
    const places = [0, 1, 2, 3].map((seed) => scratch.keep(bytes(block, seed)));
    for (const [seed, place] of places.entries())
      expect(Buffer.compare(scratch.read(place), bytes(block, seed))).toBe(0);
  });

  it("knows nothing after its disposal", () => {
    const scratch = smallScratch();
    const place = scratch.keep(bytes(2 * block, 1));
    scratch[Symbol.dispose]();
    expect(() => scratch.read(place)).toThrow(RangeError);
    scratch[Symbol.dispose]();
  });
});

interface DiskEvents {
  onOpen?(path: string): void;
  onWrite?(): void;
  onRemove?(): void;
  readonly mostAtOnce?: number;
}

/** The real disk, told of what is about to happen, and sometimes short of something. */
function fakeDisk({
  onOpen,
  onWrite,
  onRemove,
  mostAtOnce = Number.POSITIVE_INFINITY,
}: DiskEvents): Disk {
  return {
    open(path) {
      const descriptor = realDisk.open(path);
      onOpen?.(path);
      return descriptor;
    },
    write(descriptor, all, position) {
      onWrite?.();
      return realDisk.write(descriptor, all.subarray(0, mostAtOnce), position);
    },
    remove(path) {
      onRemove?.();
      realDisk.remove(path);
    },
  };
}

function caught(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    return error as UserError;
  }
  return expect.unreachable("nothing was thrown");
}
