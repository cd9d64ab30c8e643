import { describe, expect, it } from "vitest";
import { fakeDialogueEvidence } from "../../../test/fakes/fake-dialogue-evidence.ts";
import type { Resampling, Table } from "../../core/scores/analysis.ts";
import { byDataset } from "./by-dataset.ts";

const evidence = [
  fakeDialogueEvidence({
    dataset: "wtag",
    semantics: [0.9, 0.3, 0.8],
    delays: [-1, 0, 2],
    missed: ["x"],
    redundant: 2,
  }),
  fakeDialogueEvidence({ dataset: "ego4d", semantics: [0.7] }),
];
const analyse = (of = evidence, resampling?: Resampling) =>
  byDataset("", { threshold: 0.5, documents: "all" }).analyse(of, resampling) as Table;

it("puts the mean over sets beside the pooled score", () => {
  const { columns, rows } = analyse();
  const column = (name: string) => rows.map((row) => row[columns.indexOf(name)]);
  expect(column("set")).toEqual(["ego4d", "wtag", "mean over sets", "all streams pooled"]);
  expect(column("streams")).toEqual([1, 1, null, 2]);
  // wtag: M 2, MM 1, X 1, U 2; ego4d: all right.
  expect(column("F1")).toEqual([1, 4 / 9, (1 + 4 / 9) / 2, 6 / 11]);
  expect(column("precision")).toEqual([1, 2 / 5, 0.7, 3 / 6]);
  expect(column("recall")).toEqual([1, 2 / 4, 0.75, 3 / 5]);
  expect(column("Jaccard")).toEqual([1, 2 / 6, (1 + 1 / 3) / 2, 3 / 7]);
  expect(column("missing")).toEqual([0, 1 / 4, 1 / 8, 1 / 5]);
});

it("says nothing about one set alone", () => {
  expect(analyse(evidence.slice(1)).rows).toEqual([]);
  expect(analyse([]).rows).toEqual([]);
});

