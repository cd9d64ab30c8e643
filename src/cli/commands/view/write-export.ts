import { resolve } from "node:path";
import { shortPath } from "../../../files/short-path.ts";
import { exportRun } from "../../../server/static-export.ts";
import { webFolder } from "../../../server/web-files.ts";
import { formatQuantity } from "../../../summary/format-number.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import type { Flags } from "../command.ts";

const reportMs = 2_000;

/** `vidimus view <run> --export <folder>`: the app with one run as plain files. */
export async function writeExport(
  directory: string,
  folder: string,
  { withMedia }: Flags,
): Promise<ExitCode> {
  const target = resolve(folder);
  let shownAt = performance.now();
  const { samples, media, remarks } = await exportRun({
    directory,
    target,
    web: webFolder(),
    withMedia: withMedia === true,
    onProgress(done, all) {
      if (performance.now() - shownAt < reportMs) return;
      shownAt = performance.now();
      process.stderr.write(`${done}/${formatQuantity(all, "sample")}\n`);
    },
  });
  for (const remark of remarks) process.stderr.write(`Note: ${remark}\n`);
  const files = withMedia === true ? ` and ${formatQuantity(media, "media file")}` : "";
  process.stdout.write(`${shortPath(target)}\n`);
  process.stderr.write(
    `Written with ${formatQuantity(samples, "sample")}${files}. Any static server shows it, such as: npx serve ${shortPath(target)}\n`,
  );
  return exitCode.fine;
}
