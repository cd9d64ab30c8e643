import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { SampleText } from "../../core/family/data-facet.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson } from "../../core/json.ts";
import { sampleDigits } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import type { SourceMedia } from "../../datasets/data-source.ts";
import { isRemote } from "../../datasets/remote/remote-address.ts";
import { textDocument } from "../../datasets/text/json-document.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { inParallel } from "../../files/in-parallel.ts";
import { type Place, pathInside } from "./path-inside.ts";

export interface TextPlaces {
  readonly family: Family;
  readonly options: unknown;
  /** The folder that paths of samples are relative to; nothing outside of it is opened. */
  root(): Promise<string>;
  /** Where files are brought from elsewhere, these instead. */
  readonly own?: SourceMedia | undefined;
  /** Brings what is named by an address of its own. */
  readonly remote: SourceMedia;
  onWarning(message: string): void;
}

/**
 * Samples with the text files they want (subtitles) put in. A file that is not there is an error
 * that names it or, where the layout says that not every sample has one, a counted warning; if no
 * sample has one, the folder is wrong and that is an error too.
 */
export function attachTexts(samples: SampleBatches, places: TextPlaces): SampleBatches {
  return places.family.data.texts
    ? { [Symbol.asyncIterator]: () => attached(samples, places) }
    : samples;
}

async function* attached(
  samples: SampleBatches,
  places: TextPlaces,
): AsyncGenerator<readonly PlannedSample[]> {
  const missing: string[] = [];
  let found = 0;
  for await (const batch of samples) {
    const texts: ReadText[] = [];
    await inParallel(batch.entries(), async ([at, { sample }]) => {
      texts[at] = await textOf(sample, places).catch((error: unknown) => ({ error }));
    });
    const changed: PlannedSample[] = [];
    for (const [at, planned] of batch.entries()) {
      const text = texts[at];
      // The first sample in the order of the data is reported, whichever file failed first.
      if (text && "error" in text) throw text.error;
      if (text?.content === null) missing.push(text.path);
      if (typeof text?.content !== "string") changed.push(planned);
      else {
        found++;
        changed.push(withText(planned, { ...text, content: text.content, family: places.family }));
      }
    }
    yield changed;
  }
  if (missing.length === 0) return;
  const some = `${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ", …" : ""}`;
  if (found === 0)
    throw new UserError(
      `no sample has its text file: ${some}${places.own ? "" : ` in ${await places.root()}`}`,
      "look at data.media",
    );
  places.onWarning(`${missing.length} samples have no text file and are asked without: ${some}`);
}

/** `undefined` if the sample wants no text; a content of `null` if there is none and none is needed. */
type ReadText =
  | { readonly path: string; readonly content: string | null }
  | { readonly error: unknown }
  | undefined;

async function textOf(sample: Sample, places: TextPlaces): Promise<ReadText> {
  const wanted = places.family.data.texts?.wanted(sample, places.options);
  return wanted && { path: wanted.path, content: await contentOf(wanted, sample, places) };
}

/** `null` if there is none and none is needed. */
async function contentOf(
  { path, isOptional }: SampleText,
  sample: Sample,
  { root, own, remote }: TextPlaces,
): Promise<string | null> {
  const bringer = isRemote(path) ? remote : own;
  const place = bringer ? await broughtPlace(bringer, path) : await pathInside(await root(), path);
  if (place.ok) return textDocument(place.path);
  if (isOptional && place.isAbsent) return null;
  throw new UserError(
    `sample "${sample.id}": ${place.reason}`,
    "text files such as subtitles lie in the media folder: data.media",
  );
}

async function broughtPlace(own: SourceMedia, path: string): Promise<Place> {
  const brought = await own.bring(path);
  return brought.ok
    ? { ok: true, path: brought.value }
    : { ok: false, reason: brought.reason, isAbsent: true };
}

interface FoundText {
  readonly path: string;
  readonly content: string;
  readonly family: Family;
}

function withText(
  { sample, digest, ...rest }: PlannedSample,
  { path, content, family }: FoundText,
): PlannedSample {
  const put = family.data.texts!.put(sample, content);
  if (!put.ok) throw new UserError(`${path}: ${put.reason}`, `named by sample "${sample.id}"`);
  return {
    sample: put.value,
    digest: contentDigest(canonicalJson(put.value)).slice(0, sampleDigits),
    ...rest,
    pairing: digest,
  };
}
