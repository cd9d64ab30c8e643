import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../../core/user-error.ts";
import type { Step } from "../../summary/annotate/edit-history.ts";
import { AnnotationJournal, readJournal } from "./annotation-journal.ts";

const folder = temporaryFolder();
let files = 0;
const newPath = () => join(folder.path, `${++files}.jsonl`);
const at = "2026-11-17T00:00:00.000Z";

function step(id: string, kind: Step["kind"] = "edit"): Step {
  return { id, kind, changes: [{ id: "a", mark: { kind: "label", type: id } }] };
}

async function idsIn(path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const items = (await readJournal(path))?.items ?? new Map();
  return Object.fromEntries(
    [...items].map(([item, steps]) => [item, steps.map((s: Step) => s.id)]),
  );
}

describe("the journal of an annotator", () => {
  it("refuses a step that is not based on the last one, with what came before", async () => {
    await using journal = await AnnotationJournal.open(newPath(), "Anna");
    expect(await journal.save("v", 0, step("1"), at)).toEqual({ state: "saved", revision: 1 });
    expect(await journal.save("v", 0, step("2"), at)).toMatchObject({
      ...{ state: "stale", revision: 1 },
      steps: [{ id: "1", revision: 1 }],
    });
    expect(await journal.save("w", 0, step("3"), at)).toEqual({ state: "saved", revision: 1 });
  });

  it("saves a step once that is sent twice", async () => {
    const path = newPath();
    await using journal = await AnnotationJournal.open(path, "Anna");
    await journal.save("v", 0, step("1"), at);
    await journal.save("v", 1, step("2"), at);
    expect(await journal.save("v", 0, step("1"), at)).toEqual({ state: "saved", revision: 1 });
    expect(await idsIn(path)).toEqual({ v: ["1", "2"] });
  });

  it("has a step on the disk before it is acknowledged", async () => {
    const path = newPath();
    await using journal = await AnnotationJournal.open(path, "Anna");
    await journal.save("v", 0, step("1"), at);
    expect(readFileSync(path, "utf8")).toContain('"id":"1"');
  });

  it("names the line that is damaged in the middle, and touches nothing", async () => {
    const path = newPath();
    {
      await using journal = await AnnotationJournal.open(path, "Anna");
      await journal.save("v", 0, step("first"), at);
      await journal.save("v", 1, step("second"), at);
    }
    const broken = readFileSync(path, "utf8").replace("first", "worst");
    writeFileSync(path, broken);
    await expect(AnnotationJournal.open(path, "Anna")).rejects.toThrow(
      /\.jsonl:2: this line of the journal cannot be read: checksum/,
    );
    expect(readFileSync(path, "utf8")).toBe(broken);
  });

  it("is not written over by a file that is something else", async () => {
    const path = newPath();
    writeFileSync(path, '{"schema":"other"}\n');
    await expect(AnnotationJournal.open(path, "Anna")).rejects.toThrow(UserError);
  });

  it("acknowledges nothing once another process has taken over", async () => {
    let reason: UserError | undefined;
    const path = newPath();
    await using journal = await AnnotationJournal.open(path, "Anna", () => reason);
    await journal.save("v", 0, step("1"), at);
    reason = new UserError("taken over");
    await expect(journal.save("v", 1, step("2"), at)).rejects.toThrow("taken over");
    expect(journal.isLost).toBe(true);
    await expect(journal.save("v", 1, step("2"), at)).rejects.toThrow("taken over");
    expect(await idsIn(path)).toEqual({ v: ["1"] });
  });

  it("loses nothing acknowledged in any order of saves, crashes in mid-line and reloads", async () => {
    const action = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ do: fc.constant("save"), item: fc.nat(2), stale: fc.nat(4) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen") }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("crash"), bytes: fc.nat(200) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("resend"), item: fc.nat(2) }) },
    ) as fc.Arbitrary<
      | { do: "save"; item: number; stale: number }
      | { do: "reopen" }
      | { do: "crash"; bytes: number }
      | { do: "resend"; item: number }
    >;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const path = newPath();
        let journal = await AnnotationJournal.open(path, "Anna");
        const acknowledged: Record<string, string[]> = {};
        let number = 0;
        for (const one of actions) {
          if (one.do === "save") {
            const item = `v${one.item}`;
            const known = acknowledged[item]?.length ?? 0;
            const isStale = one.stale === 0 && known > 0;
            const id = `s${++number}`;
            const answer = await journal.save(item, isStale ? known - 1 : known, step(id), at);
            expect(answer.state).toBe(isStale ? "stale" : "saved");
            if (!isStale) acknowledged[item] = [...(acknowledged[item] ?? []), id];
          } else if (one.do === "resend") {
            const [id] = acknowledged[`v${one.item}`] ?? [];
            if (id === undefined) continue;
            const answer = await journal.save(`v${one.item}`, 0, step(id), at);
            expect(answer).toEqual({ state: "saved", revision: 1 });
          } else {
            await journal[Symbol.asyncDispose]();
            // The beginning of a line whose write was cut off, of any length.
            if (one.do === "crash") tear(path, one.bytes);
            journal = await AnnotationJournal.open(path, "Anna");
          }
        }
        await journal[Symbol.asyncDispose]();
        expect(await idsIn(path)).toEqual(acknowledged);
        for (const steps of (await readJournal(path))!.items.values())
          expect(steps.map(({ revision }) => revision)).toEqual(steps.map((_, at) => at + 1));
      }),
      { numRuns: 40 },
    );
  });

  it("begins again where not even the first line was written whole", async () => {
    const path = newPath();
    {
      await using _ = await AnnotationJournal.open(path, "Anna");
    }
    truncateSync(path, 10);
    await using journal = await AnnotationJournal.open(path, "Anna");
    expect(await journal.save("v", 0, step("1"), at)).toEqual({ state: "saved", revision: 1 });
  });
});

/** Leaves the start of a line at the end of the file, never a whole one. */
function tear(path: string, bytes: number): void {
  const line =
    '{"item":"v0","author":"Anna","id":"torn","kind":"edit","changes":[],"revision":99,"at":""';
  appendFileSync(path, line.slice(0, bytes));
}
