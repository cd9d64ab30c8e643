import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import type { UserError } from "../core/user-error.ts";
import { openDataFile } from "../datasets/open-data-file.ts";
import { families } from "../families/index.ts";
import { predictions } from "./predictions.ts";

const [multipleChoice] = families;
const folder = temporaryFolder();
let made = 0;

function sample(id: string, choices = ["red", "blue", "green"]): Sample {
  return multipleChoice.data.sample.parse({
    id,
    group: id,
    question: "?",
    choices,
    answer: 0,
    media: [],
    metadata: {},
  });
}

/** A predictions system on a new file; names end as the kind of file does. */
async function system(
  name: string,
  content: string,
  { format, family = multipleChoice }: { format?: string; family?: Family } = {},
) {
  const path = `${made++}/${name}`;
  folder.file(path, content);
  const open = (named: string) => openDataFile(join(folder.path, named));
  const settings = format === undefined ? { path } : { path, format };
  return (await predictions.create(
    settings,
    fakeContext({ id: "files", family, open }),
  )) as DirectSystem;
}

async function mistake(...given: Parameters<typeof system>): Promise<string> {
  const error: UserError = await system(...given).then(
    () => expect.unreachable("nothing was wrong"),
    (reason) => reason,
  );
  expect(error.name).toBe("UserError");
  return `${error.message.replaceAll(folder.path, "").replace(/^\/\d+\//, "")} | ${error.hint}`;
}

async function outcomes(own: DirectSystem, samples: readonly Sample[]) {
  const all = await own.ask(samples, new AbortController().signal);
  return all.map((outcome) => (outcome.kind === "answered" ? outcome.value : outcome.kind));
}

const lines = (...records: readonly unknown[]) =>
  records.map((record) => JSON.stringify(record)).join("\n");

