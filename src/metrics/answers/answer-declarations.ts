import type { MetricDeclaration } from "../metric-declaration.ts";
import { answerTokenF1, citationAccuracy, exactAnswer, timeToAnswer } from "./answer-scores.ts";
import { indexTime } from "./index-time.ts";
import {
  faithfulness,
  faithfulnessCoverage,
  judgedCorrectness,
  judgedMark,
} from "./judged-answers.ts";

const squad = "Rajpurkar et al., SQuAD, EMNLP 2016 (evaluate-v1.1.py), for how words are compared";
const byHand = "values worked out by hand";
const noTruth =
  'Questions without a known answer do not count. Punctuation is deleted, as in SQuAD\'s program, so that "don\'t" becomes "dont".';

/** What the reference says about answers to questions about videos. */
export const declarations: readonly MetricDeclaration[] = [
  {
    id: "answer-exact",
    group: "retrieval",
    title: "Exact answer",
    options: [],
    page: () => ({
      definition:
        "Share of answers that consist of the same words as a true answer, when case, punctuation and articles are left out.",
      formula: "answers with the words of a true one ÷ questions with a known answer",
      citation: squad,
      checkedAgainst: byHand,
      edgeCases: noTruth,
      signatures: [exactAnswer("").signature],
    }),
  },
  {
    id: "answer-f1",
    group: "retrieval",
    title: "Answer, token F1",
    options: [],
    page: () => ({
      definition:
        "Mean over questions of the F1 of the words that answer and truth share, when case, punctuation and articles are left out.",
      formula: "F1 = 2·shared ÷ (words of the answer + words of the truth)",
      citation: squad,
      checkedAgainst: byHand,
      edgeCases: noTruth,
      signatures: [answerTokenF1("").signature],
    }),
  },
  {
    id: "answer-correctness",
    group: "retrieval",
    title: "Answer, correct by a judge",
    options: [
      {
        name: "judge",
        default: "–",
        meaning: "who judges: the grader that the task names as judge",
      },
    ],
    page: () => ({
      definition:
        "Share of answers that a judge, a chat system that is shown question, true answer and answer, calls the same as the true one.",
      formula: "answers judged right ÷ answers with a verdict",
      citation:
        "defined here; a strict reading of the judge: a verdict that is no JSON of the asked form is none",
      checkedAgainst: byHand,
      edgeCases:
        "Answers whose verdict is missing or cannot be read do not count, and are never a score. Who says nothing is not right. Not defined without a judge.",
      signatures: [judgedCorrectness({ measure: "", judge: "…" }).signature],
    }),
  },
  {
    id: "answer-mark",
    group: "retrieval",
    title: "Answer, mean mark by a judge",
    options: [
      {
        name: "judge",
        default: "–",
        meaning: "who judges: the grader that the task names as judge",
      },
    ],
    page: () => ({
      definition:
        "Mean over answers of the mark that a judge gives: 0 nothing of the true answer, 1 a small part, 2 most of it, 3 all of it and nothing wrong. Only where the task sets `marks`.",
      formula: "Σ marks ÷ answers with a mark",
      citation:
        "the scale of Fang et al., MMBench-Video, NeurIPS 2024; the question to the judge is worded here, so that figures are not comparable with published ones",
      checkedAgainst: byHand,
      edgeCases:
        "Answers whose mark is missing or no whole number from 0 to 3 do not count. Who says nothing has 0. Not defined without a judge.",
      signatures: [judgedMark({ measure: "", judge: "…" }).signature],
    }),
  },
  {
    id: "faithfulness",
    group: "retrieval",
    title: "Faithfulness, by a judge",
    options: [
      {
        name: "judge",
        default: "–",
        meaning: "who judges: the grader that the task names as judge",
      },
      {
        name: "reading",
        default: "strict",
        meaning: "lenient: partially faithful answers count as faithful",
      },
    ],
    page: () => ({
      definition:
        "Share of answers whose statements are all borne out by what is known: the true answer and, where transcripts are read, what is said in the evidence. A judge gives one of four labels: Faithful, Partially Faithful, Unfaithful, Unknown.",
      formula:
        "strict = F ÷ (F + P + U); lenient = (F + P) ÷ (F + P + U); coverage = (F + P + U) ÷ all judged",
      citation: "the four labels of VIGIL-RAG's review by people",
      checkedAgainst: byHand,
      edgeCases:
        "Unknown lowers the coverage and counts nowhere else. By people the same is computed from a file of labels, and told only where raters agree. The judge reads texts and sees no frames: what an answer says beyond the true answer and the transcript it can only call Unknown or Unfaithful.",
      signatures: [
        faithfulness({ measure: "", judge: "…", reading: "strict" }).signature,
        faithfulness({ measure: "", judge: "…", reading: "lenient" }).signature,
        faithfulnessCoverage({ measure: "", judge: "…" }).signature,
      ],
    }),
  },
  {
    id: "citation-accuracy",
    group: "retrieval",
    title: "Citation accuracy",
    options: [],
    page: () => ({
      definition: "Mean over answers of the share of the cited time that lies in evidence.",
      formula: "seconds cited inside evidence ÷ seconds cited",
      citation: "defined here: whether an answer points at the moments that prove it",
      checkedAgainst: byHand,
      edgeCases:
        "An answer without citations has 0. Questions without evidence to compare with do not count.",
      signatures: [citationAccuracy("").signature],
    }),
  },
  {
    id: "time-to-answer",
    group: "retrieval",
    title: "Time to answer, P50 and P95",
    options: [{ name: "share", default: "–", meaning: ".5 for P50, .95 for P95" }],
    page: () => ({
      definition:
        "The least number of seconds within which the share of the questions was answered, of answered ones that say how long they took.",
      formula: "P(s) = least t with #{questions answered within t} ≥ s · questions",
      citation:
        "the inverse of the empirical distribution; percentiles of latency as VIGIL-RAG reports them",
      checkedAgainst: byHand,
      edgeCases: "Questions whose time is not known do not count; not defined where none counts.",
      signatures: [timeToAnswer("", 0.5).signature, timeToAnswer("", 0.95).signature],
    }),
  },
  {
    id: "index-time",
    group: "retrieval",
    title: "Indexing time, P50 and P95",
    options: [{ name: "share", default: "–", meaning: ".5 for P50, .95 for P95" }],
    page: () => ({
      definition:
        "The least number of seconds within which the share of the videos was made searchable, of videos whose indexing time the system reports with an answer.",
      formula: "P(s) = least t with #{videos indexed within t} ≥ s · videos",
      citation:
        "the inverse of the empirical distribution; targets by length of video as VIGIL-RAG sets them",
      checkedAgainst: byHand,
      edgeCases:
        "All answers about one video are one measurement: the first that says it counts. Not defined where no answer says it.",
      signatures: [indexTime("", 0.5).signature, indexTime("", 0.95).signature],
    }),
  },
];
