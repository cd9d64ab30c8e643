import { expect, test } from "vitest";
import { metricRunner } from "../metric-command/metric-runner.ts";
import {
  briefFigures,
  type MomentAnswer,
  type MomentTruth,
  momentQuery,
  type PrintedFigures,
  printedFigures,
  qvhighlightsScores,
} from "../reference/qvhighlights-figures.ts";
import { type CheckFile, checkFile, checkLines, checkText } from "./check-file.ts";

const { scores } = metricRunner();
const rowsOf = <Row>(name: CheckFile) => checkLines(name).map((line) => JSON.parse(line) as Row);
const truths = rowsOf<MomentTruth>("moments/highlight_val_release.jsonl");
const answers = rowsOf<MomentAnswer>("moments/sample_val_preds.jsonl");
const { brief, ...printed } = JSON.parse(
  checkText("moments/sample_val_preds_metrics_raw.json"),
) as PrintedFigures;

test("every figure of moment_detr's metrics file on QVHighlights val", () => {
  const byId = new Map(answers.map((one) => [one.qid, one]));
  const queries = truths.map((truth) => momentQuery(truth, byId.get(truth.qid)!));
  expect(queries.length).toBe(1550);
  const ours = printedFigures(queries, printed);
  expect(ours).toEqual(printed);
  expect(Object.values(briefFigures(ours)).toSorted()).toEqual(Object.values(brief!).toSorted());
});

test("its brief, from the family", () => {
  expect(qvhighlightsScores(truths, answers)).toMatchObject(briefFigures(printed));
});

test("its brief, from vidimus metric", async () => {
  const files = [
    "--reference",
    checkFile("moments/highlight_val_release.jsonl"),
    "--prediction",
    checkFile("moments/sample_val_preds.jsonl"),
  ];
  const found = await scores("moments", ...files, "--no-intervals");
  for (const [id, figure] of Object.entries(briefFigures(printed)))
    expect(found[id]!.value! * 100, id).toBeCloseTo(figure, 2);
});