describe("predictions", () => {
  it.each([
    ["p.jsonl", lines({ id: "q1", choice: 2 }, { id: "q2", choice: "blue" }), "plain"],
    [
      "p.json",
      JSON.stringify([
        { id: "q1", choice: 2 },
        { id: "q2", reply: "Answer: B" },
      ]),
      "plain",
    ],
    ["p.csv", "id,prediction\nq1,2\nq2,blue\n", "plain"],
    ["p.tsv", "id\tprediction\nq1\tC\nq2\tB\n", "plain"],
    [
      "p.json",
      JSON.stringify({ q1: { prediction: 2, answer: 0 }, q2: { prediction: 1, answer: 0 } }),
      "nextqa",
    ],
  ])("recognises %s with %s as %s", async (name, content, format) => {
    const own = await system(name, content);
    expect(own).toMatchObject({
      id: "files",
      kind: "predictions",
      speaks: "prediction",
      identity: { format },
    });
    expect(await outcomes(own, [sample("q2"), sample("q1")])).toMatchObject([
      { choice: 1 },
      { choice: 2 },
    ]);
  });

  it("recognises the layouts of other projects by their first record", async () => {
    const rows = "file_name,question_id,media_type,model_answer\nf.mp4,3,video,blue\n";
    const own = await system("p.csv", rows);
    expect(await outcomes(own, [sample("f.mp4/3/video")])).toMatchObject([{ choice: 1 }]);
    const pilot = await system("p.json", JSON.stringify({ fluid: { File_1: { a: true } } }));
    expect(await outcomes(pilot, [sample("fluid/File_1/a", ["False", "True"])])).toMatchObject([
      { choice: 1 },
    ]);
  });

  it("takes the first choice for an answer", async () => {
    const own = await system("p.json", JSON.stringify({ q1: { prediction: 0, answer: 1 } }));
    expect(await outcomes(own, [sample("q1")])).toEqual([{ choice: 0 }]);
  });

  it("reads a file by the format that is named, without recognising it", async () => {
    const own = await system("p.json", JSON.stringify({}), { format: "nextqa" });
    expect(await outcomes(own, [sample("q1")])).toEqual(["missing"]);
  });

  it("tells samples without a prediction apart from predictions that say nothing", async () => {
    const own = await system(
      "p.jsonl",
      lines({ id: "q1", choice: 9 }, { id: "q2", choice: null }, { id: "q3", choice: 0 }),
    );
    expect(
      await outcomes(
        own,
        ["q1", "q2", "q3", "q4", "constructor"].map((id) => sample(id)),
      ),
    ).toEqual(["unparsed", "unparsed", { choice: 0 }, "missing", "missing"]);
  });

  it("names predictions that belong to no sample, once all samples were met", async () => {
    const own = await system(
      "p.jsonl",
      lines(...["a", "b", "c", "d", "e"].map((id) => ({ id, choice: 0 }))),
    );
    own.meet!([sample("e")]);
    expect(own.remarks!()).toEqual([
      `${made - 1}/p.jsonl: 4 predictions belong to no sample of this task ("a", "b", "c", …)`,
    ]);
    own.meet!([sample("a"), sample("z")]);
    expect(own.remarks!()).toEqual([
      `${made - 1}/p.jsonl: 3 predictions belong to no sample of this task ("b", "c", "d")`,
    ]);
    own.meet!(["b", "c", "d"].map((id) => sample(id)));
    expect(own.remarks!()).toEqual([]);
  });

  it("asking alone does not count as meeting", async () => {
    const own = await system("p.jsonl", lines({ id: "a", choice: 0 }));
    await outcomes(own, [sample("a")]);
    expect(own.remarks!()).toHaveLength(1);
  });

  it("refuses a second prediction for a sample, with its line", async () => {
    expect(
      await mistake(
        "p.jsonl",
        `${lines({ id: "a", choice: 0 })}\n\n${lines({ id: "b", choice: 0 }, { id: "a", choice: 0 })}`,
      ),
    ).toBe('p.jsonl:4: a second prediction for "a" | every sample may be answered once');
  });

  it("refuses a record that is no prediction, with its line", async () => {
    expect(await mistake("p.jsonl", lines({ id: "a", choice: 0 }, { id: "b" }))).toMatch(
      /^p\.jsonl:2: "b" has no answer/,
    );
    expect(await mistake("p.jsonl", `${lines({ id: "a", choice: 0 })}\n{`)).toMatch(
      /^p\.jsonl:2: not JSON/,
    );
  });

  it("names the first rows that are no predictions, and counts the others", async () => {
    const ids = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
    const told = (...records: readonly unknown[]) => mistake("p.jsonl", lines(...records));
    expect((await told({ id: "x", choice: 0 }, ...ids.slice(0, 3))).split("\n")).toHaveLength(3);
    expect(await told({ id: "x", choice: 0 }, ...ids.slice(0, 4))).toMatch(
      /^p\.jsonl:2: "a" .*\n.*p\.jsonl:3: "b" .*\n.*p\.jsonl:4: "c" .*\n1 more row cannot be read/,
    );
    expect(await told({ id: "x", choice: 0 }, ...ids)).toMatch(/2 more rows cannot be read/);
  });

  it("refuses a file that is not of the named format, and names what is wrong with it", async () => {
    expect(await mistake("p.jsonl", lines({ id: "a", choice: 0 }), { format: "nextqa" })).toMatch(
      /^p\.jsonl: .*object by sample id/,
    );
    expect(
      await mistake("p.json", JSON.stringify({ q1: { prediction: 1 } }), { format: "plain" }),
    ).toMatch(/^p\.json: holds one object where a list/);
  });

  it("refuses an unknown format with the nearest name", async () => {
    expect(await mistake("p.jsonl", lines({ id: "a", choice: 0 }), { format: "nextq" })).toMatch(
      /^unknown prediction format "nextq" \| did you mean "nextqa"\?/,
    );
  });

  it.each([
    ["what no format knows", "p.jsonl", lines({ name: "a", label: 0 })],
    ["nothing", "p.jsonl", ""],
  ])("refuses %s and lists the formats", async (_, name, content) => {
    const told = await mistake(name, content);
    expect(told).toMatch(
      /^p\.jsonl: these predictions are in no format known here(?:; fields in it: name, label)? \| name the format; most like it:\n {4}\w/,
    );
    for (const { id } of multipleChoice.data.predictionFormats) expect(told).toContain(id);
    for (const line of told.split("\n")) expect(line.length).toBeLessThan(220);
  });

  it("refuses to choose between several formats", async () => {
    const [plain] = multipleChoice.data.predictionFormats;
    const predictionFormats = [plain!, { ...plain!, id: "twin" }];
    const data = { ...multipleChoice.data, predictionFormats };
    const family: Family = { ...multipleChoice, data };
    expect(await mistake("p.jsonl", lines({ id: "a", choice: 0 }), { family })).toContain(
      "could be in several formats: plain, twin",
    );
  });

  it("is known by the content of its file, not by its name", async () => {
    const [one, same, other] = await Promise.all(
      ["x.jsonl", "y.jsonl", "x.jsonl"].map((name, at) =>
        system(name, lines({ id: "a", choice: at === 2 ? 1 : 0 })),
      ),
    );
    expect(one!.identity).toEqual(same!.identity);
    expect(one!.identity).not.toEqual(other!.identity);
    expect(one!.identity).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(predictions.files!({ path: "p.csv" })).toEqual(["p.csv"]);
  });

  it("answers from a large file as from a small one, and refuses the same", async () => {
    const long = "so ".repeat(1_500);
    const rows = ["a", "b", "c"].map((id, at) => ({ id, reply: `Answer: ${"ABC"[at]}` }));
    const padding = Array.from({ length: 4_000 }, (_, i) => ({
      id: `p${i}`,
      reply: `${long}Answer: B`,
    }));
    const samples = ["c", "a", "p3999", "z", "p0"].map((id) => sample(id));
    const small = await system("p.jsonl", lines(...rows, padding[0], padding.at(-1)));
    const large = await system("p.jsonl", lines(...rows, ...padding));
    expect(await outcomes(large, samples)).toEqual(await outcomes(small, samples));
    expect(samples.map((one) => large.replyOf!(one))).toEqual(
      samples.map((one) => small.replyOf!(one)),
    );
    large.meet!([...samples, ...padding.map(({ id }) => sample(id))]);
    expect(large.remarks!()).toEqual([
      `${made - 1}/p.jsonl: 1 prediction belongs to no sample of this task ("b")`,
    ]);
    expect(await mistake("p.jsonl", lines(...padding, padding[7]))).toBe(
      'p.jsonl:4001: a second prediction for "p7" | every sample may be answered once',
    );
  });
});
