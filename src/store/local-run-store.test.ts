import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  header,
  keyOf,
  outcomeEvent,
  replyEvent,
  runStoreContract,
} from "../../test/support/run-store-contract.ts";
import type { RunEvent } from "../core/run/run-event.ts";
import { readRunHeader } from "./journal-file.ts";
import { createLocalRun, openLocalRun, readLocalRun } from "./local-run-store.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-store-"));
afterAll(() => rmSync(root, { recursive: true }));
const fresh = () => join(mkdtempSync(join(root, "r-")), "run");

runStoreContract("local journal", async () => {
  const directory = fresh();
  return {
    create: (first) => createLocalRun(directory, first),
    reopen: () => openLocalRun(directory),
    read: () => readLocalRun(directory),
  };
});

/** A closed run with `count` outcomes; returns its journal's path and bytes. */
async function written(
  count: number,
): Promise<{ directory: string; journal: string; bytes: Buffer }> {
  const directory = fresh();
  {
    await using store = await createLocalRun(directory, header);
    await store.append(Array.from({ length: count }, (_, i) => outcomeEvent(i)));
  }
  const journal = join(directory, "run.jsonl");
  return { directory, journal, bytes: readFileSync(journal) };
}

async function eventsIn(directory: string): Promise<RunEvent[]> {
  await using store = await readLocalRun(directory);
  const events: RunEvent[] = [];
  for await (const event of store.events()) events.push(event);
  return events;
}

function linesOf(bytes: Buffer): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1;
    lines.push({ start, end });
    start = end;
  }
  return lines;
}

