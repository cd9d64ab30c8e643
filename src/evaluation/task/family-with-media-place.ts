import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import type { MediaPlace } from "../../datasets/local-media/media-place.ts";
import { fillMediaTemplate } from "../../datasets/local-media/media-template.ts";

/**
 * A family whose samples refer to media where the configuration says that they lie. Samples
 * themselves, and so their digests, do not change when media are moved. A path that the data names
 * itself stays as it is.
 */
export function familyWithMediaPlace(family: Family, place: MediaPlace): Family {
  if (place.kind === "folder" || place.kind === "map") return family;
  const { lengths, ...rest } = family.data;
  if (place.kind === "none") return { ...family, data: { ...rest, refs: () => [] } };
  const at = (media: MediaRef, sample: Sample) =>
    media.names ? filled(place.template, sample, media) : media;
  const own = lengths && {
    ...lengths,
    wanted(sample: Sample) {
      const media = lengths.wanted(sample);
      return media && at(media, sample);
    },
  };
  const refs = (sample: Sample) => rest.refs(sample).map((media) => at(media, sample));
  return { ...family, data: { ...rest, refs, ...(own ? { lengths: own } : {}) } };
}

function filled(template: string, sample: Sample, media: MediaRef): MediaRef {
  const path = fillMediaTemplate(template, sample, media);
  if (!path.ok) throw new UserError(path.reason, `data.media is a template: …/${template}`);
  const { names: _, ...placed } = media;
  return { ...placed, path: path.value };
}

/**
 * Samples of data that names no video, where the configuration says by a template or a map where
 * each one's video lies: each is then about the video that goes by its own id.
 */
export function withOwnVideo(place: MediaPlace): ((sample: Sample) => Sample) | undefined {
  if (place.kind !== "template" && place.kind !== "map") return undefined;
  return (sample) => {
    const { media } = sample as Sample & { readonly media?: unknown };
    if (!Array.isArray(media) || media.length > 0) return sample;
    return { ...sample, media: [{ kind: "video", names: [sample.id], path: sample.id }] } as Sample;
  };
}
