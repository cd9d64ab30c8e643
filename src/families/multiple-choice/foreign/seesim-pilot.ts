import { shown } from "../../../core/asking/shown.ts";
import type {
  DocumentFormat,
  DocumentPredictionFormat,
  RawPrediction,
} from "../../../core/data/format.ts";
import { withoutMediaEnding } from "../../../core/data/media-endings.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { readSeesimPilot } from "../extractors/seesim-pilot.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";

const domains = ["structural", "fluid"] as const;
type Domain = (typeof domains)[number];

/**
 * The pilot of OpenSeeSimE: true-or-false questions about simulations. Media paths are relative to
 * the pilot's `data` folder.
 */
export const seesimPilotFormat: DocumentFormat<ChoiceSample> = {
  id: "seesim-pilot",
  summary:
    "OpenSeeSimE pilot: one JSON document, {structural|fluid: {questions: [{qid, question}], files: {File_k: {answers: {qid: true|false}}}}}",
  media: "`structural/videos/File_<k>`, `fluid/videos/File_<k - 6>`",
  reads: "document",
  read(document) {
    if (!isRecord(document))
      return failure(
        `the document must be an object with structural and fluid, but is ${shown(document)}`,
      );
    const samples: ChoiceSample[] = [];
    for (const [domain, content] of Object.entries(document)) {
      if (!isDomain(domain))
        return failure(`unknown domain "${domain}"; the pilot has ${domains.join(" and ")}`);
      const read = readDomain(domain, content);
      if (!read.ok) return read;
      samples.push(...read.value);
    }
    return success(samples);
  },
};

function isDomain(name: string): name is Domain {
  return (domains as readonly string[]).includes(name);
}

function readDomain(domain: Domain, content: unknown): Result<readonly ChoiceSample[]> {
  if (!isRecord(content) || !Array.isArray(content.questions) || !isRecord(content.files)) {
    return failure(`${domain} must hold a list "questions" and an object "files"`);
  }
  const questions = new Map<string, string>();
  for (const item of content.questions) {
    if (!isRecord(item) || typeof item.qid !== "string" || typeof item.question !== "string") {
      return failure(
        `${domain}.questions holds ${shown(item)}, but each must have the texts qid and question`,
      );
    }
    questions.set(item.qid, item.question);
  }
  const samples: ChoiceSample[] = [];
  for (const [file, entry] of Object.entries(content.files)) {
    const path = videoPath(domain, file);
    if (!path)
      return failure(
        `${domain}.files has ${shown(file)}; files are called File_1, File_2 and so on${domain === "fluid" ? ", those of fluid from File_7" : ""}`,
      );
    if (!isRecord(entry) || !isRecord(entry.answers))
      return failure(`${domain}.files.${file} must hold an object "answers"`);
    for (const [qid, answer] of Object.entries(entry.answers)) {
      const question = questions.get(qid);
      if (question === undefined)
        return failure(
          `${domain}.files.${file} answers ${shown(qid)}, which is not among ${domain}.questions`,
        );
      if (typeof answer !== "boolean" && answer !== null) {
        return failure(
          `${domain}.files.${file}.answers.${qid} is ${shown(answer)}, but must be true, false, or null where it is hidden`,
        );
      }
      samples.push({
        id: `${domain}/${file}/${qid}`,
        group: `${domain}/${file}`,
        question,
        choices: ["True", "False"],
        answer: answer === null ? null : answer ? 0 : 1,
        type: domain,
        media: [impliedVideo([withoutMediaEnding(path)], path)],
        metadata: { qid, file },
      });
    }
  }
  return success(samples);
}

/** The answers call the fluid files File_7 to File_12, the media folder File_1 to File_6. */
function videoPath(domain: Domain, file: string): string | undefined {
  const number = Number(/^File_([1-9]\d*)$/.exec(file)?.[1]);
  if (domain === "structural")
    return number >= 1 ? `structural/videos/File_${number}.gif` : undefined;
  return number >= 7 ? `fluid/videos/File_${number - 6}.mp4` : undefined;
}

/** Answers of the pilot: booleans, or replies that are read by the pilot's own cascade. */
export const seesimPilotPredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "seesim-pilot",
  summary:
    "OpenSeeSimE pilot answers: one JSON document, {structural|fluid: {File_k: {qid: true, false or the reply}}}",
  reads: "document",
  recognises(head) {
    return (
      isRecord(head) &&
      Object.keys(head).length > 0 &&
      Object.entries(head).every(([domain, files]) => isDomain(domain) && isFiles(files))
    );
  },
  read(document) {
    const predictions: RawPrediction[] = [];
    if (!isRecord(document))
      return failure(
        `the document must be an object with structural and fluid, but is ${shown(document)}`,
      );
    for (const [domain, files] of Object.entries(document)) {
      if (!isDomain(domain))
        return failure(`unknown domain "${domain}"; the pilot has ${domains.join(" and ")}`);
      if (!isFiles(files))
        return failure(`${domain} must be {File_k: {qid: true, false or the reply}}`);
      for (const [file, answers] of Object.entries(files)) {
        for (const [qid, raw] of Object.entries(answers))
          predictions.push({ id: `${domain}/${file}/${qid}`, raw });
      }
    }
    return success(predictions);
  },
  interpret(raw, sample) {
    if (typeof raw !== "boolean" && typeof raw !== "string")
      return noAnswer("unparsed", `${shown(raw)} is neither true nor false nor a reply`);
    return readSeesimPilot(String(raw), sample.choices);
  },
};

function isFiles(
  value: unknown,
): value is Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (answers) => isRecord(answers) && Object.values(answers).every(isAnswer),
    )
  );
}

function isAnswer(value: unknown): boolean {
  return typeof value === "boolean" || typeof value === "string" || value === null;
}
