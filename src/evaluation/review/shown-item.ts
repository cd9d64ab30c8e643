import type { Sample } from "../../core/data/sample.ts";
import type { ScoredBy } from "../../core/family/scored-by.ts";
import type { Family } from "../../core/family.ts";
import type { Aspect } from "../../core/scores/aspect.ts";
import type { EvidenceClip, View, ViewBlock } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";

interface Shown {
  readonly asked: string;
  readonly answer: string;
  readonly truth?: string;
  readonly view?: View;
  readonly clips: readonly EvidenceClip[];
}

interface ToShow {
  readonly family: Family;
  readonly aspect: Aspect;
  readonly sample: Sample;
  readonly prediction: unknown;
  readonly scored: ScoredBy<unknown>;
}

/**
 * What raters see of an answer: under an aspect that hides the truth the answer and what it rests
 * on, otherwise all that the family shows of it.
 */
export function shownItem({ family, aspect, sample, prediction, scored }: ToShow): Shown {
  const { display, data } = family;
  if (aspect.hidesTruth) {
    if (!display.rated)
      throw new UserError(
        `the family ${family.id} cannot show answers without the truth, as ${aspect.id} asks for`,
      );
    return display.rated(sample, prediction);
  }
  const brief = display.brief?.(sample, prediction);
  const rated = display.rated?.(sample, prediction);
  const view = display.view(sample, prediction, scored);
  return {
    asked: rated?.asked ?? brief?.asked ?? view.title,
    answer: rated?.answer ?? brief?.answer ?? JSON.stringify(prediction),
    ...(brief?.truth === undefined ? {} : { truth: brief.truth }),
    view,
    clips:
      rated && rated.clips.length > 0
        ? rated.clips
        : data.refs(sample).map((media) => ({
            ...{ label: media.path, media, startSeconds: 0, endSeconds: 0 },
          })),
  };
}

const shortestName = 3;

/**
 * The same without names of systems and models in what a system said: an answer that begins with
 * "As gpt-5, I …" is not blind. Questions stay as they are.
 */
export function withoutNames<Content extends Shown>(
  shown: Content,
  names: readonly string[],
): Content {
  const hide = hider(names);
  const { view } = shown;
  return {
    ...shown,
    answer: hide(shown.answer),
    ...(view ? { view: { ...view, blocks: view.blocks.map((block) => hidden(block, hide)) } } : {}),
  };
}

function hider(names: readonly string[]): (text: string) => string {
  const own = names.filter((name) => name.length >= shortestName);
  if (own.length === 0) return (text) => text;
  const any = own
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu");
  return (text) => text.replaceAll(pattern, "[name removed]");
}

function hidden(block: ViewBlock, hide: (text: string) => string): ViewBlock {
  switch (block.kind) {
    case "text":
      return { ...block, text: hide(block.text) };
    case "facts":
      return { ...block, facts: block.facts.map(([name, value]) => [name, hide(value)] as const) };
    case "timeline":
      return {
        ...block,
        lanes: block.lanes.map((lane) => ({
          ...lane,
          marks: lane.marks.map((mark) => ({ ...mark, text: hide(mark.text) })),
        })),
      };
    default:
      return block;
  }
}
