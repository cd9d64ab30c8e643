import type { ProfileItem } from "../../../core/family/profile.ts";
import type { AnnotatorSummary } from "../../../evaluation/task/second-annotation.ts";
import { displayWidth } from "../../../report/text/display-width.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import { formatInterval, formatScore } from "../../../summary/format-number.ts";
import { metricUnit } from "../../../summary/metric-unit.ts";
import { fittedRows } from "../../terminal/fitted-rows.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { CheckedSamples } from "./check-samples.ts";
import type { ProfileSummary } from "./profile-check.ts";
import type { SplitsCompared } from "./split-duplicates.ts";

/** What was found about the data of one task. */
export interface Checked extends CheckedSamples {
  readonly task: string;
  readonly family: string;
  /**
   * Pictures and videos of which none lies where a run would look, since nobody said where they
   * are.
   */
  readonly mediaNotFound: number;
  /** Only where files of several splits were compared. */
  readonly splits?: SplitsCompared;
  /** Only where a second annotation was given. */
  readonly second?: AnnotatorSummary;
  /** Only where a checklist was asked for that its family knows. */
  readonly profile?: ProfileSummary;
}

/** Findings first, then two annotators, then the checklist; tables are narrow enough already. */
export function checkedText(checked: Checked): string {
  const { second, profile } = checked;
  const text = [
    findingsText(checked),
    ...(second ? [annotatorText(second)] : []),
    ...(profile ? [profileText(profile)] : []),
  ].join("\n");
  const width = pageWidth();
  return text
    .split("\n")
    .flatMap((line) => (displayWidth(line) <= width ? [line] : wrapText(line, width)))
    .join("\n");
}

function findingsText({ task, family, samples, findings, mediaNotFound, splits }: Checked): string {
  const rows = findings.map(({ level, check, count, samples: ids, message }) => [
    level,
    check,
    count === 0 ? "the set" : String(count),
    `${message}${ids.length > 0 ? ` (${ids.join(", ")}${count > ids.length ? ", …" : ""})` : ""}`,
  ]);
  const errors = findings.filter(({ level }) => level === "error").length;
  const verdict =
    findings.length === 0
      ? "nothing found"
      : `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`;
  const head = `${task}: ${counted(samples, "sample")} of family ${family}, ${verdict}\n`;
  const found = rows.length === 0 ? "" : pageRows(["level", "check", "samples", "what"], rows);
  const media = counted(mediaNotFound, "picture or video", "pictures and videos");
  const unseen =
    mediaNotFound === 0
      ? ""
      : `${media} not found beside the data: name their folder with --media\n`;
  const compared =
    splits === undefined
      ? ""
      : `${splits.opened} of the ${splits.files} pictures and videos of the splits ${splits.splits.join(", ")} were opened to look for near-duplicates between splits\n`;
  return `${head}${found}${unseen}${compared}`;
}

function annotatorText(second: AnnotatorSummary): string {
  const { file, samples, onlyFirst, onlySecond, incomparable, agreement, ceiling } = second;
  const others = [
    ...(onlyFirst === 0 ? [] : [`${onlyFirst} are in the first alone`]),
    ...(onlySecond === 0 ? [] : [`${onlySecond} in the second alone`]),
    ...(incomparable === 0 ? [] : [`${incomparable} cannot be compared`]),
  ];
  const head = `second annotator (${file}): ${counted(samples, "sample")} of both${others.map((text) => `, ${text}`).join("")}\n`;
  const unit = metricUnit(ceiling);
  const rows = [
    ...agreement.map(({ title, value, low, high, n }) => [
      title,
      formatScore(value, "plain"),
      formatInterval(low, high, "plain"),
      String(n),
    ]),
    [
      `${ceiling.title}, second against first`,
      formatScore(ceiling.value, unit),
      formatInterval(ceiling.low, ceiling.high, unit),
      String(ceiling.n),
    ],
  ];
  const unsure = agreement.find(({ low }) => low === null);
  const why = unsure ? `interval of ${unsure.title}: ${unsure.interval}\n` : "";
  const table = pageRows(["agreement", "value", "95 % interval", "samples"], rows);
  return `${head}${table}${why}${meaningOf(ceiling)}`;
}

/** What the score of one annotator against the other says about scores of systems. */
function meaningOf({ title, value, best }: AnnotatorSummary["ceiling"]): string {
  if (value === null) return "";
  return value === best
    ? `What the annotators differ in costs nothing by this metric (${title}): it limits no score.\n`
    : "A system that scores more than the second annotator agrees with the first more than people do: differences above that say little.\n";
}

function profileText({ id, items }: ProfileSummary): string {
  const of = (verdict: ProfileItem["verdict"]) =>
    items.filter((item) => item.verdict === verdict).length;
  const head = `checklist ${id}: ${of("met")} met, ${of("not met")} not met, ${of("not known")} not known\n`;
  const rows = items.map(({ verdict, item, wanted, found, tells }) => [
    verdict,
    item,
    wanted,
    tells === undefined ? found : `${found}; would tell: ${tells}`,
  ]);
  return head + pageRows(["verdict", "item", "wanted", "found"], rows);
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** As wide as reports are, also in files and pipes: findings are sentences. */
function pageRows(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return fittedRows(header, rows, pageWidth());
}
