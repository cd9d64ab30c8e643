import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mark } from "../../core/family/annotating.ts";
import {
  type EditHistory,
  noHistory,
  rebase,
  replay,
  type Step,
  withoutMarks,
} from "./edit-history.ts";

const label = (type: string): Mark => ({ kind: "label", type });
const edit = (id: string, ...changed: readonly [string, string | null][]): Step => ({
  id,
  kind: "edit",
  changes: changed.map(([mark, type]) => ({ id: mark, mark: type === null ? null : label(type) })),
});

function undo(history: EditHistory, kind: "undo" | "redo"): EditHistory {
  const changes = history[kind].at(-1);
  return changes ? replay([{ kind, changes }], history) : history;
}

const change = fc.tuple(
  fc.constantFrom("a", "b", "c"),
  fc.option(fc.constantFrom("x", "y", "z"), { nil: null }),
) as fc.Arbitrary<[string, string | null]>;
const steps = fc.array(
  fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: ([id]) => id }),
  {
    maxLength: 12,
  },
);

describe("a history of edits", () => {
  it("goes all the way back and forward again", () => {
    fc.assert(
      fc.property(steps, (changes) => {
        const states: EditHistory["marks"][] = [{}];
        let history = noHistory;
        for (const [at, one] of changes.entries()) {
          history = replay([edit(String(at), ...one)], history);
          states.push(history.marks);
        }
        for (const marks of states.toReversed().slice(1)) {
          history = undo(history, "undo");
          expect(history.marks).toEqual(marks);
        }
        expect(history.undo).toEqual([]);
        for (const marks of states.slice(1)) {
          history = undo(history, "redo");
          expect(history.marks).toEqual(marks);
        }
        expect(history.redo).toEqual([]);
      }),
    );
  });

  it("is the same from a journal that holds the undone steps", () => {
    const first = replay([edit("1", ["a", "x"]), edit("2", ["a", "y"])]);
    const [back] = [first.undo.at(-1)!];
    const journal = [
      edit("1", ["a", "x"]),
      edit("2", ["a", "y"]),
      { id: "3", kind: "undo" as const, changes: back },
    ];
    const again = replay(journal);
    expect(again.marks).toEqual({ a: label("x") });
    expect(undo(again, "redo").marks).toEqual({ a: label("y") });
    expect(undo(undo(again, "undo"), "undo").marks).toEqual({});
  });

  it("forgets what was undone once something else is done", () => {
    const undone = undo(replay([edit("1", ["a", "x"])]), "undo");
    expect(replay([edit("2", ["b", "x"])], undone).redo).toEqual([]);
  });
});

describe("rebase", () => {
  it("leaves out what is saved already, and nothing else changes", () => {
    const own = [edit("1", ["a", "x"]), { ...edit("2", ["a", null]), kind: "undo" as const }];
    expect(rebase(own, [edit("1", ["a", "x"])])).toEqual({ steps: own.slice(1), conflicts: [] });
  });

  it("merges changes of different marks, with undoing as editing", () => {
    const own = [{ ...edit("1", ["a", "x"]), kind: "undo" as const }];
    expect(rebase(own, [edit("9", ["b", "y"])])).toEqual({
      steps: [{ ...own[0], kind: "edit" }],
      conflicts: [],
    });
  });

  it("names what both sides changed; what is given up is gone", () => {
    const own = [edit("1", ["a", "x"], ["b", "x"]), edit("2", ["a", "z"])];
    const { steps: left, conflicts } = rebase(own, [edit("9", ["a", "y"])]);
    expect(conflicts).toEqual(["a"]);
    expect(withoutMarks(left, conflicts)).toEqual([edit("1", ["b", "x"])]);
  });
});