describe("a journal that was cut off", () => {
  it("loses nothing but the torn line, wherever it is cut, and can be continued", async () => {
    const { directory, journal, bytes } = await written(12);
    const lines = linesOf(bytes);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: lines[0]!.end, max: bytes.length }), async (length) => {
        writeFileSync(journal, bytes.subarray(0, length));
        const whole = lines.filter(({ end }) => end <= length).length - 1;
        // An intact line that lacks only its line end is kept.
        const kept = whole + (lines.some(({ end }) => end === length + 1) ? 1 : 0);
        {
          await using store = await openLocalRun(directory);
          expect(store.damage).toEqual([]);
          expect(
            (await store.states(Array.from({ length: 12 }, (_, i) => keyOf(i)))).filter(
              (state) => state === "answered",
            ),
          ).toHaveLength(kept);
          await store.append([outcomeEvent(99)]);
        }
        expect(await eventsIn(directory)).toEqual([
          ...Array.from({ length: kept }, (_, i) => outcomeEvent(i)),
          outcomeEvent(99),
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused with its path when even the first line is gone", async () => {
    const { directory, journal } = await written(1);
    truncateSync(journal, 10);
    await expect(readRunHeader(directory)).rejects.toThrow(
      /run\.jsonl:1: the first line of the run cannot be read/,
    );
    truncateSync(journal, 0);
    await expect(readRunHeader(directory)).rejects.toThrow(/is empty/);
  });
});

describe("a journal with flipped bits", () => {
  it("names every damaged line by its number and keeps all others", async () => {
    const { directory, journal, bytes } = await written(12);
    const lines = linesOf(bytes);
    const first = lines[0]!.end;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: first, max: bytes.length - 2 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const flipped = Buffer.from(bytes);
          flipped[at]! ^= 1 << bit;
          writeFileSync(journal, flipped);
          rmSync(join(directory, "run.index"), { force: true });
          const damagedLines = lines.flatMap(({ start, end }, i) =>
            at >= start && at < end ? [i] : [],
          );
          const isLineEnd = bytes[at] === 10;
          const lost = new Set(isLineEnd ? [damagedLines[0]!, damagedLines[0]! + 1] : damagedLines);
          await using store = await readLocalRun(directory);
          const survivors = Array.from({ length: 12 }, (_, i) => i).filter((i) => !lost.has(i + 1));
          expect((await eventsIn(directory)).map(({ at }) => at)).toEqual(survivors);
          expect(store.damage[0]?.line).toBe(damagedLines[0]! + 1);
          // A flip that makes a line end splits one damaged line in two.
          expect(store.damage.length).toBe(flipped[at] === 10 ? 2 : 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("tells of damage again every time, also when the index was written before it", async () => {
    const { directory, journal, bytes } = await written(6);
    const [, , third] = linesOf(bytes);
    const flipped = Buffer.from(bytes);
    flipped[third!.start + 90]! ^= 4;
    writeFileSync(journal, flipped);
    for (let time = 0; time < 2; time++) {
      await using store = await openLocalRun(directory);
      expect((await store.histories([keyOf(1)]))[0]?.outcome).toBeUndefined();
      expect(store.damage).toEqual([{ line: 3, reason: "checksum does not match" }]);
      expect((await store.histories([keyOf(2)]))[0]?.outcome).toEqual(outcomeEvent(2));
    }
  });
});

describe("the index beside a journal", () => {
  it("is only a help: missing, torn or foreign, the journal gives the same answers", async () => {
    const { directory } = await written(300);
    const index = join(directory, "run.index");
    const intact = readFileSync(index);
    const spoils = [
      () => rmSync(index),
      () => truncateSync(index, Math.floor(intact.length / 2)),
      () => writeFileSync(index, Buffer.from(intact).fill(7, 40, 60)),
      () => writeFileSync(index, "not an index"),
      () => writeFileSync(index, intact),
    ];
    for (const spoil of spoils) {
      if (existsSync(index)) spoil();
      await using store = await openLocalRun(directory);
      const keys = Array.from({ length: 301 }, (_, i) => keyOf(i));
      expect((await store.states(keys)).filter((state) => state === "answered")).toHaveLength(300);
      expect((await store.histories([keyOf(299)]))[0]?.outcome).toEqual(outcomeEvent(299));
    }
  });

  it("of a longer journal does not fit a shorter one", async () => {
    const { directory, journal, bytes } = await written(40);
    const lines = linesOf(bytes);
    truncateSync(journal, lines[10]!.end);
    await using store = await openLocalRun(directory);
    expect(
      (await store.states(Array.from({ length: 40 }, (_, i) => keyOf(i)))).filter(Boolean),
    ).toHaveLength(10);
  });
});

describe("a tail", () => {
  it("waits for the rest of a torn line, and passes over a damaged one", async () => {
    const { directory, journal, bytes } = await written(4);
    const [, first, second, third, fourth] = linesOf(bytes);
    const middle = Math.floor((third!.start + third!.end) / 2);
    truncateSync(journal, middle);
    await using store = await readLocalRun(directory);
    const left = new AbortController();
    const seen: RunEvent[] = [];
    for await (const events of store.tail(left.signal)) {
      seen.push(...events);
      if (seen.length === 2) {
        const spoilt = Buffer.from(bytes.subarray(first!.start, second!.end));
        spoilt[20]! ^= 1;
        const rest = bytes.subarray(middle, fourth!.end);
        appendFileSync(journal, rest.subarray(0, 10));
        appendFileSync(journal, Buffer.concat([rest.subarray(10), spoilt]));
      }
      if (seen.length === 5) left.abort();
    }
    expect(seen).toEqual([0, 1, 2, 3, 1].map((number) => outcomeEvent(number)));
  });
});

describe("writing", () => {
  it("acknowledges only what is in the file", async () => {
    const directory = fresh();
    await using store = await createLocalRun(directory, header);
    for (let i = 0; i < 20; i++) {
      await store.append([replyEvent(i, 0), outcomeEvent(i)]);
      const text = readFileSync(join(directory, "run.jsonl"), "utf8");
      expect(text.endsWith("\n")).toBe(true);
      expect(text).toContain(keyOf(i));
    }
  });

  it("refuses a directory that holds a run already", async () => {
    const { directory } = await written(1);
    const before = statSync(join(directory, "run.jsonl")).size;
    await expect(createLocalRun(directory, header)).rejects.toThrow(/there is a run in/);
    expect(statSync(join(directory, "run.jsonl")).size).toBe(before);
    await using store = await openLocalRun(directory);
    expect(store.damage).toEqual([]);
  });
});