describe("the interval of the mean over sets", () => {
  /** So many streams of a set, of two streams a video, of which some are right. */
  const streams = (dataset: string, rights: readonly number[]) =>
    rights.flatMap((right) =>
      [0, 1].map(() =>
        fakeDialogueEvidence({
          dataset,
          semantics: [...Array(right).fill(0.9), ...Array(4 - right).fill(0.2)],
        }),
      ),
    );
  const resampling = (count: number, more: Partial<Resampling> = {}): Resampling => ({
    groups: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / 2)),
    groupCount: Math.ceil(count / 2),
    resamples: 300,
    seed: 1,
    leastGroups: 10,
    ...more,
  });
  const rowOf = ({ rows }: Table, name: string) => rows.find(([first]) => first === name);
  const varied = [...streams("ego4d", [1, 2, 3, 4, 2, 1, 3]), ...streams("wtag", [4, 3, 4, 2, 4])];

  it("stands below the mean, around it, and is told how it was made", () => {
    const table = analyse(varied, resampling(varied.length));
    expect(table.rows.map(([name]) => name)).toEqual([
      "ego4d",
      "wtag",
      "mean over sets",
      "mean over sets, from",
      "mean over sets, to",
      "all streams pooled",
    ]);
    const at = table.columns.indexOf("F1");
    const [mean, from, to] = ["mean over sets", "mean over sets, from", "mean over sets, to"].map(
      (name) => rowOf(table, name)![at] as number,
    );
    expect(from).toBeLessThan(mean! - 0.05);
    expect(to).toBeGreaterThan(mean! + 0.05);
    expect(to! - from!).toBeLessThan(0.5);
    expect(table.notes).toEqual([
      "from and to: 95 % interval of the mean over sets (bootstrap of groups within each set, bias-corrected t, 300 resamples)",
      "no interval of missing, redundant, semantic, time (s), BLEU-4, CIDEr-D, METEOR: all resamples give the same score",
    ]);
    expect(analyse(varied, resampling(varied.length))).toEqual(table);
  });

  it("counts videos, not streams: two streams that say the same of one video tell no more than one", () => {
    const at = analyse().columns.indexOf("F1");
    const width = (table: Table) =>
      (rowOf(table, "mean over sets, to")![at] as number) -
      (rowOf(table, "mean over sets, from")![at] as number);
    const groups = Uint32Array.from(varied.keys());
    const apart = analyse(varied, resampling(varied.length, { groups, groupCount: varied.length }));
    expect(width(analyse(varied, resampling(varied.length)))).toBeGreaterThan(1.2 * width(apart));
  });

  it("resamples within sets: two sets that each never vary have none, however far apart they are", () => {
    const steady = [...streams("ego4d", [4, 4, 4, 4, 4]), ...streams("wtag", [1, 1, 1, 1, 1])];
    const table = analyse(steady, resampling(steady.length));
    const at = table.columns.indexOf("F1");
    expect(rowOf(table, "mean over sets")![at]).toBeCloseTo((1 + 1 / 4) / 2, 12);
    expect(rowOf(table, "mean over sets, from")).toBeUndefined();
  });

  it("has two rows less where no score varies, and says so once", () => {
    const perfect = [...streams("ego4d", [4, 4, 4, 4, 4]), ...streams("wtag", [4, 4, 4, 4, 4])];
    const { rows, notes, absent } = analyse(perfect, resampling(perfect.length));
    expect(rows.map(([name]) => name)).toEqual([
      "ego4d",
      "wtag",
      "mean over sets",
      "all streams pooled",
    ]);
    expect(notes).toEqual(["no interval of the mean over sets: all resamples give the same score"]);
    expect(absent).toBe("none");
  });

  it("has no BLEU that varies by nothing but the constant its formula adds", () => {
    const long = varied.map((stream) => {
      const words = stream.semantics.map(() => "pour the hot water in");
      return fakeDialogueEvidence({
        dataset: stream.dataset,
        semantics: stream.semantics,
        generated: words,
        references: words,
      });
    });
    const table = analyse(long, resampling(long.length));
    const at = table.columns.indexOf("BLEU-4");
    expect(rowOf(table, "mean over sets")![at]).toBeCloseTo(1, 8);
    expect(rowOf(table, "mean over sets, from")![at]).toBeNull();
    expect(rowOf(table, "mean over sets, to")![at]).toBeNull();
  });

  it("counts only videos with something to score, column by column, and tells why there is none", () => {
    const silent = (dataset: string, videos: number) =>
      Array.from({ length: 2 * videos }, () =>
        fakeDialogueEvidence({ dataset, missed: ["pour the water"] }),
      );
    const talking = streams("wtag", [1, 2, 3, 4, 2, 1, 3]);
    const table = (of: typeof talking) => analyse(of, resampling(of.length));
    const few = table([...streams("ego4d", [2]), ...silent("ego4d", 5), ...talking]);
    const none = table([...silent("ego4d", 6), ...talking]);
    const from = (one: Table, title: string) =>
      rowOf(one, "mean over sets, from")![one.columns.indexOf(title)];
    for (const one of [few, none]) {
      expect(from(one, "recall")).toBeGreaterThan(0);
      for (const title of ["precision", "BLEU-4", "CIDEr-D", "METEOR"])
        expect(from(one, title)).toBeNull();
    }
    expect(few.notes).toContainEqual(
      "no interval of precision, redundant, semantic, time (s), BLEU-4, CIDEr-D, METEOR: the set ego4d has something to score in fewer than 5 groups (1)",
    );
    expect(none.notes).toContainEqual(
      "no interval of precision, redundant, semantic, time (s), BLEU-4, CIDEr-D, METEOR: there is something to score in fewer than 10 groups (7)",
    );
  });

  it.each([
    [
      streams("ego4d", [1, 2, 3, 4]).concat(streams("wtag", [1, 2, 3, 4, 1])),
      "fewer than 10 groups (9)",
    ],
    [
      streams("ego4d", [1, 2, 3, 4, 1, 2, 3, 4]).concat(streams("", [1, 2])),
      "the set without a name has fewer than 5 groups (2)",
    ],
  ])("is left out, and the reason told, where videos are few", (few, reason) => {
    const { rows, notes } = analyse(few, resampling(few.length));
    expect(rows.map(([name]) => name)).not.toContain("mean over sets, from");
    expect(notes).toEqual([`no interval of the mean over sets: ${reason}`]);
  });
});
