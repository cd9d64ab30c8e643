import { type ListedMetric, metricList } from "../../src/metrics/index.ts";
import type {
  EvidenceOffer,
  FileEvidence,
  MetricDeclaration,
  MetricPage,
  RatingsOffer,
  TextOffer,
} from "../../src/metrics/metric-declaration.ts";

type Input = NonNullable<ListedMetric["input"]>;
type OfferOf<Of extends Input> = Of extends "text"
  ? TextOffer
  : Of extends "agreement"
    ? RatingsOffer
    : EvidenceOffer;

/** The metrics that `vidimus metric` computes from one kind of files. */
export async function metricOffers<Of extends Input>(input: Of): Promise<readonly OfferOf<Of>[]> {
  const modules = await Promise.all(
    metricList.filter((one) => one.input === input).map(({ load }) => load()),
  );
  return modules.flatMap(({ declarations }) =>
    declarations.flatMap(({ offers = [] }) => offers),
  ) as unknown as readonly OfferOf<Of>[];
}

/** The one metric that an offer makes under these options; its evidence may be of any kind. */
export function madeMetric(offer: EvidenceOffer, options: Readonly<Record<string, unknown>> = {}) {
  const [made] = offer.create("m", options);
  if (made === undefined || "analyse" in made) throw new TypeError(`${offer.id} makes no metric`);
  return made as Extract<ReturnType<EvidenceOffer["create"]>[number], { prepare: unknown }> & {
    prepare(
      evidence: Iterable<FileEvidence[keyof FileEvidence]>,
    ): (weights?: Uint32Array) => number | null;
    ceiling?(evidence: Iterable<FileEvidence[keyof FileEvidence]>): number;
  };
}

/** Every page of the reference, with its declaration. */
export async function metricPages(): Promise<
  readonly (Omit<MetricDeclaration, "page"> & MetricPage)[]
> {
  const modules = await Promise.all(metricList.map(({ load }) => load()));
  return modules
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ page, ...declared }) =>
      typeof page === "function" ? [{ ...declared, ...page() }] : [],
    );
}
