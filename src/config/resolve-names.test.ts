import { describe, expect, it } from "vitest";
import { mistakeOf, resolveGiven } from "../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../test/fakes/fake-registries.ts";
import { withScoring } from "../../test/support/with-scoring.ts";
import type { Registries } from "./config.ts";

/** Families whose metrics have short names, and a set of targets. */
function registries(): Registries {
  const { families, systemKinds } = fakeRegistries();
  const changed = families.map((family) => {
    const ids =
      family.id === "quiz" ? ["accuracy", "top@1", "top@5"] : ["recall", "false-alarms-per-hour"];
    const named = withScoring(family, ({ metrics }) => ({
      metrics: ids.map((id) => ({
        ...metrics[0]!,
        id,
        ...(id.startsWith("false") ? { aliases: ["fah"] } : {}),
      })),
    }));
    const targets = { house: { accuracy: "> 0.5", "top@1[kind=when]": ">= 0.1" } };
    return family.id === "quiz" ? { ...named, proof: { ...family.proof, targets } } : named;
  });
  return { families: changed, systemKinds };
}

const both = `    data: { path: val.csv }
  - { id: tale, family: story, data: { path: y }, options: { window: 2 } }`;

function resolved(rest: string, task = both) {
  return resolveGiven({ rest, task, registries: registries() });
}

const above = (value: number) => ({ operator: ">", value });

describe("metrics of tasks", () => {
  it("are ids and short names", () => {
    const { config } = resolved("", "    data: { path: x }\n    metrics: [top, accuracy]");
    expect(config.tasks[0]!.metrics).toEqual(["top@1", "top@5", "accuracy"]);
  });

  it("are told where there is none", () => {
    expect(mistakeOf(() => resolved("", "    data: { path: x }\n    metrics: [topp]"))).toContain(
      'unknown metric "topp"\n  6 |     metrics: [topp]\n    |               ^^^^\nhint: did you mean "top"? (accuracy, top@1, top@5, top)',
    );
  });
});

describe("metrics that a grader's marks are needed for", () => {
  const judged =
    (task: string, rest = "") =>
    () =>
      resolveGiven({
        family: "story",
        task: `    data: { path: x }\n    options: { window: 2 }\n${task}`,
        rest: `graders:\n  - { id: referee, kind: chat, model: m }\n${rest}`,
      }).config;
  const target = 'targets: { judge_overall: "> 3" }';

  it("are there where the task names the grader, for lists of metrics and for targets", () => {
    const { tasks, targets } = judged(
      "    graders: { judge: referee }\n    metrics: [judge_overall]",
      target,
    )();
    expect(tasks[0]!.metrics).toEqual(["judge_overall"]);
    expect(targets).toEqual({ "plant-qa": { judge_overall: above(3) } });
  });

  it.each([
    ["a list of metrics", judged("    metrics: [judge_overall]")],
    ["a target", judged("", target)],
    ["a target of the task", judged("", 'targets: { plant-qa: { judge_overall: "> 3" } }')],
    ["one of another role", judged("    graders: { similarity: referee }", target)],
  ])("are refused with the role that nobody fills: %s", (_, config) => {
    const mistake = mistakeOf(config);
    expect(mistake).toContain('metric "judge_overall" needs a judge, and the task names none');
    expect(mistake).toContain("hint: name a grader as tasks[0].graders.judge");
  });

  it("are unknown where no grader would make them known", () => {
    expect(mistakeOf(judged("    metrics: [judge_overal]"))).toContain(
      'unknown metric "judge_overal"',
    );
  });
});

