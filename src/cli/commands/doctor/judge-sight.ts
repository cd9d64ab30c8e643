import type { Finding } from "../../../core/asking/system-kind.ts";
import type { Outcome } from "../../../core/run/outcome.ts";
import { formatCount, formatQuantity } from "../../../summary/format-number.ts";
import type { NamedSlides } from "./named-slides.ts";

/** One question about the clip: how much of it was shown, and what came of it. */
export interface Glimpse {
  /** Slides that were shown; 0: the question alone. */
  readonly shown: number;
  /** The reply. One that is empty, cut off or refused names nothing, and is no failure. */
  readonly outcome: Outcome<string>;
  /** As the server counts; absent where it does not say. */
  readonly inputTokens?: number | undefined;
  readonly named: NamedSlides;
}

export interface SightVerdict extends Pick<Finding, "state" | "detail"> {
  /** Slides of the longest showing that reached the model, as far as its answer tells. */
  readonly arrived: number;
  readonly of: number;
}

/** What is counted: frames of a request, or moments of a whole video. */
export type SightUnit = "frame" | "moment";

/** Fewer are what a placeholder in the text takes, and no picture. */
const leastTokensEach = 8;
/** Servers may count a few tokens more or less for the same picture. */
const billedShare = 0.9;
/**
 * Where more than this share is named, what is missing at one end may be misread as well as cut
 * off.
 */
const chanceShare = 0.75;

/**
 * Whether a system sees, by two witnesses: what its answers name of random codes and colours, and
 * whether the server counts more input tokens for more pictures. `glimpses` begin with nothing
 * shown and show more each time.
 */
export function judgeSight(glimpses: readonly Glimpse[], unit: SightUnit): SightVerdict {
  const failed = glimpses.find(({ outcome }) => outcome.kind === "failed");
  if (failed)
    return {
      state: "problem",
      detail: failureText(failed, glimpses, unit),
      arrived: 0,
      of: failed.shown,
    };
  const shown = glimpses.filter((glimpse) => glimpse.shown > 0);
  const top = shown.at(-1)!;
  const seen = seenIn(top);
  const verdict = (state: Finding["state"], detail: string) => ({
    state,
    detail,
    arrived: seen,
    of: top.shown,
  });
  const billing = billingOf(glimpses, unit);
  if (shown.every((glimpse) => seenIn(glimpse) === 0))
    return verdict("problem", blindText(billing, top.shown, unit));
  const ofAll = `${seen} of ${formatQuantity(top.shown, unit)}`;
  if (seen === top.shown) {
    const how =
      top.named.codes.length === seen
        ? "names every code"
        : `names every colour in order, but only ${top.named.codes.length} codes`;
    const state = billing.isFlat || top.named.codes.length < seen ? "warning" : "fine";
    return verdict(state, `sees ${ofAll}: ${how}; ${billing.text}`);
  }
  const edge = edgeOf(top);
  const { billed } = billing;
  const isLess =
    billed === undefined
      ? unit === "frame" && edge !== undefined
      : billed < billedShare * top.shown;
  const isCut =
    isLess || seen < top.shown / 2 || (edge !== undefined && seen <= chanceShare * top.shown);
  if (!isCut)
    return verdict("warning", `names ${ofAll}, and misses others here and there; ${billing.text}`);
  const which = edge === undefined ? "" : `, the ${edge} ones`;
  const what = billed !== undefined && isLess ? `only ${ofAll} arrive` : `names only ${ofAll}`;
  return verdict("problem", `${what}${which}; ${billing.text}${smallerText(shown, unit)}`);
}

/** By codes, or by colours where all are right. */
function seenIn({ named, shown }: Glimpse): number {
  return named.hasAllColours ? shown : named.codes.length;
}

/** Whether exactly the first or the last slides are named, as where a server keeps so many. */
function edgeOf({ named: { codes }, shown }: Glimpse): "first" | "last" | undefined {
  if (codes.length === 0 || codes.at(-1)! - codes[0]! !== codes.length - 1) return undefined;
  if (codes[0] === 0) return "first";
  return codes.at(-1) === shown - 1 ? "last" : undefined;
}

interface Billing {
  /** Frames that the longest showing is billed for, where one is billed at all. */
  readonly billed?: number;
  /** Whether tokens are counted and do not grow with what is shown. */
  readonly isFlat: boolean;
  readonly text: string;
}

function billingOf(glimpses: readonly Glimpse[], unit: SightUnit): Billing {
  const tokens = glimpses.flatMap(({ inputTokens }) => inputTokens ?? []);
  const [none, one] = tokens;
  if (tokens.length < glimpses.length || none === undefined || one === undefined)
    return { isFlat: false, text: "the server does not say how many tokens it read" };
  const [top, { shown }] = [tokens.at(-1)!, glimpses.at(-1)!];
  const each = (one - none) / glimpses[1]!.shown;
  const isFlat =
    each < leastTokensEach || tokens.some((count, at) => at > 0 && count <= tokens[at - 1]!);
  if (top - none < leastTokensEach)
    return {
      isFlat,
      billed: 0,
      text: `${formatQuantity(shown, unit)} are billed like nothing (${formatCount(top)} tokens)`,
    };
  if (unit === "moment")
    return {
      isFlat,
      text: `the video is billed ${formatCount(top - none)} tokens${isFlat ? ", a longer one no more than a shorter one" : ""}`,
    };
  if (each < leastTokensEach)
    return {
      isFlat,
      billed: 0,
      text: `${formatCount(each)} tokens are billed for a frame, too few for a picture`,
    };
  const billed = Math.round((top - none) / each);
  const about = billed < billedShare * shown ? `tokens of ${billed} are billed` : "all are billed";
  return { isFlat, billed, text: `${about} (${formatCount(each)} tokens for one)` };
}

function blindText({ billed, isFlat, text }: Billing, shown: number, unit: SightUnit): string {
  const what = formatQuantity(shown, unit);
  if (billed === 0)
    return `sees nothing: names none of ${what}, and ${text}: pictures are dropped on the way`;
  if (isFlat) return `sees nothing that it can name: none of ${what}; ${text}`;
  return `names none of ${what}, neither codes nor colours: it guesses, or cannot read what it is shown; ${text}`;
}

function smallerText(shown: readonly Glimpse[], unit: SightUnit): string {
  const whole = shown.findLast((glimpse) => seenIn(glimpse) === glimpse.shown);
  return whole ? `; of ${formatQuantity(whole.shown, unit)} it sees all` : "";
}

function failureText(
  { shown, outcome }: Glimpse,
  glimpses: readonly Glimpse[],
  unit: SightUnit,
): string {
  const reason = outcome.kind === "answered" ? "" : outcome.reason;
  if (shown === 0) return `cannot be asked: ${reason}`;
  const before = glimpses.findLast(
    (glimpse) => glimpse.shown > 0 && glimpse.outcome.kind === "answered",
  );
  if (before) return `takes ${formatQuantity(before.shown, unit)} and not ${shown}: ${reason}`;
  return `answers text and takes no ${unit === "frame" ? "pictures" : "videos"}: ${reason}`;
}
