import { noAnswer, type Outcome } from "../../../core/run/outcome.ts";
import { UserError } from "../../../core/user-error.ts";
import { ProgressMeter } from "../../../evaluation/progress-meter.ts";
import { DecodePool } from "../../../media/decode-pool.ts";
import type { MediaProbe } from "../../../media/probe-job.ts";
import { formatQuantity } from "../../../summary/format-number.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";
import { configAmong, type MediaFile, mediaFiles } from "./media-files.ts";
import { type DigestedFile, writeChecksums } from "./write-checksums.ts";

interface Probed {
  readonly file: MediaFile;
  readonly probe?: MediaProbe;
  readonly problem?: string;
}

const defaultLimitSeconds = 120;

/**
 * `vidimus probe`: looks into every file in processes of their own, so that no file can hang or end
 * it.
 */
export async function run(
  _: string | undefined,
  flags: Flags,
  names: readonly string[],
): Promise<ExitCode> {
  const isOffline = flags.offline === true ? true : undefined;
  const files = await mediaFiles(names, { limit: flags.limit as number | undefined, isOffline });
  if (files.length === 0)
    throw new UserError(
      "there are no videos or pictures to look into",
      "name files, a folder or a configuration",
    );
  const list = flags.writeChecksums as string | undefined;
  using progress = showProgress();
  using meter = new ProgressMeter(showEvents(progress));
  meter.expect(files.length, { noun: "files" });
  using interrupt = onInterrupt((message) => progress.say(message));
  const timeLimitMs = 1_000 * ((flags.timeLimit as number | undefined) ?? defaultLimitSeconds);
  await using pool = new DecodePool({ timeLimitMs });
  const probed = await Promise.all(
    files.map(async (file): Promise<Probed> => {
      const { kind, name, refusal, known, framesPerSecond } = file;
      const isDigested = list !== undefined;
      const look = (path: string) =>
        pool.run(
          { work: "probe", kind, path, name, known, isDigested, framesPerSecond },
          interrupt.stop,
        );
      const outcome =
        refusal === undefined
          ? await (file.open?.(look) ?? look(file.path)).catch(unreachable)
          : noAnswer("media-error", refusal);
      meter.settled(outcome.kind, true);
      return outcome.kind === "answered"
        ? { file, probe: outcome.value }
        : { file, problem: outcome.reason };
    }),
  );
  meter[Symbol.dispose]();
  progress[Symbol.dispose]();
  if (flags.json === true) {
    const records = probed.map(
      ({ file: { refusal, known, place, open, ...file }, probe, problem }) => ({
        ...file,
        ...(probe ? { probe } : {}),
        ...(problem ? { problem } : {}),
      }),
    );
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-probe/1", files: records })}\n`);
  } else process.stdout.write(table(probed));
  if (list !== undefined && !interrupt.stop.aborted)
    process.stderr.write(writeChecksums(list, digested(probed), configAmong(names)));
  return interrupt.stop.aborted || probed.some(({ problem }) => problem)
    ? exitCode.incomplete
    : exitCode.fine;
}

/** A remote file that cannot be fetched is told of like one that cannot be read. */
function unreachable(error: unknown): Outcome<never> {
  if (!(error instanceof UserError)) throw error;
  const { message, hint } = error;
  return noAnswer("media-error", hint === undefined ? message : `${message}; ${hint}`);
}

/** Those that can be shown; a list with damaged ones would vouch for the damage. */
function digested(probed: readonly Probed[]): readonly DigestedFile[] {
  return probed.flatMap(({ file: { place }, probe }) =>
    place && probe?.sha256 !== undefined ? [{ ...place, sha256: probe.sha256 }] : [],
  );
}

/** Files in full where they are few; then what is wrong with which. */
function table(probed: readonly Probed[]): string {
  const broken = probed.filter(({ problem }) => problem);
  const odd = probed.filter(({ probe }) => probe && probe.warnings.length > 0);
  const sections: string[] = [];
  if (probed.length <= 40 && broken.length < probed.length)
    sections.push(
      terminalRows(
        ["file", "what", "size", "frames", "seconds", "rate"],
        probed.flatMap(({ file, probe }) => (probe ? [row(file, probe)] : [])),
      ),
    );
  if (odd.length > 0)
    sections.push(
      `Odd\n${terminalRows(
        ["file", "remark"],
        odd.flatMap(({ file, probe }) => probe!.warnings.map((warning) => [file.name, warning])),
      )}`,
    );
  if (broken.length > 0)
    sections.push(
      `Broken\n${terminalRows(
        ["file", "problem"],
        broken.map(({ file, problem }) => [file.name, problem!.replace(`${file.name}: `, "")]),
      )}`,
    );
  sections.push(
    `${formatQuantity(probed.length, "file")}: ${probed.length - broken.length} can be shown${odd.length === 0 ? "" : ` (${odd.length} of them odd)`}, ${broken.length} broken\n`,
  );
  return sections.join("\n");
}

/** What the size and codec alone would leave in the dark. */
function oddities({
  rotation,
  mirrored,
  bitDepth,
  firstSeconds,
}: Extract<MediaProbe, { readonly kind: "video" }>): string {
  const told = [
    bitDepth > 8 ? `${bitDepth} bits` : "",
    rotation === 0 ? "" : `turned ${rotation}°`,
    mirrored ? "mirrored" : "",
    firstSeconds === 0 ? "" : `starts at ${firstSeconds.toFixed(2)} s`,
  ];
  return told
    .filter(Boolean)
    .map((word) => `, ${word}`)
    .join("");
}

function row({ name }: MediaFile, probe: MediaProbe): string[] {
  const size = `${probe.width}×${probe.height}`;
  if (probe.kind === "image") return [name, "picture", size, "1", "–", "–"];
  const { codec, frameCount, durationSeconds, framesPerSecond, isVariableRate } = probe;
  const count = `${frameCount.exact ? "" : "~"}${frameCount.count}`;
  const rate =
    framesPerSecond === null
      ? "–"
      : `${framesPerSecond.toFixed(2)}${isVariableRate ? " variable" : ""}`;
  return [name, `${codec}${oddities(probe)}`, size, count, durationSeconds.toFixed(2), rate];
}
