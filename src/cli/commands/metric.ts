import { once } from "node:events";
import { UserError } from "../../core/user-error.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { terminalWidth } from "../fitted-rows.ts";
import { type Asked, askMetrics } from "../metric/ask-metrics.ts";
import { metricInputs } from "../metric/index.ts";
import { listMetrics } from "../metric/list-metrics.ts";
import { figuresJson, figuresText, type Printed } from "../metric/print-figures.ts";
import { scoreFigures } from "../metric/score-figures.ts";
import { terminalStyle } from "../terminal-style.ts";

/** `vidimus metric`: metrics of plain files, without any configuration. */
export async function run(names: string | undefined, flags: Flags): Promise<ExitCode> {
  const asked = names?.split(",").map((name) => name.trim()) ?? [];
  if (flags.list === true) {
    process.stdout.write(listMetrics(metricInputs, { names: asked, json: flags.json === true, ...page() }));
    return exitCode.fine;
  }
  const printed = await scored(askMetrics(metricInputs, asked, flags), flags);
  for (const note of printed.files.notes) process.stderr.write(`${note}\n`);
  await write(flags.json === true ? figuresJson(printed) : figuresText(printed, page()));
  return exitCode.fine;
}

function page() {
  return { style: terminalStyle, width: Math.max(60, Math.min(terminalWidth() ?? 100, 120)) };
}

async function scored({ input, metrics }: Asked, flags: Flags): Promise<Printed> {
  using status = showStatus();
  try {
    status.now("reading and counting …");
    const files = await input.open(flags, metrics);
    status.now("resampling …");
    const isEach = flags.perSegment === true || flags.perQuery === true;
    const scores = scoreFigures(files, {
      seed: (flags.seed as number | undefined) ?? 1,
      hasIntervals: flags.intervals !== false,
      hasSegments: isEach,
    });
    const apart = scores.filter(({ segments }) => segments === undefined).map(({ key }) => key);
    const notes = isEach && apart.length > 0 ? [...files.notes, `no scores of single ${files.units}: ${apart.join(", ")}`] : files.notes;
    return { files: { ...files, notes }, scores };
  } catch (error) {
    // Metrics refuse options and data that they are not defined for by this error; here both came from the user.
    if (error instanceof RangeError) throw new UserError(error.message);
    throw error;
  }
}

/** What takes so long, on a terminal; elsewhere nothing. */
function showStatus(): Disposable & { now(text: string): void } {
  const show = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  };
  return { now: show, [Symbol.dispose]: () => show("") };
}

/** In pieces of some size, waiting for whoever reads them: a million segments are no one string. */
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
