import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const jsonl = (values: readonly object[]) => values.map((row) => JSON.stringify(row)).join("\n");

const question = (at: number, split: string, answer = at % 3 === 0 ? 1 : 0) => ({
  id: `${split}${at}`,
  question: `Number ${at}?`,
  choices: ["a", "b"],
  answer,
  split,
});

const data = (trained: number, tested: number, answer?: number) =>
  folder.file(
    "qa.jsonl",
    jsonl([
      ...Array.from({ length: trained }, (_, at) => question(at, "train", answer)),
      ...Array.from({ length: tested }, (_, at) => question(at, "test")),
    ]),
  );

/** Learns the usual answer, slowly, and writes down that it did. */
function learner() {
  folder.file(
    "learner.mjs",
    `import { appendFileSync } from "node:fs";
import { z } from "vidimus";
export const system = {
  id: "learner",
  summary: "learns",
  configSchema: z.strictObject({ step: z.number().default(1) }),
  async create({ step }, { id }) {
    let usual = null;
    return {
      id, kind: "learner", speaks: "prediction", identity: { step }, concurrency: 10,
      async fit(train, { signal, onProgress }) {
        let ones = 0, all = 0;
        for await (const batch of train) for (const { answer } of batch) { all++; ones += answer; }
        appendFileSync(${JSON.stringify(join(cwd, "fits.log"))}, "fit " + all + "\\n");
        onProgress(1, 1);
        usual = 2 * ones > all ? 1 : 0;
        return {
          artefact: Uint8Array.of(usual),
          report: { figures: { samples: all, accuracy: 0.51234 }, warnings: ["it did not converge"] },
        };
      },
      async restore([one]) { usual = one; },
      ask: async (samples) => samples.map(() => ({ kind: "answered", value: { choice: usual } })),
    };
  },
};
`,
  );
  folder.file(
    "vidimus.yaml",
    `name: fitted
use: [./learner.mjs]
tasks: [{ id: t, family: multiple-choice, data: { path: qa.jsonl, split: test, media: none } }]
systems: [{ id: mine, kind: learner }]
`,
  );
}

const fits = () => {
  const written = readFileSync(join(cwd, "fits.log"), "utf8");
  return written.split("\n").filter((line) => line !== "");
};

interface Printed {
  readonly directory: string;
  readonly tasks: readonly [
    { readonly systems: readonly [{ readonly n: number; readonly remarks: readonly string[] }] },
  ];
}

async function run(...more: readonly string[]) {
  const { status, stdout, stderr } = await cli(["run", "vidimus.yaml", "--json", ...more], { cwd });
  expect(status, stderr).toBe(0);
  const { directory, tasks } = JSON.parse(stdout) as Printed;
  return { directory, ...tasks[0].systems[0] };
}

describe("a system that learns", () => {
  beforeEach(() => {
    learner();
    folder.file("fits.log", "");
    data(30, 12);
  });

  it("learns once for a run that goes on, and says how it went", async () => {
    const first = await run("--new", "--limit", "5");
    expect(first.n).toBe(5);
    const second = await run();
    expect([second.n, second.directory]).toEqual([12, first.directory]);
    expect(fits()).toEqual(["fit 30"]);
    expect(second.remarks).toContain("training: samples 30, accuracy 0.5123");
    expect(second.remarks).toContain("it did not converge");
    const log = readFileSync(join(first.directory, "run.log"), "utf8")
      .split("\n")
      .flatMap((line) => line.match(/training .*/) ?? []);
    expect(log).toEqual([
      "training t, mine: begins (learner)",
      expect.stringMatching(
        /^training t, mine: ended after \d+\.\d s: samples 30, accuracy 0\.5123$/,
      ),
      "training t, mine: warning: it did not converge",
      "training t, mine: was done by an earlier start; nothing is learnt again",
    ]);
    const dry = await cli(["run", "vidimus.yaml", "--dry-run", "--json"], { cwd });
    expect(dry.status, dry.stderr).toBe(0);
    expect(dry.stdout).toMatch(/"remaining": ?0/);
    expect(fits()).toEqual(["fit 30"]);
  });

  it("learns nothing in a dry run", async () => {
    const { status, stderr } = await cli(["run", "vidimus.yaml", "--dry-run", "--new"], { cwd });
    expect(status, stderr).toBe(0);
    expect(fits()).toEqual([]);
  });

  it("learns again from other samples, and where what it learnt is damaged", async () => {
    const { directory } = await run("--new");
    data(31, 12, 1);
    await run();
    expect(fits()).toEqual(["fit 30", "fit 31"]);
    const kept = join(directory, "artefacts");
    for (const name of readdirSync(kept)) writeFileSync(join(kept, name), "damaged");
    appendFileSync(join(cwd, "qa.jsonl"), `\n${JSON.stringify(question(50, "test"))}`);
    await run();
    expect(fits()).toEqual(["fit 30", "fit 31", "fit 31"]);
    for (const name of readdirSync(kept))
      expect(readFileSync(join(kept, name)).length).toBeLessThanOrEqual(7);
  });
});
