import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { knownPass } from "./known-pass.ts";
import { mutationFormats } from "./mutation-formats.ts";
import { MutationLab } from "./mutation-lab.ts";
import { mutateAll, mutationTable } from "./mutation-table.ts";
import { type Mutation, mutationBreaches, type Sight } from "./mutation-verdict.ts";

const root = temporaryFolder();
const files = 200;

describe("damaged files", () => {
  it("never crash or hang a decoder, cut files are noticed, and known digests refuse them all", {
    timeout: 120_000,
  }, async () => {
    await using lab = new MutationLab({ folder: join(root.path, "quick"), seed: 1, processes: 2 });
    const found = await mutateAll(lab, files, 2);
    expect(found).toHaveLength(files);
    expect(mutationBreaches(found), mutationTable(found)).toEqual([]);
    // Damage that no decoder meets would prove nothing.
    expect(
      found.filter(({ verdict }) => verdict === "refused" || verdict === "warned").length,
    ).toBeGreaterThan(files / 3);
    expect(await knownPass(lab, files, join(root.path, "quick"))).toMatchObject({
      files,
      shown: [],
    });
  });

  it("are made again from seed and number", async () => {
    await using lab = new MutationLab({ folder: join(root.path, "one"), seed: 7, processes: 1 });
    await using again = new MutationLab({
      folder: join(root.path, "again"),
      seed: 7,
      processes: 1,
    });
    await using other = new MutationLab({
      folder: join(root.path, "other"),
      seed: 8,
      processes: 1,
    });
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
    await using lab = new MutationLab({
      folder: join(root.path, verdict),
      seed: 1,
      processes: 1,
      pool: { worker, timeLimitMs: 3000 },
    });
    expect(await lab.try(mutationFormats.findIndex(({ name }) => name === "bmp"))).toMatchObject({
      verdict,
    });
  });
});

it("breaches are crashes, decoders that hang, and cut files that show something else without a warning", () => {
  const mutation = (
    how: string,
    verdict: Mutation["verdict"],
    sight: Sight | null = null,
  ): Mutation => {
    return { number: 1, format: "png", how, verdict, sight, detail: "", seconds: 0 };
  };
  const cut = "cut to 5 of 9 bytes";
  const allowed = [
    mutation(cut, "refused"),
    mutation(cut, "unnoticed", "faint"),
    mutation("bits flipped at 3", "unnoticed", "wrong"),
  ];
  expect(mutationBreaches(allowed)).toEqual([]);
  const forbidden = [
    mutation("", "crashed"),
    mutation("", "timed out"),
    mutation(cut, "unnoticed", "wrong"),
  ];
  expect(mutationBreaches(forbidden)).toHaveLength(3);
});
