import type { Survey } from "../../core/asking/protocol.ts";
import type { RetrievalOptions, RetrievalSample } from "./schema.ts";

type RetrievalSurvey = Survey<RetrievalSample, RetrievalOptions>;

const answersAlone =
  "asked for answers alone, and shown all frames at once: the data has no moments to find";
const nothingSaid = "transcript: true changes nothing: no sample has a transcript";

/**
 * Where nothing in the data is to be found, as in sets of open questions, a chat system answers at
 * once: that says nothing about one question.
 */
export function surveyMoments(options: RetrievalOptions): RetrievalSurvey | undefined {
  if (options.find !== undefined) return surveyTranscripts(options);
  return {
    async read(samples) {
      const { isFindable, isHeard } = await contentOf(samples, options.transcript);
      const remarks = [...(isFindable ? [] : [answersAlone]), ...(isHeard ? [] : [nothingSaid])];
      return { options: { ...options, find: isFindable }, ...remarkOf(remarks) };
    },
  };
}

/** Where transcripts are asked for and there are none, that is said. */
export function surveyTranscripts(options: RetrievalOptions): RetrievalSurvey | undefined {
  if (!options.transcript) return undefined;
  return {
    async read(samples) {
      const { isHeard } = await contentOf(samples, true);
      return { options, ...remarkOf(isHeard ? [] : [nothingSaid]) };
    },
  };
}

/** Reads only until all is known. */
async function contentOf(samples: AsyncIterable<readonly RetrievalSample[]>, wantsSpeech: boolean) {
  let isFindable = false;
  let isHeard = !wantsSpeech;
  for await (const batch of samples) {
    isFindable ||= batch.some(canBeFound);
    isHeard ||= batch.some(({ transcript }) => transcript !== undefined);
    if (isFindable && isHeard) break;
  }
  return { isFindable, isHeard };
}

function remarkOf(remarks: readonly string[]): { readonly remark?: string } {
  return remarks.length === 0 ? {} : { remark: remarks.join("; ") };
}

/** A question without a known answer can only be searched for. */
function canBeFound({ answer, evidence, clips, saliency }: RetrievalSample): boolean {
  return answer === null || evidence.length > 0 || clips.length > 0 || saliency !== undefined;
}
