import type { Protocol } from "./asking/protocol.ts";
import type { System } from "./asking/system.ts";
import type { Sample } from "./data/sample.ts";
import type { AskingFacet } from "./family/asking-facet.ts";
import type { DataFacet } from "./family/data-facet.ts";
import type { DisplayFacet } from "./family/display-facet.ts";
import type { Lent } from "./family/lent.ts";
import type { PeopleFacet } from "./family/people-facet.ts";
import type { ProofFacet } from "./family/proof-facet.ts";
import type { ScoringFacet } from "./family/scoring-facet.ts";

/**
 * A kind of question, in facets that each have one kind of reader: what its samples and predictions
 * are, how it is put to systems, and how answers are scored, judged, proven and shown. A value, not
 * a class.
 */
export interface Family<
  Id extends string = string,
  S extends Sample = Sample,
  Prediction = unknown,
  Options = unknown,
> {
  readonly id: Id;
  /** Raised whenever stored predictions would no longer mean the same; part of the work key. */
  readonly version: number;
  readonly summary: string;
  readonly data: DataFacet<S, Prediction, Options>;
  readonly asking: AskingFacet<S, Prediction, Options>;
  /**
   * Called once for each system on a task: what it returns may keep words and evidence of that
   * system until it is let go.
   */
  scoring(options: Options, lent: Lent): ScoringFacet<S, Prediction, Options>;
  readonly people: PeopleFacet<S, Prediction, Options>;
  readonly proof: ProofFacet<S, Prediction, Options>;
  readonly display: DisplayFacet<S, Prediction, Options>;
}

export function defineFamily<const Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
): Family<Id, S, Prediction, Options> {
  return family;
}

/**
 * How a family puts its question to systems that speak this way; `undefined` where it does not, or
 * where no protocol is needed.
 */
export function protocolFor(family: Family, speaks: System["speaks"]): AnyProtocol | undefined {
  if (speaks === "prediction" || speaks === "similarity") return undefined;
  return family.asking.protocols[speaks] as AnyProtocol | undefined;
}

/** Why a family cannot put its question to systems that speak this way; nothing where it can. */
export function missingProtocol(family: Family, speaks: System["speaks"]): string | undefined {
  return speaks === "prediction" || protocolFor(family, speaks)
    ? undefined
    : `speaks ${speaks}, which family ${family.id} has no protocol for`;
}

type AnyProtocol = Protocol<unknown, unknown, Sample, unknown, unknown>;

/**
 * What names an extractor in logs and signatures: replies that another version read are read again.
 */
export function extractorName(
  { asking: { extractorVersions } }: Pick<Family, "asking">,
  id: string,
): string {
  const version = extractorVersions?.[id] ?? 1;
  return version === 1 ? id : `${id}@${version}`;
}
