import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { knownPass } from "./known-pass.ts";
import { mutationBounds, mutationBreaches } from "./mutation-bounds.ts";
import { mutationFormats } from "./mutation-formats.ts";
import { MutationLab } from "./mutation-lab.ts";
import { mutateAll, mutationTable } from "./mutation-table.ts";
import type { Mutation, Sight } from "./mutation-verdict.ts";

const root = temporaryFolder();
const files = 200;

describe("damaged files", () => {
  it("never crash or hang a decoder, and are refused, warned of, shown right or proven to be legal code; known digests refuse them all", {
    timeout: 120_000,
  }, async () => {
    await using lab = new MutationLab({ folder: join(root.path, "quick"), seed: 1, processes: 2 });
    const found = await mutateAll(lab, files, 2);
    expect(found).toHaveLength(files);
    expect(mutationBreaches(found), mutationTable(found)).toEqual([]);
    // Damage that no decoder meets would prove nothing.
    expect(found.filter(({ verdict }) => verdict === "refused" || verdict === "warned").length).toBeGreaterThan(files / 3);
    expect(await knownPass(lab, files, join(root.path, "quick"))).toMatchObject({ files, shown: [] });
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
  const mutation = (number: number, format: string, verdict: Mutation["verdict"], sight: Sight | null = null): Mutation => ({
    number,
    format,
    verdict,
    sight,
    how: "",
    detail: "",
    seconds: 0,
  });

  it("are stated for every format, with the reason where they are not nought", () => {
    expect(Object.keys(mutationBounds)).toEqual(mutationFormats.map(({ name }) => name));
    for (const { legal, because } of Object.values(mutationBounds)) expect(because === "").toBe(legal === 0);
  });

  it("are held by what is right or explained, and broken by what is neither", () => {
    expect(mutationBreaches((["right", "warned", "refused"] as const).map((verdict, at) => mutation(at, "png", verdict)))).toEqual([]);
    for (const verdict of ["unexplained", "crashed", "timed out"] as const)
      expect(mutationBreaches([mutation(1, "hevc mp4", verdict, "faint")])).toHaveLength(1);
    expect(mutationBreaches([mutation(1, "png", "legal", "wrong")])).toHaveLength(1);
    expect(mutationBreaches([mutation(1, "png", "legal", "faint")])).toEqual([]);
    const half = Array.from({ length: 20 }, (_, at) => mutation(at, "h264 mp4", at % 2 === 0 ? "legal" : "refused", "wrong"));
    expect(mutationBreaches(half)).toEqual([
      expect.stringMatching(/^h264 mp4: 10 of 20 are legal code for visibly other pictures, at most \d expected$/),
    ]);
  });
});
