import { once } from "node:events";
import { UserError } from "../../../core/user-error.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth, terminalWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";
import { type Asked, askMetrics } from "./ask-metrics.ts";
import { dashed } from "./dashed.ts";
import { loadMetrics } from "./load-metrics.ts";
import type { LoadedInput, Printed } from "./metric-input.ts";
import { readWords } from "./metric-words.ts";
import { scoreFigures } from "./score-figures.ts";

/** `vidimus metric`: metrics of plain files, without any configuration. */
export async function run(
  _names: string | undefined,
  flags: Flags,
  words: readonly string[],
): Promise<ExitCode> {
  const read = await readWords(words);
  if (flags.list === true) {
    const { listMetrics } = await import("./list-metrics.ts");
    process.stdout.write(
      await listMetrics(await loadMetrics(), {
        names: read.words.names,
        json: flags.json === true,
        ...page(),
      }),
    );
    return exitCode.fine;
  }
  const printed = await scored(askMetrics(read.inputs, read.words, flags));
  for (const note of printed.files.notes) process.stderr.write(`${noteText(note)}\n`);
  if (flags.json === true) await write((await import("./figures-json.ts")).figuresJson(printed));
  else await write((await import("./figures-text.ts")).figuresText(printed, page()));
  return exitCode.fine;
}

function page() {
  const width = pageWidth();
  return {
    style: terminalStyle,
    width,
    tableWidth: terminalWidth() === undefined ? Number.POSITIVE_INFINITY : width,
  };
}

/** Broken where the terminal would break it; whole in files and pipes, which are searched. */
function noteText(note: string): string {
  const width = terminalWidth();
  return width === undefined ? note : wrapText(note, width).join("\n");
}

async function scored(request: Asked): Promise<Printed> {
  const { input, flags } = request;
  using status = showStatus();
  try {
    status.now("reading and counting …");
    const files = await input.reader.open(request);
    status.now("resampling …");
    const isEach = flags.perSegment === true || flags.perQuery === true;
    const scores = scoreFigures(files, {
      seed: (flags.seed as number | undefined) ?? 1,
      hasIntervals: flags.intervals !== false,
      interval: await chosenInterval(flags, input),
      hasSegments: isEach,
    });
    const apart = scores.filter(({ segments }) => segments === undefined).map(({ key }) => key);
    const notes =
      isEach && apart.length > 0
        ? [...files.notes, `no scores of single ${files.units}: ${apart.join(", ")}`]
        : files.notes;
    if (flags.against === undefined) refuseAlone(flags);
    else status.now("comparing …");
    const against = flags.against
      ? { against: await (await import("./against-files.ts")).againstFiles(request, files) }
      : {};
    return { files: { ...files, notes }, scores, ...against };
  } catch (error) {
    // Metrics refuse options and data that they are not defined for by this error; here both came
    // from the user.
    if (error instanceof RangeError) throw new UserError(error.message);
    throw error;
  }
}

/** Tests between systems need another one. */
function refuseAlone(flags: Flags): void {
  for (const name of ["pairedBs", "pairedAr", "pairedBsN", "pairedArN"])
    if (flags[name] !== undefined)
      throw new UserError(
        `${dashed(name)} goes with --against`,
        "name the file of the other system: --against other.txt",
      );
}

/**
 * The interval that --interval asks for, if any; measures of agreement make their intervals
 * themselves.
 */
async function chosenInterval({ interval }: Flags, { id }: LoadedInput) {
  if (interval === undefined) return undefined;
  if (id === "agreement")
    throw new UserError(
      "--interval does not go with measures of agreement",
      "these have intervals of their own",
    );
  const { intervalOf } = await import("./chosen-interval.ts");
  return intervalOf(String(interval));
}

/** What takes so long, on a terminal; elsewhere nothing. */
function showStatus(): Disposable & { now(text: string): void } {
  const show = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  };
  return { now: show, [Symbol.dispose]: () => show("") };
}

/** In pieces of some size, waiting for their reader: a million segments are no one string. */
async function write(pieces: Iterable<string>): Promise<void> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < pieceLength) continue;
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
    text = "";
  }
  process.stdout.write(text);
}

const pieceLength = 1 << 16;