describe("targets", () => {
  it("hold for every task that has the metric, and more so for those of a task", () => {
    const { config, spec } = resolved(
      'targets: { coverage: "> 0.9", accuracy: "> 0.5", fah: "> 2", plant-qa: { accuracy: "> 0.7" } }',
    );
    expect(config.targets).toEqual({
      "plant-qa": { coverage: above(0.9), accuracy: above(0.7) },
      tale: { coverage: above(0.9), "false-alarms-per-hour": above(2) },
    });
    expect(spec).toMatchObject({ targets: { "plant-qa": { accuracy: "> 0.7" } } });
  });

  it("may be about a slice", () => {
    const { config } = resolved(
      'targets: { "fah[domain=air port]": "> 1", tale: { "fah[domain=sea]": "> 3" } }',
    );
    expect(config.targets).toEqual({
      tale: {
        "false-alarms-per-hour[domain=air port]": above(1),
        "false-alarms-per-hour[domain=sea]": above(3),
      },
    });
  });

  it.each(["targets: house", "targets: { preset: house }"])(
    "may be a published set: %s",
    (rest) => {
      expect(resolved(rest).config.targets).toEqual({
        "plant-qa": { accuracy: above(0.5), "top@1[kind=when]": { operator: ">=", value: 0.1 } },
      });
    },
  );

  it("of a published set give way, and are only those that are measured", () => {
    const task = "    data: { path: x }\n    metrics: [accuracy]";
    expect(resolved('targets: { preset: house, accuracy: "> 0.9" }', task).config.targets).toEqual({
      "plant-qa": { accuracy: above(0.9) },
    });
  });

  it.each([
    [
      'targets: { acuracy: "> 0.5" }',
      'targets: unknown metric "acuracy"',
      'did you mean "accuracy"?',
    ],
    ['targets: { top: "> 0.5" }', 'targets: "top" is several metrics', "name one: top@1, top@5"],
    [
      'targets: { "accuracy[domain]": "> 0.5" }',
      'targets: "accuracy[domain]" names no metric',
      "such as map[domain=factory]",
    ],
    [
      'targets: { accuracy: "80%" }',
      'targets.accuracy: expected a comparison such as ">= 0.80", got "80%"',
      "",
    ],
    ["targets: { accuracy: 0.8 }", "targets.accuracy: expected", ""],
    ["targets: hose", 'targets: expected "house" or a mapping, got "hose"', ""],
    ["targets: { preset: hose }", 'targets.preset: expected "house", got "hose"', ""],
    [
      'targets: { tale: { accuracy: "> 0" } }',
      'targets.tale: unknown metric "accuracy"',
      "metrics here: coverage, answered, recall",
    ],
  ])("%s", (rest, message, hint) => {
    const told = mistakeOf(() => resolved(rest));
    expect(told).toContain(message);
    expect(told).toContain(hint);
  });

  it("of a published set need a task that it is about", () => {
    const task = "    data: { path: x }\n    options: { window: 2 }";
    expect(
      mistakeOf(() =>
        resolveGiven({ family: "story", task, rest: "targets: house", registries: registries() }),
      ),
    ).toContain('no task is of a family with targets of the name "house"');
  });
});

describe("published results", () => {
  it.each([
    ["metric: accuracy, value: 91, low: 0.88, high: 0.93", "value: 91 is better", "0.91, not 91"],
    ["metric: accuracy, value: 0.9, high: 93", "high: 93 is better", "0.93, not 93"],
    ["metric: accuracy, value: 0.95, low: 0.88, high: 0.93", "0.95 is outside of its own", ""],
    ["metric: accuracy, value: 0.8, low: 0.88", "0.8 is outside of its own interval", ""],
  ])("cannot be %s", (figures, message, hint) => {
    const given = `references: [{ name: people, task: plant-qa, ${figures}, source: here }]`;
    const told = mistakeOf(() => resolved(given));
    expect(told).toContain(message);
    expect(told).toContain(hint);
  });

  it("may be anything that can be scored", () => {
    const figures = "metric: accuracy, value: 0.9, low: 0.88, high: 0.93";
    const given = `references: [{ name: people, task: plant-qa, ${figures}, source: here }]`;
    expect(resolved(given).config.references).toMatchObject([{ value: 0.9 }]);
  });
});
