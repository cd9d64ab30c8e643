import { expect, it } from "vitest";
import { UserError } from "../../core/user-error.ts";
import { families } from "../../families/index.ts";
import { chooseMetrics, chooseTargets } from "./choose-metrics.ts";

const task = (id: string, family: string) => {
  const { data } = families.find((one) => one.id === family)!;
  return { id, family, options: data.options.parse({}), graders: {} };
};
const both = [task("qa", "retrieval"), task("events", "event-detection")];

function chosen(names: readonly string[], tasks = both) {
  const { tasks: kept, leftOut } = chooseMetrics(tasks, names, families);
  return { metrics: Object.fromEntries(kept.map(({ id, metrics }) => [id, metrics])), leftOut };
}

it("takes of every task what it has of the names", () => {
  expect(chosen(["recall", "faithfulness", "map", "fah"])).toEqual({
    metrics: {
      qa: [
        "recall@5",
        "recall@1",
        "recall@3",
        "recall@10",
        "hit@1",
        "hit@5",
        "hit@10",
        "faithfulness",
        "map",
      ],
      events: ["map", "false-alarms-per-hour"],
    },
    leftOut: [],
  });
});

it("leaves out tasks without any of them", () => {
  expect(chosen(["fah"])).toEqual({
    metrics: { events: ["false-alarms-per-hour"] },
    leftOut: ["qa"],
  });
});

it("counts a metric that is named twice once", () => {
  expect(chosen(["mrr", "mrr"]).metrics).toEqual({ qa: ["mrr"] });
});

it("refuses a name that no task has, and tells those there are", () => {
  const told = () => chosen(["recal"]);
  expect(told).toThrow('metrics: no task has a metric "recal"');
  try {
    told();
  } catch (error) {
    expect((error as UserError).hint).toMatch(
      /^did you mean "recall"\? names here: recall@5, .*fah/,
    );
  }
  expect(() => chosen(["fah"], both.slice(0, 1))).toThrow(UserError);
});

it("knows the scores of a task's graders, and says which grader others would need", () => {
  const talk = task("talk", "dialogue");
  expect(chosen(["judge_overall"], [{ ...talk, graders: { judge: "referee" } }]).metrics).toEqual({
    talk: ["judge_overall"],
  });
  expect(() => chosen(["judge_overall"], [talk])).toThrow(
    '--metrics: metric "judge_overall" needs a judge, and the task names none',
  );
});

it("keeps the targets of what is measured", () => {
  const targets = {
    qa: { "recall@5": 1, mrr: 2, coverage: 3, "recall@5[kind=when]": 4 },
    events: { map: 5 },
    gone: { map: 6 },
  };
  const tasks = [{ id: "qa", metrics: ["recall@5"] }, { id: "events" }, { id: "none" }];
  expect(chooseTargets(targets, tasks)).toEqual({
    qa: { "recall@5": 1, coverage: 3, "recall@5[kind=when]": 4 },
    events: { map: 5 },
  });
});
