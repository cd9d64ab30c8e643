import type { Profile, ProfileEvidence, ProfileItem } from "../../core/family/profile.ts";
import { atLeast, figureText, videoLengths } from "../shared/vigil/vigil-items.ts";
import type { EventSample } from "./schema.ts";

const wanted = {
  types: 30,
  domains: 3,
  videos: 100,
  instances: 500,
  imbalance: 10,
  spotChecked: 0.2,
} as const;

interface Tally {
  readonly types: Map<string, number>;
  /** Types of events by domain. */
  readonly domains: Map<string, Set<string>>;
  readonly lengths: Map<string, number | null>;
  instances: number;
  negatives: number;
  withoutDomain: number;
}

/** The checklist of the VIGIL-RAG framework for events in long videos. */
export const eventProfiles: readonly Profile<EventSample>[] = [
  {
    id: "vigil-events",
    summary:
      "VIGIL-RAG: 30 types of events in three domains, 100 videos of 10 min to 1 h, 500 events, imbalance at most 10:1, negative videos, a fifth spot-checked, a chance baseline",
    needsChance: true,
    start() {
      const tally: Tally = {
        types: new Map(),
        domains: new Map(),
        lengths: new Map(),
        instances: 0,
        negatives: 0,
        withoutDomain: 0,
      };
      return { add: (sample) => add(tally, sample), finish: (evidence) => items(tally, evidence) };
    },
  },
];

function add(tally: Tally, { id, events, domain, durationSeconds }: EventSample): void {
  tally.lengths.set(id, durationSeconds);
  tally.instances += events.length;
  if (events.length === 0) tally.negatives++;
  if (domain === undefined) tally.withoutDomain++;
  else if (!tally.domains.has(domain)) tally.domains.set(domain, new Set());
  for (const { type } of events) {
    tally.types.set(type, (tally.types.get(type) ?? 0) + 1);
    if (domain !== undefined) tally.domains.get(domain)!.add(type);
  }
}

function items(tally: Tally, evidence: ProfileEvidence): readonly ProfileItem[] {
  const { types, lengths, instances, negatives } = tally;
  return [
    atLeast("event types", wanted.types, types.size),
    domainsItem(tally),
    atLeast("videos", wanted.videos, lengths.size),
    videoLengths(lengths),
    atLeast("event instances", wanted.instances, instances),
    imbalanceItem(types),
    {
      item: "negative videos",
      wanted: "some without an event",
      found: `${negatives} of ${lengths.size} videos`,
      measured: negatives,
      verdict: negatives > 0 ? "met" : "not met",
    },
    spotCheck(tally, evidence),
    chanceItem(evidence),
  ];
}

function domainsItem({ domains, withoutDomain, lengths }: Tally): ProfileItem {
  const listed = [...domains].map(([name, types]) => `${name} (${types.size} types)`);
  const open = withoutDomain === 0 ? [] : [`${withoutDomain} of ${lengths.size} videos name none`];
  const isMet = domains.size >= wanted.domains;
  const isKnown = isMet || withoutDomain === 0;
  return {
    item: "domains",
    wanted: `${wanted.domains}`,
    found: [`${domains.size}${listed.length === 0 ? "" : `: ${listed.join(", ")}`}`, ...open].join(
      "; ",
    ),
    measured: domains.size,
    verdict: isMet ? "met" : isKnown ? "not met" : "not known",
    ...(isKnown ? {} : { tells: "the domain in each row (domain), or the folder of vigil-folder" }),
  };
}

function imbalanceItem(types: ReadonlyMap<string, number>): ProfileItem {
  const sorted = [...types].sort(([, a], [, b]) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const about = { item: "imbalance of types", wanted: `at most ${wanted.imbalance}:1` };
  if (!least || !most) return { ...about, found: "no events", measured: null, verdict: "not met" };
  return {
    ...about,
    found: `${(most[1] / least[1]).toFixed(1).replace(/\.0$/, "")}:1 (${most[1]} × ${most[0]}, ${least[1]} × ${least[0]})`,
    measured: most[1] / least[1],
    verdict: most[1] <= wanted.imbalance * least[1] ? "met" : "not met",
  };
}

function spotCheck({ lengths }: Tally, { second }: ProfileEvidence): ProfileItem {
  const about = {
    item: "spot-checked",
    wanted: `${100 * wanted.spotChecked} % of the videos`,
  };
  if (second === undefined)
    return {
      ...about,
      found: "one annotation",
      measured: null,
      verdict: "not known",
      tells: "the videos that were annotated again: --second <file>",
    };
  const share = lengths.size === 0 ? 0 : second.samples / lengths.size;
  const kappa = second.kappa === null ? "" : `; kappa ${figureText(second.kappa)}`;
  return {
    ...about,
    found: `${second.samples} of ${lengths.size} videos (${(100 * share).toFixed(1)} %)${kappa}`,
    measured: second.samples,
    verdict: share >= wanted.spotChecked ? "met" : "not met",
  };
}

function chanceItem({ chance }: ProfileEvidence): ProfileItem {
  const about = { item: "chance baseline", wanted: "computed" };
  return chance === undefined
    ? {
        ...about,
        found: "no score is defined on these videos",
        measured: null,
        verdict: "not known",
        tells: "videos with events",
      }
    : {
        ...about,
        found: `${chance.title} ${figureText(chance)} by guessing`,
        measured: chance.value,
        verdict: "met",
      };
}
