// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type Given,
  mistakeOf,
  resolveGiven,
  resolveText,
} from "../../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../../test/fakes/fake-registries.ts";
import { defineSystemKind, type SystemKind } from "../../core/asking/system-kind.ts";

const tasksOnly = (task: string) =>
  `name: demo\ntasks:\n  - id: a\n${task}\nsystems: [{ kind: oracle }]\n`;

describe("a task without a known family", () => {
  it.each([
    [
      "misspelt key",
      "    famly: quiz\n    data: { path: x }",
      `vidimus.yaml:4:5  tasks[0]: unknown key "famly"
  4 |     famly: quiz
    |     ^^^^^
hint: did you mean "family"?`,
    ],
    [
      "missing key",
      "    data: { path: x }",
      `vidimus.yaml:3:5  tasks[0]: missing key "family"
  3 |   - id: a
    |     ^^^^^
hint: family: "quiz" or "story"`,
    ],
    [
      "key like none, beside a missing one",
      "    type: quiz\n    data: { path: x }",
      `vidimus.yaml:3:5  tasks[0]: missing key "family"; family: "quiz" or "story"
vidimus.yaml:4:5  tasks[0]: unknown key "type"; keys here: id, family, data, frames, options, systems, graders, tables, labels, second, prompts, extractors, unanswered, slices, metrics, repeats`,
    ],
    [
      "what is wrong in every family",
      `    family: quizz
    data: { pth: x }
    frames: { strategy: uniform, count: 0 }
    options: [1]
    extractors: strict
    unanswered: skip
    slices: [b, b]
    metrics: []
    vrbose: 3`,
      `vidimus.yaml:4:13  tasks[0].family: unknown family "quizz"; did you mean "quiz"? (quiz, story)
vidimus.yaml:5:13  tasks[0].data: unknown key "pth"; did you mean "path"?
vidimus.yaml:6:41  tasks[0].frames.count: expected a number of at least 1, got 0
vidimus.yaml:7:14  tasks[0].options: expected a mapping, got a list; keys here: answer, shuffle, examples, calibrated, weight, window
vidimus.yaml:8:17  tasks[0].extractors: expected a list, got "strict"; write it as a list: [strict]
vidimus.yaml:9:17  tasks[0].unanswered: expected "empty" or "exclude", got "skip"
vidimus.yaml:10:17  tasks[0].slices[1]: "b" is listed twice
vidimus.yaml:11:14  tasks[0].metrics: expected a list of at least 1 element, got an empty list
vidimus.yaml:12:5  tasks[0]: unknown key "vrbose"; keys here: id, family, data, frames, options, systems, graders, tables, labels, second, prompts, extractors, unanswered, slices, metrics, repeats`,
    ],
    [
      "misspelt key and what is wrong in every family",
      "    famly: story\n    data: {}",
      `vidimus.yaml:4:5  tasks[0]: unknown key "famly"; did you mean "family"?
vidimus.yaml:5:11  tasks[0].data: missing key "path"; path: The file with the samples, relative to this configuration; also a folder, a pattern or a list.`,
    ],
    [
      "not what is wrong in one family only",
      "    family: other\n    data: { path: x, format: nextqa }\n    options: { window: 1 }\n    extractors: [lines]",
      `vidimus.yaml:4:13  tasks[0].family: unknown family "other"
  4 |     family: other
    |             ^^^^^
hint: families here: quiz, story`,
    ],
  ])("%s", (_, task, expected) =>
    expect(mistakeOf(() => resolveText(tasksOnly(task)))).toBe(expected),
  );

  it("may have a number from the environment", () => {
    const task =
      '    famly: quiz\n    data: { path: x }\n    frames: { strategy: uniform, count: "${COUNT}" }';
    expect(
      mistakeOf(() => resolveText(tasksOnly(task), { environment: { COUNT: "4" } })),
    ).toBe(`vidimus.yaml:4:5  tasks[0]: unknown key "famly"
  4 |     famly: quiz
    |     ^^^^^
hint: did you mean "family"?`);
  });
});

const open = defineSystemKind({
  id: "open",
  summary: "",
  configSchema: z.looseObject({}),
  create: () => Promise.reject(),
}) as SystemKind;

describe("a system without a known kind", () => {
  it.each<[string, Given, string]>([
    [
      "misspelt key",
      { systems: "  - knd: chat\n    model: m" },
      `vidimus.yaml:7:5  systems[0]: unknown key "knd"
  7 |   - knd: chat
    |     ^^^
hint: did you mean "kind"?`,
    ],
    [
      "misspelt keys, of which no kind has any",
      { systems: "  - { knd: chat, modle: m, id: a b }" },
      `vidimus.yaml:7:7  systems[0]: unknown key "knd"; did you mean "kind"?
vidimus.yaml:7:18  systems[0]: unknown key "modle"; did you mean "model"?
vidimus.yaml:7:32  systems[0].id: expected only letters, digits, "-", "_" and ".", got "a b"`,
    ],
    [
      "unknown kind, whose settings nobody knows",
      { systems: "  - { kind: gpt, verbosity: 3, id: 7 }" },
      `vidimus.yaml:7:13  systems[0].kind: unknown system kind "gpt"; system kinds here: oracle, chance, chat, remote
vidimus.yaml:7:36  systems[0].id: expected text, got 7; put it in quotes: "7"`,
    ],
    [
      "misspelt key that tells the forms of one kind apart",
      { systems: "  - { kind: remote, bye: http, ulr: 'http://x' }" },
      `vidimus.yaml:7:21  systems[0]: unknown key "bye"; did you mean "by"?
vidimus.yaml:7:32  systems[0]: unknown key "ulr"; did you mean "url"?`,
    ],
    [
      "only the misspelt key, where one kind takes any",
      {
        systems: "  - { knd: open, anything: 3 }",
        registries: { ...fakeRegistries(), systemKinds: [...fakeRegistries().systemKinds, open] },
      },
      `vidimus.yaml:7:7  systems[0]: unknown key "knd"
  7 |   - { knd: open, anything: 3 }
    |       ^^^
hint: did you mean "kind"?`,
    ],
    [
      "misspelt key by --set",
      { set: ["systems.1.knd=chat"] },
      `--set systems.1.knd  systems[1]: unknown key "knd"
hint: did you mean "kind"?`,
    ],
  ])("%s", (_, given, expected) => expect(mistakeOf(() => resolveGiven(given))).toBe(expected));
});

it("says nothing more where nothing is registered", () => {
  const registries = { families: [], systemKinds: [] };
  expect(mistakeOf(() => resolveGiven({ registries }))).toBe(
    `vidimus.yaml:4:13  tasks[0].family: unknown family "quiz"; families here: none
vidimus.yaml:7:11  systems[0].kind: unknown system kind "oracle"; system kinds here: none`,
  );
});
