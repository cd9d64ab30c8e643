import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { mutationBounds, mutationBreaches } from "./mutation-bounds.ts";
import { mutationFormats } from "./mutation-formats.ts";
import { type Mutation, MutationLab } from "./mutation-lab.ts";
import { mutateAll, mutationTable } from "./mutation-table.ts";

const root = temporaryFolder();
const files = 200;

describe("damaged files", () => {
  it("never crash or hang a decoder, and are shown right, explained or within the bounds of their format", {
    timeout: 120_000,
  }, async () => {
    await using lab = new MutationLab({ folder: join(root.path, "quick"), seed: 1, processes: 2 });
    const found = await mutateAll(lab, files, 2);
    expect(found).toHaveLength(files);
    expect(mutationBreaches(found), mutationTable(found)).toEqual([]);
    // Damage that no decoder meets would prove nothing.
    expect(found.filter(({ verdict }) => verdict === "refused" || verdict === "warned").length).toBeGreaterThan(files / 3);
  });

  it("are made again from seed and number", async () => {
    await using lab = new MutationLab({ folder: join(root.path, "one"), seed: 7, processes: 1 });
    await using again = new MutationLab({ folder: join(root.path, "again"), seed: 7, processes: 1 });
    await using other = new MutationLab({ folder: join(root.path, "other"), seed: 8, processes: 1 });
    for (const number of [2, 17]) {
      const { bytes, how } = await lab.damaged(number);
      expect(await again.damaged(number)).toMatchObject({ bytes, how });
      expect((await other.damaged(number)).how).not.toBe(how);
    }
  });

  it.each([
    ["crashed", "process.abort()"],
    ["crashed", 'process.kill(process.pid, "SIGKILL")'],
    ["timed out", "while (true);"],
  ])("are known to have %s", async (verdict, end) => {
    const job = new URL("../../src/media/media-job.ts", import.meta.url).href;
    const worker = root.file(
      `${verdict.replace(" ", "-")}.ts`,
      `import { doJob } from "${job}";
      process.on("message", async (job) => {
        if (!job.path.includes("whole")) { ${end} }
        process.send({ ok: true, value: await doJob(job) });
      });`,
    );
    await using lab = new MutationLab({ folder: join(root.path, verdict), seed: 1, processes: 1, pool: { worker, timeLimitMs: 3000 } });
    expect(await lab.try(mutationFormats.findIndex(({ name }) => name === "bmp"))).toMatchObject({ verdict });
  });
});

describe("bounds", () => {
  const mutation = (number: number, format: string, verdict: Mutation["verdict"]): Mutation => ({
    number,
    format,
    verdict,
    how: "",
    detail: "",
    seconds: 0,
  });

  it("are stated for every format, with the reason where they are not nought", () => {
    expect(Object.keys(mutationBounds)).toEqual(mutationFormats.map(({ name }) => name));
    for (const { altered, fewer, because } of Object.values(mutationBounds)) expect(because === "").toBe(altered + fewer === 0);
  });

  it("are held by what is right or explained, and broken by what is neither", () => {
    expect(mutationBreaches((["right", "warned", "refused"] as const).map((verdict, at) => mutation(at, "png", verdict)))).toEqual([]);
    for (const verdict of ["wrong", "blemished", "fewer", "crashed", "timed out"] as const)
      expect(mutationBreaches([mutation(1, "png", verdict)])).toHaveLength(1);
    const half = Array.from({ length: 20 }, (_, at) => mutation(at, "h264 mp4", at % 2 === 0 ? "wrong" : "refused"));
    expect(mutationBreaches(half)).toEqual(["h264 mp4: 10 of 20 wrong or blemished without a word, at most 3 expected"]);
  });
});
