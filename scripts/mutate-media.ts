/**
 * Damages pictures and videos of every format and shows them to real decoding processes: `npm run
 * mutate -- --files 2000`, and then once more with the digests of the whole files known. `--seed`
 * makes another series; `--only <number> --keep <file>` does one of them again and keeps the
 * damaged file; `--json <file>` writes a line for each. Exits 1 on what `mutationBreaches`
 * (test/media/mutation-verdict.ts) forbids, and where a file is shown in spite of its digest.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { knownPass } from "../test/media/known-pass.ts";
import { MutationLab } from "../test/media/mutation-lab.ts";
import { mutateAll, mutationTable } from "../test/media/mutation-table.ts";
import { mutationBreaches } from "../test/media/mutation-verdict.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    processes: { type: "string", default: "2" },
    only: { type: "string" },
    keep: { type: "string" },
    json: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "vidimus-mutate-"));
try {
  await using lab = new MutationLab({
    folder,
    seed: Number(values.seed),
    processes: Number(values.processes),
  });
  if (values.only !== undefined) {
    if (values.keep) writeFileSync(values.keep, (await lab.damaged(Number(values.only))).bytes);
    console.log(await lab.try(Number(values.only)));
  } else {
    const startedAt = performance.now();
    const found = await mutateAll(lab, Number(values.files), Number(values.processes));
    if (values.json)
      writeFileSync(values.json, found.map((one) => `${JSON.stringify(one)}\n`).join(""));
    console.log(mutationTable(found));
    const { files, refused, unchanged, shown } = await knownPass(lab, Number(values.files), folder);
    console.log(
      `with known digests: of ${files} files ${refused} are refused, ${unchanged} are unchanged byte for byte, ${shown.length} are shown\n`,
    );
    for (const breach of [
      ...mutationBreaches(found),
      ...shown.map((number) => `${number} is shown in spite of its digest`),
    ]) {
      console.log(breach);
      process.exitCode = 1;
    }
    console.log(`\nseed ${values.seed}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
