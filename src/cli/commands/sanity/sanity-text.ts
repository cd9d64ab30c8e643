import type { SanityFinding } from "../../../scoring/sanity.ts";
import { formatQuantity, formatScore } from "../../../summary/format-number.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";

/** What a check of one task found. */
export interface TaskSanity {
  readonly task: string;
  /** The rows of a matrix that have the task like this; absent without a matrix. */
  readonly rows?: readonly string[];
  readonly family: string;
  readonly samples: number;
  readonly findings: readonly SanityFinding[];
  /** Samples that could not be put through, with why. */
  readonly crashes: readonly string[];
  /** What the verdict is about: how was scored, and what of the data was left out. */
  readonly notes: readonly string[];
}

/** Whether all holds that the verdict rests on. */
export function passes({ findings, crashes }: TaskSanity): boolean {
  return crashes.length === 0 && findings.every((finding) => finding.passes || !finding.decides);
}

const kinds: Readonly<Record<SanityFinding["kind"], string>> = {
  oracle: "The truth itself",
  silence: "Saying nothing",
  degradation: "The truth made worse, step by step",
};

/** A check for the terminal; `whose` says which rows of a matrix it is about. */
export function sanityText(result: TaskSanity, whose: string): string {
  const { task, family, samples, findings, crashes, notes } = result;
  const mark = (isFine: boolean) =>
    isFine ? terminalStyle.green("PASS") : terminalStyle.red("FAIL");
  const sections = (Object.keys(kinds) as SanityFinding["kind"][]).map((kind) => {
    const own = findings.filter((finding) => finding.kind === kind);
    const rows = own.map((finding) => [
      markOf(finding),
      finding.kind === "degradation"
        ? `${finding.title.split(":")[0]} → ${finding.metric}`
        : finding.metric,
      finding.kind === "oracle" && !finding.passes
        ? exactScore(finding.scores[0]!)
        : shownScores(finding),
      finding.expected,
    ]);
    const heading = `${kinds[kind]}${own.some(({ decides }) => decides) ? "" : " (only shown)"}`;
    return own.length === 0
      ? ""
      : `\n${heading}\n${terminalRows(["", "metric", "score", "expected"], rows)}${reasonLines(own)}`;
  });
  const crashed = crashes.map((text) => `  not measured: ${text}\n`).join("");
  const deciding = findings.filter(({ decides }) => decides);
  const failed = deciding.filter((finding) => !finding.passes).length;
  const verdict = passes(result)
    ? `all ${deciding.length} criteria hold`
    : `${failed} of ${deciding.length} criteria fail, ${crashes.length} samples crash or are lost`;
  const told = notes.map((note) => `${note}\n`).join("");
  return `${task}${whose} · ${family} · ${formatQuantity(samples, "sample")}\n${told}${sections.join("")}${crashed}\n${mark(passes(result))} ${verdict}\n\n`;
}

/** In capitals where the verdict rests on it. */
function markOf({ passes: isFine, decides }: SanityFinding): string {
  if (decides) return isFine ? "PASS" : "FAIL";
  return isFine ? "holds" : "fails";
}

function shownScores({ scores }: SanityFinding): string {
  return scores.map((score) => formatScore(score, "plain")).join(" → ");
}

/** With the digits that tell it from what was expected. */
function exactScore(score: number | null): string {
  return score === null ? formatScore(score, "plain") : String(Number(score.toPrecision(7)));
}

/** What explains several metrics is shown once, after their names. */
function reasonLines(findings: readonly SanityFinding[]): string {
  const metricsOf = new Map<string, string[]>();
  for (const { passes: isFine, kind, metric, explanations } of findings) {
    const lines = explanations.map((text) => `    ${text}\n`).join("");
    if (isFine || lines === "") continue;
    // Degradations name themselves in what they explain.
    const names = metricsOf.get(lines) ?? [];
    metricsOf.set(lines, kind === "degradation" ? names : [...names, metric]);
  }
  return [...metricsOf]
    .map(([lines, metrics]) =>
      metrics.length === 0 ? lines : `  ${metrics.join(", ")}:\n${lines}`,
    )
    .join("");
}
